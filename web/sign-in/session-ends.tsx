import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Person, Session } from '#shared/api/session.ts'
import { signInGate } from '../api/sign-in-gate.ts'
import { clockWords } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Callout } from '../ui/tone.tsx'
import styles from './session-ends.module.css'
import { renewSession } from './sign-in-calls.ts'
import { useAttempt } from './use-attempt.ts'

export interface SessionEndsProps {
  readonly person: Person
  readonly session: NonNullable<Session['session']>
}

/** Announces the end of the session, with a button that extends it, or, where it cannot be extended, a way to sign in again. */
export function SessionEnds({ person, session: { idleEndsAt, endsAt } }: SessionEndsProps) {
  const queryClient = useQueryClient()
  const attempt = useAttempt()
  const announce = useAnnounce()
  const isLast = idleEndsAt === endsAt
  const title = t('signIn.ends.title', { time: clockWords(idleEndsAt) })
  const explained = t(isLast ? 'signIn.ends.last' : 'signIn.ends.idle')
  useEffect(() => announce(`${title} ${explained}`), [announce, title, explained])
  async function renew() {
    const renewed = await renewSession()
    // Another person signed in in this browser: the page asks who continues.
    if (renewed.person?.id === person.id) queryClient.setQueryData(['session'], renewed)
    else void signInGate.ask()
  }
  return (
    <section className={styles.notice} aria-label={title}>
      <Callout
        tone="warning"
        title={title}
        action={
          <Button
            busy={attempt.isBusy}
            onClick={() => (isLast ? void signInGate.ask(undefined, 'soon') : attempt.begin(renew))}
          >
            {t(isLast ? 'signIn.again.title' : 'signIn.ends.stay')}
          </Button>
        }
      >
        <p>{explained}</p>
        <div role="alert">{attempt.failure}</div>
      </Callout>
    </section>
  )
}
