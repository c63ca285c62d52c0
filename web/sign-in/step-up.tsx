import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { accountSchema } from '#shared/api/own-account.ts'
import type { Person, Session } from '#shared/api/session.ts'
import { ApiProblem, getJson } from '../api/api.ts'
import { knowsPasskeys } from '../api/passkey.ts'
import { type SignInGate, signInGate, stepUpGate } from '../api/sign-in-gate.ts'
import { t } from '../language/translate.ts'
import { onOtherTab, readSession, useSession } from '../session/use-session.ts'
import { Actions, Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/form.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProviderButton } from './provider.tsx'
import { stepUpWithPasskey, stepUpWithPassword } from './sign-in-calls.ts'
import styles from './sign-in-ways.module.css'
import { useAttempt } from './use-attempt.ts'

export interface StepUpProps {
  readonly person: Person
  /** Where the calls wait. */
  readonly gate?: SignInGate
  /** The change of how the person signs in that the proof is to confirm; a proof for another tab confirms none. */
  readonly change?: string | undefined
}

/** Asks for a new proof of identity before an action continues. The page below is unchanged. */
export function StepUp({ person, gate = stepUpGate, change }: StepUpProps) {
  const queryClient = useQueryClient()
  const session = useSession().data
  function goOn(proven: Session) {
    queryClient.setQueryData(['session'], proven)
    gate.answer(true)
  }
  useOtherTabs(person, (proven) => change === undefined && goOn(proven))
  const cancel = <Button onClick={() => gate.answer(false)}>{t('signIn.stepUp.cancel')}</Button>
  return (
    <Dialog
      title={t('signIn.stepUp.title')}
      description={change === undefined ? t('signIn.stepUp.why') : t('signIn.stepUp.change')}
      onClose={() => gate.answer(false)}
    >
      {session?.signIn === 'oidc' ? (
        <>
          <p>{t('signIn.provider.otherTab')}</p>
          <Actions>
            <ProviderButton path="/api/session/proof/oidc" />
            {cancel}
          </Actions>
        </>
      ) : (
        <OwnWays
          gate={gate}
          change={change}
          hasPasskey={session?.hasPasskey ?? false}
          onProven={goOn}
          cancel={cancel}
        />
      )}
    </Dialog>
  )
}

interface OwnWaysProps extends Required<Pick<StepUpProps, 'gate' | 'change'>> {
  readonly hasPasskey: boolean
  readonly onProven: (session: Session) => void
  readonly cancel: ReactNode
}

function OwnWays({ gate, change, hasPasskey, onProven, cancel }: OwnWaysProps) {
  const byPasskey = useAttempt()
  const byPassword = useAttempt()
  const account = useQuery({
    queryKey: ['account'],
    queryFn: ({ signal }) => getJson('/api/account', accountSchema, { signal }),
  })
  const canTouch = hasPasskey && knowsPasskeys()
  // A person with a passkey confirms a change with it, and never with the password.
  const takesPassword = account.data?.hasPassword === true && (change === undefined || !hasPasskey)
  const prove = (way: () => Promise<Session>) => async () => {
    const proven = await orSignIn(gate, way)
    if (proven !== undefined) onProven(proven)
  }
  if (!canTouch && account.isPending) return <Skeleton lines={3} label={t('session.gate.loading')} />
  return (
    <div className={styles.ways}>
      {canTouch && (
        <Actions>
          <Button
            kind="primary"
            busy={byPasskey.isBusy}
            onClick={() => byPasskey.begin(prove(() => stepUpWithPasskey(change)))}
          >
            {t('signIn.passkey.prove')}
          </Button>
          {cancel}
        </Actions>
      )}
      <FailureNotice text={byPasskey.failure} />
      {takesPassword && account.data !== undefined && (
        <>
          {canTouch && <h3 className={styles.or}>{t('signIn.password.title')}</h3>}
          <PasswordForm
            action={t('signIn.stepUp.confirm')}
            isPrimary={!canTouch}
            email={account.data.email ?? account.data.name}
            attempt={byPassword}
            onSubmit={(typed) => prove(() => stepUpWithPassword(typed, change))()}
          />
        </>
      )}
      {change !== undefined && hasPasskey && <p className={styles.quiet}>{t('signIn.stepUp.lost')}</p>}
      {!canTouch && <Actions>{cancel}</Actions>}
    </div>
  )
}

/** If the session has ended in the meantime, signs in again, which is a proof too; undefined: the action continues with that. */
async function orSignIn(gate: SignInGate, way: () => Promise<Session>): Promise<Session | undefined> {
  try {
    return await way()
  } catch (error) {
    if (!(error instanceof ApiProblem && error.problem.code === 'SIGN_IN_REQUIRED')) throw error
    gate.answer(await signInGate.ask(undefined, error.problem.params?.why))
    return undefined
  }
}

/** The provider was opened in another tab: the cookie that it has set is shared by this tab. */
function useOtherTabs(person: Person, onProven: (session: Session) => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it does is the same each time
  useEffect(
    () =>
      onOtherTab(async (now) => {
        if (now?.id !== person.id) return
        const session = await readSession()
        if (session.person?.id === person.id && session.session !== null) onProven(session)
      }),
    [person.id],
  )
}
