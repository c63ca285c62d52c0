import { type ReactNode, useState } from 'react'
import type { Session } from '#shared/api/session.ts'
import { ApiProblem } from '../app/api.ts'
import { reasonOf } from '../app/use-merchant.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './sign-in-form.module.css'
import { signIn } from './use-session.ts'

export interface SignInFormProps {
  readonly typed: string
  readonly onType: (typed: string) => void
  readonly action: string
  readonly onSignedIn: (session: Session) => void
  /** What stands below, such as names to pick. */
  readonly children?: (choose: (name: string) => void) => ReactNode
}

/** Asks for a name and signs in with it. */
export function SignInForm({ typed, onType, action, onSignedIn, children }: SignInFormProps) {
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string>()

  async function choose(name: string) {
    if (name.trim() === '') return setError('Type your name, or pick it below.')
    setIsBusy(true)
    setError(undefined)
    try {
      onSignedIn(await signIn(name))
    } catch (cause) {
      setError(whyNot(cause))
      setIsBusy(false)
    }
  }

  return (
    <>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void choose(typed)
        }}
      >
        <div className={styles.name}>
          <TextField
            name="personName"
            label="Your name"
            value={typed}
            onChange={onType}
            capitals="words"
            autoComplete="name"
            error={error}
          />
        </div>
        <span className={styles.action}>
          <Button kind="primary" type="submit" busy={isBusy}>
            {action}
          </Button>
        </span>
      </form>
      {children?.((name) => void choose(name))}
    </>
  )
}

function whyNot(cause: unknown): string {
  if (cause instanceof ApiProblem) return cause.problem.errors?.[0]?.detail ?? cause.problem.detail
  return cause instanceof Error ? `${reasonOf(cause)}. Try again.` : 'It did not work. Try again.'
}
