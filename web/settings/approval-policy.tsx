import { useId, useState } from 'react'
import type { RulesByCurrency } from '#shared/api/policy.ts'
import { reasonOf } from '../api/api.ts'
import { t } from '../language/translate.ts'
import { PayoutActionFailure } from '../payouts/action-failure.tsx'
import { PolicyRules } from '../proposals/policy-rules.tsx'
import { useApprovalPolicy } from '../proposals/use-policy.ts'
import { LoadAgain } from '../screen/load-again.tsx'
import { useSession } from '../session/use-session.ts'
import { Actions, Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ProposePolicy, useProposePolicy } from './propose-policy.tsx'
import styles from './settings.module.css'

/** The amounts from which a payout needs two approvals. One admin proposes a change, and another one confirms it in the list of proposals. */
export function ApprovalPolicySection() {
  const titleId = useId()
  const isOnTrust = useSession().data?.signIn === 'local'
  const policy = useApprovalPolicy()
  const [isProposing, setIsProposing] = useState(false)
  const { data } = policy
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId}>{t('settings.policy.title')}</h2>
      <p>{t('settings.policy.why', { isOnTrust: String(isOnTrust) })}</p>
      {policy.isPending && <Skeleton lines={3} label={t('settings.policy.loading')} />}
      {policy.isError && (
        <LoadAgain title={t('settings.policy.failed', { reason: reasonOf(policy.error) })} query={policy} />
      )}
      {data !== undefined && (
        <>
          <PolicyRules currencies={data.currencies} />
          <Actions>
            <Button onClick={() => setIsProposing(true)}>{t('settings.policy.change')}</Button>
          </Actions>
          {data.suggested !== null && <PolicySuggestion currencies={data.suggested} isOnTrust={data.version > 0} />}
          {isProposing && <ProposePolicy currencies={data.currencies} onClose={() => setIsProposing(false)} />}
        </>
      )}
    </section>
  )
}

interface PolicySuggestionProps {
  readonly currencies: RulesByCurrency
  /** Whether names on trust have agreed on the policy in force. */
  readonly isOnTrust: boolean
}

/** What the app itself proposes. An admin makes it theirs, changes it, or proposes to have no rules; another one then confirms that. */
function PolicySuggestion({ currencies, isOnTrust }: PolicySuggestionProps) {
  const proposing = useProposePolicy()
  const [isChanging, setIsChanging] = useState(false)
  return (
    <div className={styles.suggestion}>
      <h3>{t('settings.policy.suggested')}</h3>
      <p>{t('settings.policy.suggestedWhy', { dollars: 5_000, isOnTrust: String(isOnTrust) })}</p>
      <PolicyRules currencies={currencies} />
      <PayoutActionFailure error={proposing.error} />
      <Actions>
        <Button kind="primary" busy={proposing.isPending} onClick={() => proposing.mutate(currencies)}>
          {t('settings.policy.adopt')}
        </Button>
        <Button onClick={() => setIsChanging(true)}>{t('settings.policy.adapt')}</Button>
        <Button kind="quiet" busy={proposing.isPending} onClick={() => proposing.mutate({})}>
          {t('settings.policy.decline')}
        </Button>
      </Actions>
      {isChanging && <ProposePolicy currencies={currencies} onClose={() => setIsChanging(false)} />}
    </div>
  )
}
