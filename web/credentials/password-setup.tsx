import { useQuery } from '@tanstack/react-query'
import { Suspense, useId } from 'react'
import { passwordLength } from '#shared/api/accounts.ts'
import { t } from '../language/translate.ts'
import { laterScreen } from '../screen/loading.tsx'
import { useTexts } from '../screen/use-texts.ts'
import { failureText } from '../sign-in/failure-text.ts'
import { AccountOfPassword, CodeField, digitsOf } from '../sign-in/password-form.tsx'
import { useAttempt } from '../sign-in/use-attempt.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Form } from '../ui/form.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Callout } from '../ui/tone.tsx'
import styles from './credentials.module.css'

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
  const { isBusy, failure, begin } = useAttempt()
  const { texts, field, send } = useTexts('new', { password: '', code: '' }, ({ password, code }) => {
    const count = [...password.normalize('NFC')].length
    const digits = digitsOf(code).length
    return {
      password: count < passwordLength.min && t('credentials.password.short', { count, min: passwordLength.min }),
      code: digits !== 6 && t('credentials.pairing.codeWrong', { count: digits }),
    }
  })
  if (pairing.isPending) return <Skeleton lines={6} label={t('session.gate.loading')} />
  if (pairing.isError) return <Callout tone="error" title={failureText(pairing.error)} />
  const { ceremonyId } = pairing.data
  return (
    <div className={styles.form}>
      <Form
        action={action}
        isBusy={isBusy}
        failure={failure}
        onSubmit={() => begin(() => send(() => onSubmit({ ceremonyId, ...texts })))}
        onCancel={onCancel}
      >
        <AccountOfPassword email={email} />
        <PasswordField
          {...field('password')}
          label={t('credentials.password.new')}
          hint={t('credentials.password.hint', { min: passwordLength.min })}
          autoComplete="new-password"
        />
        <PairingWords {...pairing.data} />
        <CodeField {...field('code')} label={t('credentials.pairing.code')} hint={t('credentials.pairing.codeHint')} />
      </Form>
    </div>
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
