import type { Payout } from '#shared/api/payout.ts'
import { Ago } from '../ui/ago.tsx'
import { Callout } from '../ui/callout.tsx'
import styles from './payout-page.module.css'

/** Why a payout was returned; it stays in sight until somebody approves it. */
export function ReturnNote({ payout: { state, comment, decidedBy, decidedAt } }: { readonly payout: Payout }) {
  if (comment === null) return null
  const who = decidedBy === null ? '' : ` by ${decidedBy.name}`
  return (
    <Callout tone="warning" title={state === 'returned' ? `Returned${who}` : `Returned before${who}`}>
      <p className={styles.comment}>{comment}</p>
      {decidedAt !== null && (
        <p className={styles.next}>
          <Ago at={decidedAt} />
        </p>
      )}
    </Callout>
  )
}
