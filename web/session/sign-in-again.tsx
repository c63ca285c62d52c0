import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Person } from '#shared/api/person.ts'
import { signInGate } from '../app/sign-in-gate.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Actions } from '../ui/row.tsx'
import { onOtherTab } from './other-tabs.ts'
import { startAnew, useSession } from './use-session.ts'
import { useSignInAs } from './use-sign-in-as.ts'

/** Asks who works here when the session has ended meanwhile. The page below stays as it is; calls wait and go on. */
export function SignInAgain({ person }: { readonly person: Person }) {
  const isAsking = useSyncExternalStore(signInGate.subscribe, signInGate.isAsking)
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
  return isAsking && <Question person={person} other={other} />
}

function Question({ person, other }: { readonly person: Person; readonly other: Person | undefined }) {
  const { signInAs, isBusy, error } = useSignInAs(person, () => signInGate.answer(true))
  const signIn = useSession().data?.signIn
  return (
    <Dialog title="Who is working?" description={why(other)}>
      <p>
        Everything on this page is as you left it, {person.name}. Go on under your name and it continues where it
        stopped.
      </p>
      {signIn === 'local' && error !== undefined && <p role="alert">{error}</p>}
      <Actions>
        <Button kind="primary" busy={isBusy} onClick={() => void signInAs()}>
          Go on as {person.name}
        </Button>
        <Button
          onClick={() => {
            signInGate.answer(false)
            startAnew()
          }}
        >
          {other === undefined ? 'I am somebody else' : `Go on as ${other.name}`}
        </Button>
      </Actions>
      <p>
        Somebody else begins with an empty page. What {person.name} typed and the server has kept stays among{' '}
        {person.name}’s drafts.
      </p>
    </Dialog>
  )
}

function why(other: Person | undefined): string {
  if (other === undefined) return 'You are no longer signed in: the session has ended.'
  return `${other.name} has signed in in another tab of this browser.`
}
