import { t } from '../language/translate.ts'
import { useTexts } from '../screen/use-texts.ts'
import { Form } from '../ui/form.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { TextField, type TextFieldProps } from '../ui/text-field.tsx'
import type { TypedPassword } from './sign-in-calls.ts'
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
  const { texts, field, isSound } = useTexts('signIn', { ...blank }, (typed) => ({
    email: email === undefined && typed.email.trim() === '' && t('signIn.password.emailMissing'),
    password: typed.password === '' && t('signIn.password.passwordMissing'),
    code:
      !/^\d{6}$/.test(digitsOf(typed.code)) && t('signIn.password.codeWrong', { count: digitsOf(typed.code).length }),
  }))
  return (
    <Form
      action={action}
      kind={isPrimary ? 'primary' : 'quiet'}
      isBusy={attempt.isBusy}
      failure={attempt.failure}
      onSubmit={() => isSound() && attempt.begin(() => onSubmit({ ...texts, email: email ?? texts.email }))}
    >
      {email === undefined ? (
        <TextField
          {...field('email')}
          label={t('signIn.password.email')}
          inputMode="email"
          autoComplete="username webauthn"
        />
      ) : (
        <AccountOfPassword email={email} />
      )}
      <PasswordField {...field('password')} label={t('signIn.password.password')} autoComplete="current-password" />
      <CodeField {...field('code')} label={t('signIn.password.code')} hint={t('signIn.password.codeHint')} />
    </Form>
  )
}

/** Shows a password manager which account the password is for. */
export function AccountOfPassword({ email }: { readonly email: string }) {
  return (
    <input className="sr-only" type="text" autoComplete="username" value={email} readOnly tabIndex={-1} aria-hidden />
  )
}

/** The six digits of an authenticator app. */
export function CodeField(props: Pick<TextFieldProps, 'name' | 'label' | 'hint' | 'value' | 'onChange' | 'error'>) {
  return <TextField {...props} inputMode="numeric" autoComplete="one-time-code" mono narrow />
}

export function digitsOf(code: string): string {
  return code.replaceAll(/\s/g, '')
}
