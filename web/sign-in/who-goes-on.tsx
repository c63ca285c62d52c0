import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { Person, Session } from '#shared/api/session.ts'
import { reasonOf } from '../api/api.ts'
import { signInGate } from '../api/sign-in-gate.ts'
import { t } from '../language/translate.ts'
import { reloadWithoutSession, signIn, useSession } from '../session/use-session.ts'
import { Actions, Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useChangeNotice } from './credential-changes.tsx'
import { ProviderButton } from './provider.tsx'
import { SignInWays } from './sign-in-ways.tsx'

export interface WhoGoesOnQuestionProps {
  readonly person: Person
  /** The other person who has signed in in this browser. */
  readonly other: Person | undefined
  readonly onOther: (other: Person) => void
}

/** Asks who continues here: the same person, or another one, which has to be confirmed. */
export function WhoGoesOn(props: WhoGoesOnQuestionProps) {
  const { person, other } = props
  const [isLeaving, setIsLeaving] = useState(false)
  const leave = () => setIsLeaving(true)
  // A new element each time, so that the key that answered the first question cannot answer the second.
  if (isLeaving) return <AnotherPerson key="leaving" person={person} other={other} onStay={() => setIsLeaving(false)} />
  return <SamePerson key="staying" {...props} onLeave={leave} />
}

function SamePerson({ person, other, onOther, onLeave }: WhoGoesOnQuestionProps & { readonly onLeave: () => void }) {
  const queryClient = useQueryClient()
  const mode = useSession().data?.signIn ?? 'local'
  function goOn(session: Session) {
    if (session.person === null) return
    if (session.person.id !== person.id) return onOther(session.person)
    queryClient.setQueryData(['session'], session)
    signInGate.answer(true)
  }
  const { notice, signedIn } = useChangeNotice(goOn)
  if (notice !== false) return <Dialog title={t('signIn.changes.title')}>{notice}</Dialog>
  const anotherPerson = (
    <Button onClick={onLeave}>
      {other === undefined ? t('signIn.ended.somebodyElse') : t('signIn.ended.goOnAsOther', { name: other.name })}
    </Button>
  )
  return (
    <Dialog title={t(mode === 'local' ? 'session.choose.title' : 'signIn.again.title')} description={why(other)}>
      <p>{t('signIn.ended.asLeft', { name: person.name })}</p>
      {mode === 'local' && <ByName person={person} onSignedIn={goOn} anotherPerson={anotherPerson} />}
      {mode === 'accounts' && (
        <>
          <SignInWays onSignedIn={signedIn} />
          <Actions>{anotherPerson}</Actions>
        </>
      )}
      {mode === 'oidc' && (
        <>
          <p>{t('signIn.provider.otherTab')}</p>
          <Actions>
            <ProviderButton path="/api/sign-in/oidc" />
            {anotherPerson}
          </Actions>
        </>
      )}
    </Dialog>
  )
}

interface ByNameProps {
  readonly person: Person
  readonly onSignedIn: (session: Session) => void
  readonly anotherPerson: ReactNode
}

function ByName({ person, onSignedIn, anotherPerson }: ByNameProps) {
  const { signInAs, isBusy, error } = useSignInAs(person, onSignedIn)
  // The question has the focus, so that no key of what was being typed answers it; Enter alone, pressed for it, does.
  const answer = useEffectEvent(({ key, target, repeat }: KeyboardEvent) => {
    if (key === 'Enter' && !repeat && target instanceof HTMLHeadingElement) void signInAs()
  })
  useEffect(() => {
    document.addEventListener('keydown', answer)
    return () => document.removeEventListener('keydown', answer)
  }, [])
  return (
    <>
      {error !== undefined && <p role="alert">{error}</p>}
      <Actions>
        <Button kind="primary" busy={isBusy} onClick={() => void signInAs()}>
          {t('signIn.ended.goOn', { name: person.name })}
        </Button>
        {anotherPerson}
      </Actions>
    </>
  )
}

function AnotherPerson({
  person,
  other,
  onStay,
}: Omit<WhoGoesOnQuestionProps, 'onOther'> & { readonly onStay: () => void }) {
  function leave() {
    signInGate.answer(false)
    reloadWithoutSession()
  }
  return (
    <Dialog title={t('signIn.startOver.title')} description={t('signIn.startOver.lost', { name: person.name })}>
      <p>{t('signIn.startOver.explained', { name: person.name })}</p>
      <Actions>
        <Button onClick={onStay}>{t('signIn.startOver.back')}</Button>
        <Button kind="danger" onClick={leave}>
          {other === undefined ? t('signIn.startOver.begin') : t('signIn.startOver.beginAs', { name: other.name })}
        </Button>
      </Actions>
    </Dialog>
  )
}

function why(other: Person | undefined): string {
  if (other === undefined) return t('signIn.ended.why', { why: signInGate.why() ?? 'none' })
  return t('signIn.ended.otherTab', { name: other.name })
}

/** Signs the same person in again. */
function useSignInAs({ name }: Person, onSignedIn: (session: Session) => void) {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  return {
    isBusy,
    error: failure === undefined ? undefined : whyNot(failure),
    async signInAs() {
      setIsBusy(true)
      setFailure(undefined)
      try {
        onSignedIn(await signIn(name))
      } catch (cause) {
        setFailure(cause)
        setIsBusy(false)
      }
    },
  }
}

function whyNot(failure: unknown): string {
  return failure instanceof Error
    ? t('signIn.ended.failed', { reason: reasonOf(failure) })
    : t('signIn.ended.failedUnexpectedly')
}
