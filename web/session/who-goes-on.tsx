import { useState } from 'react'
import type { Person } from '#shared/api/session.ts'
import { reasonOf } from '../api/api.ts'
import { signInGate } from '../api/sign-in-gate.ts'
import { t } from '../language/translate.ts'
import { Actions, Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { reloadWithoutSession, signIn, useSession } from './use-session.ts'

export interface QuestionProps {
  readonly person: Person
  readonly other: Person | undefined
}

/** Asks who continues here: the same person, or another one, which is asked twice. */
export function WhoGoesOn({ person, other }: QuestionProps) {
  const [isLeaving, setIsLeaving] = useState(false)
  // A new element each time: the second question does not take the key that answered the first.
  if (isLeaving) return <SomebodyElse key="leaving" person={person} other={other} onStay={() => setIsLeaving(false)} />
  return <SamePerson key="staying" person={person} other={other} onLeave={() => setIsLeaving(true)} />
}

function SamePerson({ person, other, onLeave }: QuestionProps & { readonly onLeave: () => void }) {
  const { signInAs, isBusy, error } = useSignInAs(person, () => signInGate.answer(true))
  const signIn = useSession().data?.signIn
  return (
    <Dialog title={t('session.choose.title')} description={why(other)}>
      <p>{t('session.ended.asLeft', { name: person.name })}</p>
      {signIn === 'local' && error !== undefined && <p role="alert">{error}</p>}
      <Actions>
        <Button kind="primary" busy={isBusy} onClick={() => void signInAs()}>
          {t('session.ended.goOn', { name: person.name })}
        </Button>
        <Button onClick={onLeave}>
          {other === undefined ? t('session.ended.somebodyElse') : t('session.ended.goOnAsOther', { name: other.name })}
        </Button>
      </Actions>
    </Dialog>
  )
}

function SomebodyElse({ person, other, onStay }: QuestionProps & { readonly onStay: () => void }) {
  function leave() {
    signInGate.answer(false)
    reloadWithoutSession()
  }
  return (
    <Dialog title={t('session.startOver.title')} description={t('session.startOver.lost', { name: person.name })}>
      <p>{t('session.startOver.explained', { name: person.name })}</p>
      <Actions>
        <Button onClick={onStay}>{t('session.startOver.back')}</Button>
        <Button kind="danger" onClick={leave}>
          {other === undefined ? t('session.startOver.begin') : t('session.startOver.beginAs', { name: other.name })}
        </Button>
      </Actions>
    </Dialog>
  )
}

function why(other: Person | undefined): string {
  if (other === undefined) return t('session.ended.why', { why: signInGate.why() ?? 'none' })
  return t('session.ended.otherTab', { name: other.name })
}

/** Signs the same person in once more. */
function useSignInAs({ name }: Person, onSignedIn: () => void) {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  return {
    isBusy,
    error: failure === undefined ? undefined : whyNot(failure),
    async signInAs() {
      setIsBusy(true)
      setFailure(undefined)
      try {
        await signIn(name)
        onSignedIn()
      } catch (cause) {
        setFailure(cause)
        setIsBusy(false)
      }
    },
  }
}

function whyNot(failure: unknown): string {
  return failure instanceof Error
    ? t('session.ended.failed', { reason: reasonOf(failure) })
    : t('session.ended.failedUnexpectedly')
}
