import { lazy, Suspense, useEffect, useState } from 'react'
import type { Person } from '#shared/api/person.ts'
import { signInGate } from '../api/sign-in-gate.ts'
import { useStore } from '../state/store.ts'
import { onOtherTab } from './other-tabs.ts'
import { useAfterTyping } from './use-after-typing.ts'

// A session seldom ends while somebody works; and then the server is there to fetch the question from.
const WhoGoesOn = lazy(async () => ({ default: (await import('./who-goes-on.tsx')).WhoGoesOn }))

/** Asks who works here when the session has ended meanwhile. The page below stays as it is; calls wait and go on. */
export function SignInAgain({ person }: { readonly person: Person }) {
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
  // Not under the fingers of one who is typing: the next key would answer.
  const isTime = useAfterTyping(isAsking)
  return <Suspense fallback={null}>{isTime && <WhoGoesOn person={person} other={other} />}</Suspense>
}
