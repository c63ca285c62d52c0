import { t } from '../language/translate.ts'
import { useTexts } from '../screen/use-texts.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { Form } from '../ui/form.tsx'
import { TextField } from '../ui/text-field.tsx'
import { spendRecoveryCode } from './sign-in-calls.ts'
import styles from './sign-in-ways.module.css'
import { useAttempt } from './use-attempt.ts'

/** Help for a person without passkey and authenticator app: a recovery code, or a link by an admin. */
export function WithoutEither({ onEnrol }: { readonly onEnrol: (token: string) => void }) {
  const attempt = useAttempt()
  const { texts, field, isSound } = useTexts('recovery', { email: '', code: '' }, ({ email, code }) => ({
    email: email.trim() === '' && t('signIn.password.emailMissing'),
    code: code.trim() === '' && t('signIn.recovery.codeMissing'),
  }))
  return (
    <Disclosure summary={t('signIn.recovery.summary')}>
      <div className={styles.ways}>
        <p>{t('signIn.recovery.explained')}</p>
        <Form
          action={t('signIn.recovery.use')}
          kind="quiet"
          isBusy={attempt.isBusy}
          failure={attempt.failure}
          onSubmit={() =>
            isSound() && attempt.begin(async () => onEnrol(await spendRecoveryCode(texts.email, texts.code)))
          }
        >
          <TextField {...field('email')} label={t('signIn.password.email')} inputMode="email" autoComplete="username" />
          <TextField {...field('code')} label={t('signIn.recovery.code')} mono />
        </Form>
        <p className={styles.quiet}>{t('signIn.recovery.noCode')}</p>
      </div>
    </Disclosure>
  )
}
