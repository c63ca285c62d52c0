import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Session } from '#shared/api/session.ts'
import { ApiProblem, reasonOf } from '../api/api.ts'
import { problemDetail } from '../language/problem-text.ts'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { hasMouse } from '../ui/media.ts'
import { TextField } from '../ui/text-field.tsx'
import styles from './sign-in-form.module.css'
import { signIn } from './use-session.ts'

export interface SignInFormProps {
  readonly typed: string
  readonly onType: (typed: string) => void
  readonly action: string
  /** Whether names to choose from are below. */
  readonly hasNames: boolean
  /** The field is the only thing on the screen and takes focus, except where that would cover the screen with a keyboard. */
  readonly isFirst?: boolean | undefined
  readonly onSignedIn: (session: Session) => void
  /** Called after each attempt that failed. */
  readonly onFailed?: (() => void) | undefined
  /** Rendered below, such as names to choose from. */
  readonly children?: (choose: (name: string) => void) => ReactNode
}

/** Asks for a name and signs in with it. */
export function SignInForm({
  typed,
  onType,
  action,
  hasNames,
  isFirst = false,
  onSignedIn,
  onFailed,
  children,
}: SignInFormProps) {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const announce = useAnnounce()

  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isFirst && hasMouse()) field.current?.focus()
  }, [isFirst])

  function fail(cause: unknown) {
    setFailure(cause)
    onFailed?.()
  }

  async function choose(name: string) {
    if (name.trim() === '') {
      fail(nameMissing)
      // Reads out the field, and with it the error; not where it has focus already.
      if (document.activeElement === field.current) announce(whyNot(nameMissing, hasNames))
      field.current?.focus()
      return
    }
    setIsBusy(true)
    setFailure(undefined)
    try {
      onSignedIn(await signIn(name))
    } catch (cause) {
      fail(cause)
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
            label={t('session.signIn.name')}
            value={typed}
            onChange={onType}
            inputRef={field}
            capitals="words"
            autoComplete="name"
            error={failure === undefined ? undefined : whyNot(failure, hasNames)}
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

/** Nothing was sent: there is no name to send. */
const nameMissing = Symbol('nameMissing')

function whyNot(failure: unknown, hasNames: boolean): string {
  if (failure === nameMissing) return t(hasNames ? 'session.signIn.nameMissing' : 'session.signIn.nobodyKnown')
  if (failure instanceof ApiProblem) return problemDetail(failure.problem)
  return failure instanceof Error
    ? t('session.signIn.failed', { reason: reasonOf(failure) })
    : t('session.signIn.failedUnexpectedly')
}
