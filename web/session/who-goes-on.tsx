import { useState } from 'react'
import type { Person } from '#shared/api/person.ts'
import { signInGate } from '../app/sign-in-gate.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Actions } from '../ui/row.tsx'
import { startAnew, useSession } from './use-session.ts'
import { useSignInAs } from './use-sign-in-as.ts'

export interface QuestionProps {
  readonly person: Person
  readonly other: Person | undefined
}

/** Who goes on here: the same person, or another one, which is asked twice. */
export function WhoGoesOn({ person, other }: QuestionProps) {
  const [isLeaving, setIsLeaving] = useState(false)
  // Another element each time: the second question does not take the key that answered the first.
  if (isLeaving) return <SomebodyElse key="leaving" person={person} other={other} onStay={() => setIsLeaving(false)} />
  return <SamePerson key="staying" person={person} other={other} onLeave={() => setIsLeaving(true)} />
}

function SamePerson({ person, other, onLeave }: QuestionProps & { readonly onLeave: () => void }) {
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
        <Button onClick={onLeave}>{other === undefined ? 'I am somebody else…' : `Go on as ${other.name}…`}</Button>
      </Actions>
    </Dialog>
  )
}

function SomebodyElse({ person, other, onStay }: QuestionProps & { readonly onStay: () => void }) {
  function leave() {
    signInGate.answer(false)
    startAnew()
  }
  return (
    <Dialog title="Begin with an empty page?" description={`What ${person.name} typed last is lost.`}>
      <p>
        What the server has kept stays among {person.name}’s drafts. What was typed since the session ended is on this
        page alone, and goes with it.
      </p>
      <Actions>
        <Button onClick={onStay}>Back</Button>
        <Button kind="danger" onClick={leave}>
          {other === undefined ? 'Begin as somebody else' : `Begin as ${other.name}`}
        </Button>
      </Actions>
    </Dialog>
  )
}

function why(other: Person | undefined): string {
  if (other === undefined) return 'You are no longer signed in: the session has ended.'
  return `${other.name} has signed in in another tab of this browser.`
}
