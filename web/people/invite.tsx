import { t } from '../language/translate.ts'
import { PayoutActionFailure } from '../payouts/action-failure.tsx'
import { LinkDialog } from '../proposals/link-dialog.tsx'
import { useTexts } from '../screen/use-texts.ts'
import { FormDialog } from '../ui/form.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './people.module.css'
import { useLink } from './people-calls.ts'
import { RightsFields, useRights } from './rights.tsx'

const nothingYet = { roles: [], approveUpTo: {}, approveUpToADay: {} } as const

/** Asks for the name and rights of a new person, then shows their link once. */
export function Invite({ onClose }: { readonly onClose: () => void }) {
  const rights = useRights(nothingYet)
  const inviting = useLink('invite', onClose)
  const { texts, field, isSent, isSound } = useTexts('invited', { email: '', name: '' }, ({ email, name }) => ({
    email: !/^\s*[^\s@]+@[^\s@.]+(\.[^\s@.]+)+\s*$/.test(email) && t('people.invite.emailMissing'),
    name: name.trim() === '' && t('people.invite.nameMissing'),
  }))
  const { data } = inviting
  if (data?.link != null) return <LinkDialog {...data} link={data.link} onClose={onClose} />
  function submit() {
    if (isSound() && rights.isComplete)
      inviting.mutate({ email: texts.email.trim(), name: texts.name.trim(), ...rights.rights })
  }
  return (
    <FormDialog
      wide
      title={t('people.invite.title')}
      description={t('people.invite.means')}
      action={t('people.invite.make')}
      isBusy={inviting.isPending}
      failure={<PayoutActionFailure error={inviting.error} />}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={styles.who}>
        <TextField {...field('email')} label={t('people.invite.email')} inputMode="email" />
        <TextField {...field('name')} label={t('people.invite.name')} capitals="words" />
      </div>
      <RightsFields typed={rights} isAsked={isSent} areRolesGiven />
    </FormDialog>
  )
}
