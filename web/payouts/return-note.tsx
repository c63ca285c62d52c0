import type { Payout } from '#shared/api/payout.ts'
import { t } from '../language/translate.ts'
import { Ago } from '../ui/ago.tsx'
import { Callout } from '../ui/tone.tsx'
import styles from './payout-page.module.css'

/** Why a payout was returned; visible until it is approved. */
export function ReturnNote({ payout }: { readonly payout: Payout }) {
  const { comment, decidedAt, state } = payout
  if (comment === null)
    return state === 'returned' ? <Callout tone="warning" title={t('payouts.returned.rulesChanged')} /> : null
  return (
    <Callout tone="warning" title={returnedWords(payout)}>
      <p className={styles.comment}>{comment}</p>
      {decidedAt !== null && (
        <p className={styles.next}>
          <Ago at={decidedAt} />
        </p>
      )}
    </Callout>
  )
}

/** It may have been sent to review again since. */
function returnedWords({ state, decidedBy }: Payout): string {
  const isReturned = state === 'returned'
  if (decidedBy === null) return t(isReturned ? 'payouts.returned.bySomebody' : 'payouts.returned.before')
  return t(isReturned ? 'payouts.returned.by' : 'payouts.returned.beforeBy', { name: decidedBy.name })
}
