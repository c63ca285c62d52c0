import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { approvalPolicySchema } from '#shared/api/policy.ts'
import { getJson, reasonOf } from '../api/api.ts'
import { t } from '../language/translate.ts'
import { PolicyRules } from '../proposals/policy-rules.tsx'
import { useSession } from '../session/use-session.ts'
import { Actions, Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Callout } from '../ui/tone.tsx'
import { ProposePolicy } from './propose-policy.tsx'

const address = '/api/approval-policy'

/** The amounts from which a payout needs two approvals. One admin proposes a change, and another one confirms it in the list of proposals. */
export function ApprovalPolicySection() {
  const titleId = useId()
  const isOnTrust = useSession().data?.signIn === 'local'
  const policy = useQuery({
    queryKey: ['approval-policy'],
    queryFn: ({ signal }) => getJson(address, approvalPolicySchema, { signal }),
  })
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
          {isProposing && <ProposePolicy currencies={data.currencies} onClose={() => setIsProposing(false)} />}
        </>
      )}
    </section>
  )
}
