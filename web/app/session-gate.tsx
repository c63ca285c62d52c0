import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { Person, Session } from '#shared/api/session.ts'
import { reasonOf } from '../api/api.ts'
import { signInGate, stepUpGate } from '../api/sign-in-gate.ts'
import { t } from '../language/translate.ts'
import { laterScreen, screen } from '../screen/loading.tsx'
import { paths } from '../screen/routes.ts'
import { useNearEnd } from '../session/use-near-end.ts'
import { PersonContext, usePersonIfAny } from '../session/use-person.ts'
import { onOtherTab, useSession } from '../session/use-session.ts'
import { useStore } from '../state/store.ts'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Callout } from '../ui/tone.tsx'

// Asked once, on the first visit; a person with a session never loads them.
const WhoIsWorking = screen(async () => (await import('../session/who-is-working.tsx')).WhoIsWorking)
const Enrol = laterScreen(async () => (await import('../enrol/enrol.tsx')).Enrol)
const SignIn = laterScreen(async () => (await import('../sign-in/sign-in.tsx')).SignIn)

/** Shows the screens to a person who is signed in, and the sign-in to others. */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const session = useSession()
  const person = usePersonIfAny()
  const [location] = useLocation()
  if (session.isPending) return <Skeleton lines={6} label={t('session.gate.loading')} />
  if (session.isError) return <NoSession session={session} />
  // An enrolment link is for the person who has it, even while another person is signed in.
  if (location === paths.enrol && session.data.signIn === 'accounts')
    return (
      <Suspense fallback={<Skeleton lines={6} label={t('session.gate.loading')} />}>
        <Enrol />
      </Suspense>
    )
  if (person === undefined)
    return (
      <Suspense fallback={<Skeleton lines={6} label={t('session.gate.loading')} />}>
        {session.data.signIn === 'local' ? (
          <WhoIsWorking people={session.data.people} />
        ) : (
          <SignIn mode={session.data.signIn} />
        )}
      </Suspense>
    )
  return (
    <>
      {children}
      <SignInAgain person={person} />
      <ProveAgain person={person} />
      <NearEnd person={person} session={session.data.session} />
    </>
  )
}

function NoSession({ session }: { readonly session: ReturnType<typeof useSession> & { readonly error: Error } }) {
  return (
    <Callout
      tone="error"
      title={t('session.gate.failed', { reason: reasonOf(session.error) })}
      action={
        <Button kind="primary" busy={session.isFetching} onClick={() => void session.refetch()}>
          {t('session.gate.again')}
        </Button>
      }
    >
      <p>{t('session.gate.nothingChanged')}</p>
    </Callout>
  )
}

// A session seldom ends during work; when it does, the server can be reached to load this.
const WhoGoesOn = laterScreen(async () => (await import('../sign-in/who-goes-on.tsx')).WhoGoesOn)

/** Asks to sign in again once the session has ended. The page below is unchanged; calls wait and then continue. */
function SignInAgain({ person }: { readonly person: Person }) {
  const isAsking = useStore(signInGate.isAsking)
  const [other, setOther] = useState<Person>()
  useEffect(
    () =>
      onOtherTab((now) => {
        setOther(now?.id === person.id ? undefined : now)
        if (now?.id === person.id) signInGate.answer(true)
        else void signInGate.ask()
      }),
    [person],
  )
  // Not while the person is typing: the next key would answer.
  const isTime = useAfterTyping(isAsking)
  return <Suspense fallback={null}>{isTime && <WhoGoesOn person={person} other={other} onOther={setOther} />}</Suspense>
}

const StepUp = laterScreen(async () => (await import('../sign-in/step-up.tsx')).StepUp)

/** Asks for a new proof of identity where a call needs one. */
function ProveAgain({ person }: { readonly person: Person }) {
  const isAsking = useStore(stepUpGate.isAsking)
  return <Suspense fallback={null}>{isAsking && <StepUp person={person} />}</Suspense>
}

const SessionEnds = laterScreen(async () => (await import('../sign-in/session-ends.tsx')).SessionEnds)

/** Warns before the session ends. */
function NearEnd({ person, session }: { readonly person: Person; readonly session: Session['session'] }) {
  const nearEnd = useNearEnd(person, session)
  return (
    <Suspense fallback={null}>
      {nearEnd !== undefined && <SessionEnds key={nearEnd.idleEndsAt} session={nearEnd} person={person} />}
    </Suspense>
  )
}

/** Longer than a pause between two words, in ms. */
const pauseMs = 1_000

/** True once something is wanted and no key was pressed for a while: what opens then takes no key meant for the page. */
function useAfterTyping(isWanted: boolean): boolean {
  const [isPause, setIsPause] = useState(false)
  useEffect(() => {
    if (!isWanted || isPause) return
    let timer = setTimeout(setIsPause, pauseMs, true)
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(setIsPause, pauseMs, true)
    }
    document.addEventListener('keydown', wait, { capture: true })
    return () => {
      clearTimeout(timer)
      document.removeEventListener('keydown', wait, { capture: true })
    }
  }, [isWanted, isPause])
  if (!isWanted && isPause) setIsPause(false)
  return isWanted && isPause
}

/** Provides the signed-in person to the frame and every screen. */
export function PersonProvider({ children }: { readonly children: ReactNode }) {
  const person = useSession().data?.person
  return <PersonContext value={person ?? undefined}>{children}</PersonContext>
}
