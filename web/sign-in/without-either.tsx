import { useState } from 'react'
import { t } from '../language/translate.ts'
import { Actions, Button } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { goToField } from '../ui/error-summary.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Callout } from '../ui/tone.tsx'
import { spendRecoveryCode } from './sign-in-calls.ts'
import styles from './sign-in-ways.module.css'
import { useAttempt } from './use-attempt.ts'

/** Help for a person without passkey and authenticator app: a recovery code, or a link by an admin. */
export function WithoutEither({ onEnrol }: { readonly onEnrol: (token: string) => void }) {
  const [email, setEmail] = useState('')
  const [code, setCode] = useState('')
  const [hasSubmitted, setHasSubmitted] = useState(false)
  const attempt = useAttempt()
  const emailError = email.trim() === '' ? t('signIn.password.emailMissing') : undefined
  const codeError = code.trim() === '' ? t('signIn.recovery.codeMissing') : undefined
  function submit() {
    setHasSubmitted(true)
    if (emailError !== undefined) return goToField('recoveryEmail')
    if (codeError !== undefined) return goToField('recoveryCode')
    attempt.begin(async () => onEnrol(await spendRecoveryCode(email, code)))
  }
  return (
    <Disclosure summary={t('signIn.recovery.summary')}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <p>{t('signIn.recovery.explained')}</p>
        <TextField
          name="recoveryEmail"
          label={t('signIn.password.email')}
          value={email}
          onChange={setEmail}
          inputMode="email"
          autoComplete="username"
          error={hasSubmitted ? emailError : undefined}
        />
        <TextField
          name="recoveryCode"
          label={t('signIn.recovery.code')}
          value={code}
          onChange={setCode}
          mono
          error={hasSubmitted ? codeError : undefined}
        />
        <div role="alert">{attempt.failure !== undefined && <Callout tone="error" title={attempt.failure} />}</div>
        <Actions>
          <Button type="submit" busy={attempt.isBusy}>
            {t('signIn.recovery.use')}
          </Button>
        </Actions>
        <p className={styles.quiet}>{t('signIn.recovery.noCode')}</p>
      </form>
    </Disclosure>
  )
}
