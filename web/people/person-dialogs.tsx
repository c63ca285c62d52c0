import { useState } from 'react'
import type { StaffMember } from '#shared/api/people.ts'
import type { Versioned } from '../api/api.ts'
import { t } from '../language/translate.ts'
import { PayoutActionFailure } from '../payouts/action-failure.tsx'
import { LinkDialog } from '../proposals/link-dialog.tsx'
import { useSession } from '../session/use-session.ts'
import { Actions, Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { TickField } from '../ui/tick-field.tsx'
import styles from './people.module.css'
import { useLink, usePersonAct } from './people-calls.ts'
import { RightsFields, useRights } from './rights.tsx'

export interface PersonDialogProps {
  readonly person: StaffMember
  readonly onClose: () => void
}

/** Changes a person's rights: their sessions end, so that the new rights apply at once. */
export function ChangeRights({ person, onClose }: PersonDialogProps) {
  const typed = useRights(person)
  const [isAsked, setIsAsked] = useState(false)
  const change = usePersonAct(person)
  const announce = useAnnounce()
  const isOfProvider = useSession().data?.signIn === 'oidc'
  function save() {
    setIsAsked(true)
    if (!typed.isComplete || change.isPending) return
    const onSuccess = (changed: ChangedPerson) => {
      announce(isWaiting(changed) ? t('proposals.isProposed') : t('people.changed', { name: person.name }))
      onClose()
    }
    change.mutate({ act: 'change', rights: typed.rights }, { onSuccess })
  }
  return (
    <Dialog
      wide
      title={t('people.change.title', { name: person.name })}
      description={t('people.change.means')}
      onClose={onClose}
    >
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <RightsFields typed={typed} isAsked={isAsked} areRolesGiven={!isOfProvider} />
        <PayoutActionFailure error={change.error} />
        <Actions>
          <Button kind="primary" type="submit" busy={change.isPending}>
            {t('people.change.save')}
          </Button>
          <Button onClick={onClose}>{t('people.cancel')}</Button>
        </Actions>
      </form>
    </Dialog>
  )
}

/** Nothing that the person did is undone, unless they are distrusted: then another person reviews what they approved. */
export function Suspend({ person, onClose }: PersonDialogProps) {
  const [distrust, setDistrust] = useState(false)
  const suspending = usePersonAct(person)
  const announce = useAnnounce()
  const onSuccess = () => {
    announce(t('people.suspended', { name: person.name }))
    onClose()
  }
  return (
    <Dialog
      title={t('people.suspend.title', { name: person.name })}
      description={t('people.suspend.means')}
      onClose={onClose}
    >
      <TickField
        name="distrust"
        label={t('people.suspend.distrust')}
        description={t('people.suspend.distrustMeans')}
        value={distrust}
        onChange={setDistrust}
      />
      <PayoutActionFailure error={suspending.error} />
      <Actions>
        <Button
          kind="danger"
          busy={suspending.isPending}
          onClick={() => suspending.mutate({ act: 'suspend', distrust }, { onSuccess })}
        >
          {t(distrust ? 'people.suspend.withDistrust' : 'people.suspend.do')}
        </Button>
        <Button onClick={onClose}>{t('people.cancel')}</Button>
      </Actions>
    </Dialog>
  )
}

/** A question for an action that takes one sentence and a click. */
export type SmallPersonAction = 'reinstate' | 'endSessions' | 'askLink' | 'withdraw' | 'waive' | 'forget'

export function SmallQuestion({ person, act, onClose }: PersonDialogProps & { readonly act: SmallPersonAction }) {
  const doing = usePersonAct(person)
  const announce = useAnnounce()
  const { name } = person
  const onSuccess = (changed: ChangedPerson) => {
    announce(isWaiting(changed) ? t('proposals.isProposed') : didWords(act, name))
    onClose()
  }
  return (
    <Dialog title={t(`people.ask.${act}`, { name })} description={t(`people.meaning.${act}`)} onClose={onClose}>
      <PayoutActionFailure error={doing.error} />
      <Actions>
        <Button kind="primary" busy={doing.isPending} onClick={() => doing.mutate({ act }, { onSuccess })}>
          {t(`people.act.${act}`)}
        </Button>
        <Button onClick={onClose}>{t('people.cancel')}</Button>
      </Actions>
    </Dialog>
  )
}

/** What a person is now, where that is answered. */
type ChangedPerson = Versioned<StaffMember> | StaffMember | undefined

function isWaiting(changed: ChangedPerson): boolean {
  if (changed === undefined) return false
  const { waiting } = 'value' in changed ? changed.value : changed
  return waiting.length > 0
}

function didWords(act: SmallPersonAction, name: string): string {
  if (act === 'askLink') return t('proposals.isProposed')
  return act === 'reinstate' ? t('people.changed', { name }) : t(`people.did.${act}`, { name })
}

/** Another link for an invited person who lost theirs. */
export function NewLink({ person, onClose }: PersonDialogProps) {
  const making = useLink({ id: person.id })
  const announce = useAnnounce()
  const { data } = making
  if (data?.link != null) return <LinkDialog {...data} link={data.link} onClose={onClose} />
  const onSuccess = ({ link }: { readonly link: string | null }) => {
    if (link !== null) return
    announce(t('proposals.isProposed'))
    onClose()
  }
  return (
    <Dialog
      title={t('people.ask.renew', { name: person.name })}
      description={t('people.meaning.renew')}
      onClose={onClose}
    >
      <PayoutActionFailure error={making.error} />
      <Actions>
        <Button kind="primary" busy={making.isPending} onClick={() => making.mutate(undefined, { onSuccess })}>
          {t('people.act.renew')}
        </Button>
        <Button onClick={onClose}>{t('people.cancel')}</Button>
      </Actions>
    </Dialog>
  )
}
