import type { Payout } from '#shared/api/payout.ts'
import { countryName } from '../entry/country-options.ts'
import { MaskedEnding, shownName } from '../entry/masked.tsx'
import { amountWords, stateLabel, stateTones } from '../entry/payout-words.ts'
import { t } from '../language/translate.ts'
import { Ago } from '../ui/ago.tsx'
import { Badge } from '../ui/badge.tsx'
import type { DataColumn } from '../ui/data-table.tsx'

/** How a list shows a payout: who, how much, where to, how it stands. */
export const payoutColumns: readonly DataColumn<Payout>[] = [
  {
    get title() {
      return t('payouts.column.beneficiary')
    },
    width: 'minmax(7rem, 1.4fr)',
    wraps: true,
    cell: (payout) => shownName(payout),
  },
  {
    get title() {
      return t('payouts.column.amount')
    },
    width: 'minmax(8.5rem, 1.2fr)',
    isFigure: true,
    cell: ({ amount, currencyCode }) => amountWords(amount, currencyCode),
  },
  {
    get title() {
      return t('payouts.column.country')
    },
    width: 'minmax(6.5rem, 1.1fr)',
    wraps: true,
    cell: ({ country }) => countryName(country),
  },
  {
    get title() {
      return t('payouts.column.account')
    },
    width: 'minmax(5rem, 1.15fr)',
    named: true,
    wraps: true,
    cell: ({ masked }) => <Ending text={masked.accountNumber ?? masked.recipientPixKey} />,
  },
  {
    get title() {
      return t('payouts.column.reference')
    },
    width: 'minmax(7.75rem, 1.05fr)',
    wraps: true,
    named: true,
    cell: ({ externalReference }) => externalReference,
  },
  {
    get title() {
      return t('payouts.column.state')
    },
    // The same in each row, or the columns would not stand below each other.
    width: '7.5rem',
    wraps: true,
    cell: (payout) => <State payout={payout} />,
  },
  {
    get title() {
      return t('payouts.column.changed')
    },
    width: '5.5rem',
    wraps: true,
    cell: ({ updatedAt }) => <Ago at={updatedAt} />,
  },
]

function State({ payout: { state, testMode } }: { readonly payout: Payout }) {
  return (
    <>
      <Badge tone={stateTones[state]}>{stateLabel(state)}</Badge>
      {testMode && <Badge tone="sandbox">{t('payouts.column.test')}</Badge>}
    </>
  )
}

function Ending({ text }: { readonly text: string | undefined }) {
  return text === undefined ? '' : <MaskedEnding text={text} />
}
