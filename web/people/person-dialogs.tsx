import { useState } from 'react'
import type { StaffMember } from '#shared/api/people.ts'
import { t } from '../language/translate.ts'
import { PayoutActionFailure } from '../payouts/action-failure.tsx'
import { LinkDialog } from '../proposals/link-dialog.tsx'
import { useSession } from '../session/use-session.ts'
import { FormDialog } from '../ui/form.tsx'
import { TickField } from '../ui/tick-field.tsx'
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
  const change = usePersonAct(person, t('people.changed', { name: person.name }), onClose)
  const isOfProvider = useSession().data?.signIn === 'oidc'
  return (
    <FormDialog
      wide
      title={t('people.change.title', { name: person.name })}
      description={t('people.change.means')}
      action={t('people.change.save')}
      isBusy={change.isPending}
      failure={<PayoutActionFailure error={change.error} />}
      onSubmit={() => {
        setIsAsked(true)
        if (typed.isComplete) change.mutate({ act: 'change', rights: typed.rights })
      }}
      onClose={onClose}
    >
      <RightsFields typed={typed} isAsked={isAsked} areRolesGiven={!isOfProvider} />
    </FormDialog>
  )
}

/** Nothing that the person did is undone, unless they are distrusted: then another person reviews what they approved. */
export function Suspend({ person, onClose }: PersonDialogProps) {
  const [distrust, setDistrust] = useState(false)
  const suspending = usePersonAct(person, t('people.suspended', { name: person.name }), onClose)
  return (
    <FormDialog
      title={t('people.suspend.title', { name: person.name })}
      description={t('people.suspend.means')}
      action={t(distrust ? 'people.suspend.withDistrust' : 'people.suspend.do')}
      kind="danger"
      isBusy={suspending.isPending}
      failure={<PayoutActionFailure error={suspending.error} />}
      onSubmit={() => suspending.mutate({ act: 'suspend', distrust })}
      onClose={onClose}
    >
      <TickField
        name="distrust"
        label={t('people.suspend.distrust')}
        description={t('people.suspend.distrustMeans')}
        value={distrust}
        onChange={setDistrust}
      />
    </FormDialog>
  )
}

/** A question for an action that takes one sentence and a click. */
export type SmallPersonAction = 'reinstate' | 'endSessions' | 'askLink' | 'withdraw' | 'waive' | 'forget'

export function SmallQuestion({ person, act, onClose }: PersonDialogProps & { readonly act: SmallPersonAction }) {
  const { name } = person
  const doing = usePersonAct(person, didWords(act, name), onClose)
  return (
    <FormDialog
      title={t(`people.ask.${act}`, { name })}
      description={t(`people.meaning.${act}`)}
      action={t(`people.act.${act}`)}
      isBusy={doing.isPending}
      failure={<PayoutActionFailure error={doing.error} />}
      onSubmit={() => doing.mutate({ act })}
      onClose={onClose}
    />
  )
}

function didWords(act: SmallPersonAction, name: string): string {
  if (act === 'askLink') return t('proposals.isProposed')
  return act === 'reinstate' ? t('people.changed', { name }) : t(`people.did.${act}`, { name })
}

/** Another link for an invited person who lost theirs. */
export function NewLink({ person, onClose }: PersonDialogProps) {
  const making = useLink({ id: person.id }, onClose)
  const { data } = making
  if (data?.link != null) return <LinkDialog {...data} link={data.link} onClose={onClose} />
  return (
    <FormDialog
      title={t('people.ask.renew', { name: person.name })}
      description={t('people.meaning.renew')}
      action={t('people.act.renew')}
      isBusy={making.isPending}
      failure={<PayoutActionFailure error={making.error} />}
      onSubmit={() => making.mutate(undefined)}
      onClose={onClose}
    />
  )
}
