import { useId } from 'react'
import type { Beneficiary } from '#shared/api/beneficiary.ts'
import { type Payout, payoutPageSchema } from '#shared/api/payout.ts'
import { postJson } from '../app/api.ts'
import { addressOf } from '../app/routes.ts'
import { usePages } from '../app/use-pages.ts'
import { amountWords, stateWords } from '../payouts/payout-words.ts'
import { Ago } from '../ui/ago.tsx'
import { Badge } from '../ui/badge.tsx'
import { DataList } from '../ui/data-list.tsx'
import type { DataColumn } from '../ui/data-table.tsx'
import styles from './beneficiary.module.css'

/** What this beneficiary was paid or is to be paid, newest change first. */
export function PayoutsTo({ beneficiary: { id } }: { readonly beneficiary: Beneficiary }) {
  const titleId = useId()
  const pages = usePages(['payouts', { beneficiaryId: id }], (cursor, signal) =>
    postJson('/api/payout-searches', { beneficiaryId: id, ...(cursor && { cursor }) }, payoutPageSchema, { signal }),
  )
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h2 id={titleId}>Payouts</h2>
      <DataList
        label="Payouts to this beneficiary"
        columns={columns}
        pages={pages}
        rowKey={keyOf}
        href={addressOfRow}
        nouns={nouns}
        empty={<p className={styles.quiet}>No payout yet. Press Pay to enter the first.</p>}
      />
    </section>
  )
}

const columns: readonly DataColumn<Payout>[] = [
  { title: 'Reference', width: 'minmax(7rem, 2fr)', cell: ({ externalReference }) => externalReference },
  {
    title: 'Amount',
    width: 'minmax(6rem, 1.2fr)',
    isFigure: true,
    cell: ({ amount, currencyCode }) => amountWords(amount, currencyCode),
  },
  {
    title: 'State',
    width: 'minmax(6rem, 1fr)',
    cell: ({ state }) => <Badge tone={stateWords[state].tone}>{stateWords[state].label}</Badge>,
  },
  { title: 'Changed', width: 'minmax(5rem, 0.8fr)', cell: ({ updatedAt }) => <Ago at={updatedAt} /> },
]

const nouns = ['payout', 'payouts'] as const

function keyOf({ id }: Payout): string {
  return id
}

function addressOfRow({ id }: Payout): string {
  return addressOf.payout(id)
}
