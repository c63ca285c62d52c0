import { useState } from 'react'
import type { Person } from '#shared/api/person.ts'
import { signInGate } from '../app/sign-in-gate.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Actions } from '../ui/row.tsx'
import { startAgain, useSession } from './use-session.ts'
import { useSignInAs } from './use-sign-in-as.ts'
import { t } from './words.ts'

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
    <Dialog title={t('who.title')} description={why(other)}>
      <p>{t('ended.asLeft', { name: person.name })}</p>
      {signIn === 'local' && error !== undefined && <p role="alert">{error}</p>}
      <Actions>
        <Button kind="primary" busy={isBusy} onClick={() => void signInAs()}>
          {t('ended.goOn', { name: person.name })}
        </Button>
        <Button onClick={onLeave}>
          {other === undefined ? t('ended.somebodyElse') : t('ended.goOnAsOther', { name: other.name })}
        </Button>
      </Actions>
    </Dialog>
  )
}

function SomebodyElse({ person, other, onStay }: QuestionProps & { readonly onStay: () => void }) {
  function leave() {
    signInGate.answer(false)
    startAgain()
  }
  return (
    <Dialog title={t('anew.title')} description={t('anew.lost', { name: person.name })}>
      <p>{t('anew.explained', { name: person.name })}</p>
      <Actions>
        <Button onClick={onStay}>{t('anew.back')}</Button>
        <Button kind="danger" onClick={leave}>
          {other === undefined ? t('anew.begin') : t('anew.beginAs', { name: other.name })}
        </Button>
      </Actions>
    </Dialog>
  )
}

function why(other: Person | undefined): string {
  if (other === undefined) return t('ended.why')
  return t('ended.otherTab', { name: other.name })
}
