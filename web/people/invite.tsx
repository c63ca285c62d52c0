import { useState } from 'react'
import { t } from '../language/translate.ts'
import { PayoutActionFailure } from '../payouts/action-failure.tsx'
import { LinkDialog } from '../proposals/link-dialog.tsx'
import { Actions, Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './people.module.css'
import { useLink } from './people-calls.ts'
import { RightsFields, useRights } from './rights.tsx'

const nothingYet = { roles: [], approveUpTo: {}, approveUpToADay: {} } as const

/** Asks for the name and rights of a new person, then shows their link once. */
export function Invite({ onClose }: { readonly onClose: () => void }) {
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [isAsked, setIsAsked] = useState(false)
  const typed = useRights(nothingYet)
  const inviting = useLink('invite')
  const announce = useAnnounce()
  const { data } = inviting
  if (data?.link != null) return <LinkDialog {...data} link={data.link} onClose={onClose} />
  const onSuccess = ({ link }: { readonly link: string | null }) => {
    if (link !== null) return
    announce(t('proposals.isProposed'))
    onClose()
  }
  const isEmail = /^\s*[^\s@]+@[^\s@.]+(\.[^\s@.]+)+\s*$/.test(email)
  const isComplete = isEmail && name.trim() !== '' && typed.isComplete
  return (
    <Dialog wide title={t('people.invite.title')} description={t('people.invite.means')} onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setIsAsked(true)
          if (isComplete && !inviting.isPending)
            inviting.mutate({ email: email.trim(), name: name.trim(), ...typed.rights }, { onSuccess })
        }}
      >
        <div className={styles.who}>
          <TextField
            name="invitedEmail"
            label={t('people.invite.email')}
            inputMode="email"
            value={email}
            onChange={setEmail}
            error={isAsked && !isEmail ? t('people.invite.emailMissing') : undefined}
          />
          <TextField
            name="invitedName"
            label={t('people.invite.name')}
            capitals="words"
            value={name}
            onChange={setName}
            error={isAsked && name.trim() === '' ? t('people.invite.nameMissing') : undefined}
          />
        </div>
        <RightsFields typed={typed} isAsked={isAsked} areRolesGiven />
        <PayoutActionFailure error={inviting.error} />
        <Actions>
          <Button kind="primary" type="submit" busy={inviting.isPending}>
            {t('people.invite.make')}
          </Button>
          <Button onClick={onClose}>{t('people.cancel')}</Button>
        </Actions>
      </form>
    </Dialog>
  )
}
