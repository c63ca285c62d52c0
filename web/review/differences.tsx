import type { RevealedPayout } from '#shared/api/payout.ts'
import { isEntryField } from '#shared/rule-book/entry-fields.ts'
import { fieldLabel } from '#shared/rule-book/field-label.ts'
import { Ago } from '../ui/ago.tsx'
import { Ledger, LedgerRow } from '../ui/ledger.tsx'
import styles from './review.module.css'

/** What is otherwise than in the last payout that was given out to this beneficiary. */
export function Differences({ since }: { readonly since: RevealedPayout['sinceLastPayout'] }) {
  if (since === null) return <p className={styles.quiet}>First payout to this beneficiary.</p>
  return (
    <section>
      <h3>
        Since the last payout, <Ago at={since.exportedAt} />
      </h3>
      {since.differences.length === 0 ? (
        <p className={styles.quiet}>Nothing is different.</p>
      ) : (
        <Ledger label="Differences since the last payout">
          {since.differences.map(({ field, before, now }) => (
            <LedgerRow
              key={field}
              name={isEntryField(field) ? fieldLabel(field) : field}
              value={now ?? undefined}
              missing="left out now"
              mono
              note={`was ${before ?? 'left out'}`}
              tone={isAccount(field) ? 'warning' : 'info'}
            />
          ))}
        </Ledger>
      )}
    </section>
  )
}

function isAccount(field: string): boolean {
  return ['bankName', 'accountNumber', 'accountAgencyNumber', 'recipientPixKey', 'documentNumber'].includes(field)
}
