import type { Payout } from '#shared/api/payout.ts'
import { MaskedEnding } from '../beneficiaries/masked-ending.tsx'
import { Ago } from '../ui/ago.tsx'
import { Badge } from '../ui/badge.tsx'
import type { DataColumn } from '../ui/data-table.tsx'
import { countryName } from './country-options.ts'
import { amountWords, stateWords } from './payout-words.ts'

/** How a list shows a payout: who, how much, where to, how it stands. */
export const payoutColumns: readonly DataColumn<Payout>[] = [
  { title: 'Beneficiary', width: 'minmax(10rem, 2fr)', cell: ({ name }) => name },
  {
    title: 'Amount',
    width: 'minmax(8rem, 1fr)',
    isFigure: true,
    cell: ({ amount, currencyCode }) => amountWords(amount, currencyCode),
  },
  { title: 'Country', width: 'minmax(6rem, 1fr)', cell: ({ country }) => countryName(country) },
  {
    title: 'Account',
    width: 'minmax(6rem, 1fr)',
    named: true,
    cell: ({ masked }) => <Ending text={masked.accountNumber ?? masked.recipientPixKey} />,
  },
  { title: 'Reference', width: 'minmax(7rem, 1fr)', named: true, cell: ({ externalReference }) => externalReference },
  { title: 'State', width: 'minmax(7rem, auto)', cell: (payout) => <State payout={payout} /> },
  { title: 'Changed', width: 'minmax(6rem, auto)', cell: ({ updatedAt }) => <Ago at={updatedAt} /> },
]

function State({ payout: { state, testMode } }: { readonly payout: Payout }) {
  const { label, tone } = stateWords[state]
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {testMode && <Badge tone="sandbox">Test</Badge>}
    </>
  )
}

function Ending({ text }: { readonly text: string | undefined }) {
  return text === undefined ? '' : <MaskedEnding text={text} />
}
