import { useEffect, useState } from 'react'
import type { Session } from '#shared/api/session.ts'
import { PasskeyFailure } from '../api/api.ts'
import { fillsInPasskeys, knowsPasskeys, stopWaitingForPasskey } from '../api/passkey.ts'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { FailureNotice } from '../ui/form.tsx'
import { Note } from '../ui/tone.tsx'
import { failureText } from './failure-text.ts'
import { PasswordForm } from './password-form.tsx'
import { signInWithPasskey, signInWithPassword } from './sign-in-calls.ts'
import styles from './sign-in-ways.module.css'
import { useAttempt } from './use-attempt.ts'

/** Signs in with a passkey, which the browser also offers below the field of the e-mail address, or with password and code. */
export function SignInWays({ onSignedIn }: { readonly onSignedIn: (session: Session) => Promise<void> }) {
  const byPasskey = useAttempt()
  const byPassword = useAttempt()
  const offerFailure = useAutofill(onSignedIn, byPasskey.isBusy)
  const failure = byPasskey.failure ?? offerFailure
  return (
    <div className={styles.ways}>
      {knowsPasskeys() ? (
        <div className={styles.passkey}>
          <Button
            kind="primary"
            busy={byPasskey.isBusy}
            onClick={() => byPasskey.begin(async () => onSignedIn(await signInWithPasskey(false)))}
          >
            {t('signIn.passkey.signIn')}
          </Button>
          <p className={styles.quiet}>{t('signIn.passkey.hint')}</p>
        </div>
      ) : (
        <Note>{t('signIn.passkey.unknown')}</Note>
      )}
      <FailureNotice text={failure} />
      <h2 className={styles.or}>{t('signIn.password.title')}</h2>
      <PasswordForm
        action={t('signIn.password.signIn')}
        isPrimary={!knowsPasskeys()}
        attempt={byPassword}
        onSubmit={async (typed) => onSignedIn(await signInWithPassword(typed))}
      />
    </div>
  )
}

/** A challenge is valid for five minutes: it is replaced before that. */
const freshForMs = 4 * 60_000

/** Offers passkeys below the field until one is chosen; paused while the button asks for one, as a browser handles one request at a time. */
function useAutofill(onSignedIn: (session: Session) => Promise<void>, isPaused: boolean): string | undefined {
  const [failure, setFailure] = useState<string>()
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks for another challenge
  useEffect(() => {
    if (isPaused) return setFailure(undefined)
    let isHere = true
    const timer = setTimeout(() => setRound(round + 1), freshForMs)
    offerPasskeys().then(
      (session) => isHere && session !== undefined && void onSignedIn(session),
      (cause: unknown) => isHere && setFailure(failureText(cause)),
    )
    return () => {
      isHere = false
      clearTimeout(timer)
      void stopWaitingForPasskey()
    }
  }, [isPaused, round])
  return failure
}

/** Undefined where none was chosen: for a person who types a password that is no failure. */
async function offerPasskeys(): Promise<Session | undefined> {
  if (!(await fillsInPasskeys())) return undefined
  try {
    return await signInWithPasskey(true)
  } catch (error) {
    if (error instanceof PasskeyFailure) return undefined
    throw error
  }
}
