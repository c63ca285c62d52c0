import { lazy, type ReactNode, Suspense } from 'react'
import { reasonOf } from '../api/use-merchant.ts'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import { usePersonIfAny } from './use-person.ts'
import { useSession } from './use-session.ts'

// Asked once, on the first visit; who is known never loads it.
const WhoIsWorking = lazy(async () => ({ default: (await import('./who-is-working.tsx')).WhoIsWorking }))

/** Lets the screens show once it is known who works here; asks when it is not. */
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
