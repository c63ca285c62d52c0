import { useId, useState } from 'react'
import { reasonOf } from '../api/api.ts'
import { t } from '../language/translate.ts'
import { PolicyRules } from '../proposals/policy-rules.tsx'
import { useApprovalPolicy } from '../proposals/use-policy.ts'
import { useSession } from '../session/use-session.ts'
import { Actions, Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Callout } from '../ui/tone.tsx'
import { PolicySuggestion } from './policy-suggestion.tsx'
import { ProposePolicy } from './propose-policy.tsx'

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
        <Callout
          tone="error"
          title={t('settings.policy.failed', { reason: reasonOf(policy.error) })}
          action={
            <Button busy={policy.isFetching} onClick={() => void policy.refetch()}>
              {t('app.load.again')}
            </Button>
          }
        />
      )}
      {data !== undefined && (
        <>
          <PolicyRules currencies={data.currencies} />
          <Actions>
            <Button onClick={() => setIsProposing(true)}>{t('settings.policy.change')}</Button>
          </Actions>
          {data.suggested !== null && <PolicySuggestion currencies={data.suggested} />}
          {isProposing && <ProposePolicy currencies={data.currencies} onClose={() => setIsProposing(false)} />}
        </>
      )}
    </section>
  )
}
