import { useId } from 'react'
import type { Beneficiary } from '#shared/api/beneficiary.ts'
import type { Payout } from '#shared/api/payout.ts'
import { payoutPageSchema } from '#shared/api/payout-search.ts'
import { usePages } from '../api/use-pages.ts'
import { Amount, stateLabel, stateTones } from '../entry/payout-words.tsx'
import { WarningMarks } from '../entry/warning-marks.tsx'
import { t } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { addressOf } from '../screen/routes.ts'
import { useMay } from '../session/use-may.tsx'
import { Ago } from '../ui/ago.tsx'
import { DataList } from '../ui/data-list.tsx'
import type { DataColumn } from '../ui/data-table.tsx'
import { Code } from '../ui/name.tsx'
import { Badge } from '../ui/tone.tsx'
import styles from './beneficiary.module.css'

/** The payouts to this beneficiary, newest change first. */
export function PayoutsTo({ beneficiary: { id, status, erasedAt } }: { readonly beneficiary: Beneficiary }) {
  const titleId = useId()
  const mayEnter = useMay('enter')
  const search = { beneficiaryId: id }
  const pages = usePages(['payouts'], '/api/payout-searches', payoutPageSchema, { search })
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h2 id={titleId}>{t('beneficiaries.payouts.title')}</h2>
      <DataList
        label={t('beneficiaries.payouts.label')}
        columns={columns}
        pages={pages}
        rowKey={keyOf}
        href={addressOfRow}
        countWords={countWords}
        empty={
          <>
            <p className={styles.quiet}>{t('beneficiaries.payouts.none')}</p>
            {status === 'active' && erasedAt === null && mayEnter && (
              <AppLink to={addressOf.newPayoutTo(id)}>{t('beneficiaries.payouts.payFirst')}</AppLink>
            )}
          </>
        }
      />
    </section>
  )
}

const columns: readonly DataColumn<Payout>[] = [
  {
    get title() {
      return t('beneficiaries.payouts.reference')
    },
    width: 'minmax(7rem, 2fr)',
    cell: ({ externalReference }) => <Code>{externalReference}</Code>,
  },
  {
    get title() {
      return t('beneficiaries.payouts.amount')
    },
    width: 'minmax(6rem, 1.2fr)',
    isFigure: true,
    cell: (payout) => <Amount {...payout} />,
  },
  {
    get title() {
      return t('beneficiaries.payouts.state')
    },
    width: 'minmax(6rem, 1fr)',
    cell: ({ state }) => <Badge tone={stateTones[state]}>{stateLabel(state)}</Badge>,
  },
  {
    get title() {
      return t('payouts.facts.warnings')
    },
    width: 'minmax(8rem, 1.4fr)',
    wraps: true,
    cell: ({ warnings }) => <WarningMarks counts={warnings} />,
  },
  {
    get title() {
      return t('beneficiaries.payouts.changed')
    },
    width: 'minmax(5rem, 0.8fr)',
    cell: ({ updatedAt }) => <Ago at={updatedAt} />,
  },
]

function countWords(count: number): string {
  return t('beneficiaries.payouts.count', { count })
}

function keyOf({ id }: Payout): string {
  return id
}

function addressOfRow({ id }: Payout): string {
  return addressOf.payout(id)
}
