import { useState } from 'react'
import { t } from '../language/translate.ts'
import { Actions, Button } from '../ui/button.tsx'
import { goToField } from '../ui/error-summary.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Callout } from '../ui/tone.tsx'
import type { TypedPassword } from './sign-in-calls.ts'
import styles from './sign-in-ways.module.css'
import type { SignInAttempt } from './use-attempt.ts'

export interface PasswordFormProps {
  readonly action: string
  /** Whether it is the best way to sign in that is offered. */
  readonly isPrimary: boolean
  /** The account of the password; undefined: the person enters it. */
  readonly email?: string | undefined
  readonly attempt: SignInAttempt
  readonly onSubmit: (typed: TypedPassword) => Promise<void>
}

const blank: TypedPassword = { email: '', password: '', code: '' }

/** Asks for password and code, and for the e-mail address of a person who has not signed in yet. The form keeps what was typed until it was right. */
export function PasswordForm({ action, isPrimary, email, attempt, onSubmit }: PasswordFormProps) {
  const [typed, setTyped] = useState(blank)
  const [hasSubmitted, setHasSubmitted] = useState(false)
  const missing = hasSubmitted ? missingIn(typed, email) : {}
  function submit() {
    setHasSubmitted(true)
    const [first] = Object.keys(missingIn(typed, email))
    if (first !== undefined) return goToField(first)
    attempt.begin(async () => {
      await onSubmit({ ...typed, email: email ?? typed.email })
    })
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {email === undefined ? (
        <TextField
          name="signInEmail"
          label={t('signIn.password.email')}
          value={typed.email}
          onChange={(value) => setTyped({ ...typed, email: value })}
          inputMode="email"
          autoComplete="username webauthn"
          error={missing.signInEmail}
        />
      ) : (
        // Shows a password manager which account the password is for.
        <input
          className="sr-only"
          type="text"
          autoComplete="username"
          value={email}
          readOnly
          tabIndex={-1}
          aria-hidden
        />
      )}
      <PasswordField
        name="signInPassword"
        label={t('signIn.password.password')}
        value={typed.password}
        onChange={(password) => setTyped({ ...typed, password })}
        autoComplete="current-password"
        error={missing.signInPassword}
      />
      <TextField
        name="signInCode"
        label={t('signIn.password.code')}
        hint={t('signIn.password.codeHint')}
        value={typed.code}
        onChange={(code) => setTyped({ ...typed, code })}
        inputMode="numeric"
        autoComplete="one-time-code"
        mono
        narrow
        error={missing.signInCode}
      />
      <div role="alert">{attempt.failure !== undefined && <Callout tone="error" title={attempt.failure} />}</div>
      <Actions>
        <Button type="submit" kind={isPrimary ? 'primary' : 'quiet'} busy={attempt.isBusy}>
          {action}
        </Button>
      </Actions>
    </form>
  )
}

/** The missing fields, in their order. */
function missingIn({ email, password, code }: TypedPassword, knownEmail: string | undefined) {
  const digits = code.replaceAll(/\s/g, '')
  return {
    ...(knownEmail === undefined && email.trim() === '' && { signInEmail: t('signIn.password.emailMissing') }),
    ...(password === '' && { signInPassword: t('signIn.password.passwordMissing') }),
    ...(!/^\d{6}$/.test(digits) && { signInCode: t('signIn.password.codeWrong', { count: digits.length }) }),
  }
}
