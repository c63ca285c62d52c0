import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { Person } from '#shared/api/session.ts'
import { reasonOf } from '../api/api.ts'
import { signInGate } from '../api/sign-in-gate.ts'
import { t } from '../language/translate.ts'
import { useStore } from '../state/store.ts'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Callout } from '../ui/tone.tsx'
import { PersonContext, usePersonIfAny } from './use-person.ts'
import { onOtherTab, useSession } from './use-session.ts'

// Asked once, on the first visit; a person with a session never loads it.
const WhoIsWorking = lazy(async () => ({ default: (await import('./who-is-working.tsx')).WhoIsWorking }))

/** Shows the screens once somebody is signed in; asks for a name before. */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const session = useSession()
  const person = usePersonIfAny()
  if (session.isPending) return <Skeleton lines={6} label={t('session.gate.loading')} />
  if (session.isError) return <NoSession session={session} />
  if (person === undefined)
    return (
      <Suspense fallback={<Skeleton lines={6} label={t('session.gate.loading')} />}>
        <WhoIsWorking people={session.data.people} />
      </Suspense>
    )
  return (
    <>
      {children}
      <SignInAgain person={person} />
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

// A session seldom ends while somebody works; and then the server is there to fetch the question from.
const WhoGoesOn = lazy(async () => ({ default: (await import('./who-goes-on.tsx')).WhoGoesOn }))

/** Asks who works here once the session has ended. The page below stays as it is; calls wait and then go on. */
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
  // Not while somebody is typing: the next key would answer.
  const isTime = useAfterTyping(isAsking)
  return <Suspense fallback={null}>{isTime && <WhoGoesOn person={person} other={other} />}</Suspense>
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

/** Tells the frame and every screen who works here. */
export function PersonProvider({ children }: { readonly children: ReactNode }) {
  const person = useSession().data?.person
  return <PersonContext value={person ?? undefined}>{children}</PersonContext>
}
