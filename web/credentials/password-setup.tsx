import { useQuery } from '@tanstack/react-query'
import { Suspense, useId, useState } from 'react'
import { passwordLength } from '#shared/api/accounts.ts'
import { t } from '../language/translate.ts'
import { laterScreen } from '../screen/loading.tsx'
import { failureText } from '../sign-in/failure-text.ts'
import { Actions, Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { goToFieldOnceShown } from '../ui/error-summary.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Callout } from '../ui/tone.tsx'
import styles from './credentials.module.css'
import { fieldFailures, noFailures } from './field-failures.ts'

const QrCode = laterScreen(async () => (await import('./qr-code.tsx')).QrCode)

/** The secret that pairs an authenticator app; valid for a quarter of an hour. */
interface Pairing {
  readonly ceremonyId: string
  /** In Base32, for people who cannot scan the code. */
  readonly secret: string
  /** The same as an otpauth address. */
  readonly uri: string
}

/** A password with the proof that the app was paired. */
interface NewPassword {
  readonly ceremonyId: string
  readonly password: string
  readonly code: string
}

export interface PasswordSetupProps {
  /** The account of the password, for password managers. */
  readonly email: string
  readonly action: string
  readonly beginPairing: () => Promise<Pairing>
  readonly onSubmit: (chosen: NewPassword) => Promise<void>
  readonly onCancel?: (() => void) | undefined
}

/** Asks for a new password and pairs an authenticator app, as one is worth little without the other. */
export function PasswordSetup({ email, action, beginPairing, onSubmit, onCancel }: PasswordSetupProps) {
  // One pairing for each time that the form is opened: the app must scan the code that is on the screen.
  const pairing = useQuery({
    queryKey: ['pairing', useId()],
    queryFn: beginPairing,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [failures, setFailures] = useState(noFailures)

  async function submit(ceremonyId: string) {
    const typed = typedWrong(password, code)
    setFailures({ fields: typed, rest: undefined })
    const [first] = Object.keys(typed)
    if (first !== undefined) return goToFieldOnceShown(fieldNames[first] ?? '')
    setIsBusy(true)
    try {
      await onSubmit({ ceremonyId, password, code })
    } catch (cause) {
      const found = fieldFailures(cause, Object.keys(fieldNames))
      setFailures(found)
      const [wrong] = Object.keys(found.fields)
      if (wrong !== undefined) goToFieldOnceShown(fieldNames[wrong] ?? '')
    } finally {
      setIsBusy(false)
    }
  }

  if (pairing.isPending) return <Skeleton lines={6} label={t('session.gate.loading')} />
  if (pairing.isError) return <Callout tone="error" title={failureText(pairing.error)} />
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void submit(pairing.data.ceremonyId)
      }}
    >
      {/* Shows a password manager which account the password is for. */}
      <input className="sr-only" type="text" autoComplete="username" value={email} readOnly tabIndex={-1} aria-hidden />
      <PasswordField
        name="newPassword"
        label={t('credentials.password.new')}
        hint={t('credentials.password.hint', { min: passwordLength.min })}
        value={password}
        onChange={setPassword}
        autoComplete="new-password"
        error={failures.fields.password}
      />
      <PairingWords {...pairing.data} />
      <TextField
        name="newCode"
        label={t('credentials.pairing.code')}
        hint={t('credentials.pairing.codeHint')}
        value={code}
        onChange={setCode}
        inputMode="numeric"
        autoComplete="one-time-code"
        mono
        narrow
        error={failures.fields.code}
      />
      <div role="alert">{failures.rest !== undefined && <Callout tone="error" title={failures.rest} />}</div>
      <Actions>
        <Button type="submit" kind="primary" busy={isBusy}>
          {action}
        </Button>
        {onCancel !== undefined && <Button onClick={onCancel}>{t('credentials.cancel')}</Button>}
      </Actions>
    </form>
  )
}

function PairingWords({ secret, uri }: Pairing) {
  return (
    <div className={styles.pairing}>
      <Suspense fallback={<Skeleton lines={6} label={t('session.gate.loading')} />}>
        <QrCode text={uri} label={t('credentials.pairing.qr')} />
      </Suspense>
      <div className={styles.words}>
        <p>{t('credentials.pairing.scan')}</p>
        <p className={styles.quiet}>{t('credentials.pairing.type')}</p>
        <p className={styles.secret} translate="no">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </p>
        <CopyButton text={secret} label={t('credentials.pairing.copy')} />
        <a href={uri}>{t('credentials.pairing.open')}</a>
      </div>
    </div>
  )
}

/** The fields of the form by the names that the server has for them, in their order. */
const fieldNames: Readonly<Record<string, string>> = { password: 'newPassword', code: 'newCode' }

function typedWrong(password: string, code: string): Readonly<Record<string, string>> {
  const count = [...password.normalize('NFC')].length
  const digits = code.replaceAll(/\s/g, '').length
  return {
    ...(count < passwordLength.min && {
      password: t('credentials.password.short', { count, min: passwordLength.min }),
    }),
    ...(digits !== 6 && { code: t('credentials.pairing.codeWrong', { count: digits }) }),
  }
}
