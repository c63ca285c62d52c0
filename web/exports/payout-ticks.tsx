import type { Payout } from '#shared/api/payout.ts'
import { countryName } from '../entry/country-options.ts'
import { MaskedEnding, shownName } from '../entry/masked.tsx'
import { amountWords } from '../entry/payout-words.ts'
import { t, tNode } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { addressOf } from '../screen/routes.ts'
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
        {t('exports.ticks.all')}
      </label>
      <Table
        label={t('exports.ticks.label')}
        rows={items}
        rowKey={({ id }) => id}
        columns={[
          {
            title: t('exports.ticks.beneficiary'),
            cell: (payout) => (
              <label className={styles.tick}>
                <input
                  type="checkbox"
                  checked={ticks.has(payout.id)}
                  onChange={(event) => tick(payout.id, event.currentTarget.checked)}
                />
                {shownName(payout)}
              </label>
            ),
          },
          {
            title: t('exports.ticks.amount'),
            isFigure: true,
            cell: ({ amount, currencyCode }) => amountWords(amount, currencyCode),
          },
          {
            title: t('exports.ticks.account'),
            named: true,
            cell: ({ masked }) => <Ending text={masked.recipientPixKey ?? masked.accountNumber} />,
          },
          { title: t('exports.ticks.country'), cell: ({ country }) => countryName(country) },
          {
            title: t('exports.ticks.reference'),
            cell: ({ id, externalReference }) => <AppLink to={addressOf.payout(id)}>{externalReference}</AppLink>,
          },
          {
            title: t('exports.ticks.approved'),
            cell: (payout) => <Approved payout={payout} />,
          },
        ]}
      />
    </>
  )
}

function Approved({ payout: { decidedAt, decidedBy } }: { readonly payout: Payout }) {
  if (decidedAt === null) return null
  const when = () => <ExactTime at={decidedAt} />
  return decidedBy === null
    ? tNode('exports.ticks.approvedBySomebody', { when })
    : tNode('exports.ticks.approvedBy', { when, name: decidedBy.name })
}

function Ending({ text }: { readonly text: string | undefined }) {
  return text === undefined ? t('exports.ticks.noAccount') : <MaskedEnding text={text} />
}
