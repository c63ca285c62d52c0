import type { Payout } from '#shared/api/payout.ts'
import { AppLink } from '../app/app-link.tsx'
import { addressOf } from '../app/routes.ts'
import { MaskedEnding } from '../beneficiaries/masked-ending.tsx'
import { countryName } from '../payouts/country-options.ts'
import { amountWords } from '../payouts/payout-words.ts'
import { Table } from '../ui/table.tsx'
import { ExactTime } from './exact-time.tsx'
import styles from './exports.module.css'

export interface PayoutTicksProps {
  readonly items: readonly Payout[]
  /** Ids of those that are ticked. */
  readonly ticks: ReadonlySet<string>
  readonly onChange: (ticks: ReadonlySet<string>) => void
}

/** The approved payouts, each with a tick, and one tick for all. */
export function PayoutTicks({ items, ticks, onChange }: PayoutTicksProps) {
  const areAll = items.every(({ id }) => ticks.has(id))
  function tick(id: string, isTicked: boolean) {
    const next = new Set(ticks)
    if (isTicked) next.add(id)
    else next.delete(id)
    onChange(next)
  }
  return (
    <>
      <label className={styles.tick}>
        <input
          type="checkbox"
          checked={areAll}
          onChange={() => onChange(new Set(areAll ? [] : items.map(({ id }) => id)))}
        />
        All that are shown
      </label>
      <Table
        label="Approved payouts"
        rows={items}
        rowKey={({ id }) => id}
        columns={[
          {
            title: 'Beneficiary',
            cell: ({ id, name }) => (
              <label className={styles.tick}>
                <input
                  type="checkbox"
                  checked={ticks.has(id)}
                  onChange={(event) => tick(id, event.currentTarget.checked)}
                />
                {name}
              </label>
            ),
          },
          { title: 'Amount', isFigure: true, cell: ({ amount, currencyCode }) => amountWords(amount, currencyCode) },
          {
            title: 'Account',
            named: true,
            cell: ({ masked }) => <Ending text={masked.recipientPixKey ?? masked.accountNumber} />,
          },
          { title: 'Country', cell: ({ country }) => countryName(country) },
          {
            title: 'Reference',
            cell: ({ id, externalReference }) => <AppLink to={addressOf.payout(id)}>{externalReference}</AppLink>,
          },
          {
            title: 'Approved',
            cell: ({ decidedAt, decidedBy }) =>
              decidedAt !== null && (
                <>
                  <ExactTime at={decidedAt} /> by {decidedBy?.name ?? 'somebody'}
                </>
              ),
          },
        ]}
      />
    </>
  )
}

function Ending({ text }: { readonly text: string | undefined }) {
  return text === undefined ? 'none' : <MaskedEnding text={text} />
}
