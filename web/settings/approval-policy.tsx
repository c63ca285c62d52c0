import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type ApprovalPolicy, approvalPolicySchema, type RulesByCurrency } from '#shared/api/policy.ts'
import { deleteJson, getJson, postJson, reasonOf } from '../api/api.ts'
import { invalidateAll } from '../api/queries.ts'
import { amountWords } from '../entry/payout-words.tsx'
import { t, tNode } from '../language/translate.ts'
import { PayoutActionFailure } from '../payouts/action-failure.tsx'
import { focusHeading } from '../screen/page.tsx'
import { usePersonIfAny } from '../session/use-person.ts'
import { Ago } from '../ui/ago.tsx'
import { Actions, Button } from '../ui/button.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Callout, Note } from '../ui/tone.tsx'
import { linesOf, ProposePolicy } from './propose-policy.tsx'
import styles from './settings.module.css'

const address = '/api/approval-policy'

/** The amounts from which a payout needs two approvals. One admin proposes a change, another one confirms it; until then the old policy applies. */
export function ApprovalPolicySection() {
  const titleId = useId()
  const policy = useQuery({
    queryKey: ['approval-policy'],
    queryFn: ({ signal }) => getJson(address, approvalPolicySchema, { signal }),
  })
  const [isProposing, setIsProposing] = useState(false)
  const { data } = policy
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId}>{t('settings.policy.title')}</h2>
      <p>{t('settings.policy.why')}</p>
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
          <div className={styles.both}>
            <div>
              <h3>{t('settings.policy.inForce')}</h3>
              <Rules currencies={data.currencies} />
            </div>
            {data.proposal !== null && <Proposal proposal={data.proposal} />}
          </div>
          <Actions>
            <Button onClick={() => setIsProposing(true)}>
              {t(data.proposal === null ? 'settings.policy.change' : 'settings.policy.changeAgain')}
            </Button>
          </Actions>
          {isProposing && (
            <ProposePolicy
              currencies={data.proposal?.currencies ?? data.currencies}
              onClose={() => setIsProposing(false)}
            />
          )}
        </>
      )}
    </section>
  )
}

function Rules({ currencies }: { readonly currencies: RulesByCurrency }) {
  const lines = linesOf(currencies)
  if (lines.length === 0) return <p className={styles.quiet}>{t('settings.policy.oneAlways')}</p>
  return (
    <ul className={styles.rules}>
      {lines.map(({ currency, above, approvals, appliesTo }) => (
        <li key={`${currency} ${above} ${appliesTo}`}>
          {t('settings.policy.rule', { amount: amountWords(above, currency), approvals, appliesTo })}
        </li>
      ))}
    </ul>
  )
}

/** A change that waits for another admin: the one who proposed it cannot confirm it. */
function Proposal({
  proposal: { id, currencies, by, at },
}: {
  readonly proposal: NonNullable<ApprovalPolicy['proposal']>
}) {
  const person = usePersonIfAny()
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const isOwn = person?.id === by.id
  const decide = useMutation({
    mutationFn: async (act: 'confirm' | 'withdraw') => {
      const path = `${address}/proposals/${encodeURIComponent(id)}`
      if (act === 'confirm') await postJson(`${path}/confirm`, undefined, approvalPolicySchema)
      else await deleteJson(path)
      return act
    },
    onSuccess(act) {
      // Its buttons go with it.
      focusHeading()
      announce(t(act === 'confirm' ? 'settings.policy.confirmed' : 'settings.policy.withdrawn'))
    },
    onSettled: () => invalidateAll(queryClient),
  })
  return (
    <div>
      <h3>{t('settings.policy.proposed')}</h3>
      <p className={styles.quiet}>{tNode('settings.policy.by', { name: by.name, ago: () => <Ago at={at} /> })}</p>
      <Rules currencies={currencies} />
      {isOwn && <Note>{t('settings.policy.ownProposal')}</Note>}
      <PayoutActionFailure error={decide.error} />
      <Actions>
        {!isOwn && (
          <Button kind="primary" busy={decide.isPending} onClick={() => decide.mutate('confirm')}>
            {t('settings.policy.confirm')}
          </Button>
        )}
        <Button busy={decide.isPending} onClick={() => decide.mutate('withdraw')}>
          {t(isOwn ? 'settings.policy.withdraw' : 'settings.policy.reject')}
        </Button>
      </Actions>
    </div>
  )
}
