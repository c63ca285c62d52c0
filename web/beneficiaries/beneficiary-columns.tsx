import type { Beneficiary } from '#shared/api/beneficiary.ts'
import { bankNameOf, countryName } from '../payouts/country-options.ts'
import { Ago } from '../ui/ago.tsx'
import { Badge } from '../ui/badge.tsx'
import type { DataColumn } from '../ui/data-table.tsx'
import { MaskedEnding } from './masked-ending.tsx'

/** What the book says of each in one line: enough to tell two people of one name apart, no whole number. */
export const beneficiaryColumns: readonly DataColumn<Beneficiary>[] = [
  { title: 'Name', width: 'minmax(11rem, 3fr)', cell: ({ name }) => name },
  { title: 'Country', width: 'minmax(5rem, 1.2fr)', cell: ({ country }) => countryName(country) },
  {
    title: 'Document',
    width: 'minmax(5rem, 1fr)',
    named: true,
    cell: ({ masked }) => <Ending text={masked.documentNumber} />,
  },
  {
    title: 'Account',
    width: 'minmax(5rem, 2.2fr)',
    named: true,
    cell: (row) => <Account {...row} />,
  },
  {
    title: 'Last payout',
    width: 'minmax(5.5rem, 1fr)',
    named: true,
    cell: ({ lastPayoutAt }) => (lastPayoutAt === null ? <span>never</span> : <Ago at={lastPayoutAt} />),
  },
  {
    title: 'Status',
    width: 'minmax(5.5rem, 0.8fr)',
    cell: ({ status, erasedAt }) => {
      if (erasedAt !== null) return <Badge>Erased</Badge>
      return status === 'archived' ? <Badge>Archived</Badge> : 'Active'
    },
  },
]

function Account({ country, bankName, masked }: Beneficiary) {
  const number = masked.accountNumber ?? masked.recipientPixKey
  return (
    <>
      <Ending text={number} />
      {bankName !== '' && <span> · {bankNameOf(country, bankName)}</span>}
    </>
  )
}

/** The end of a number; a dash where there is none. */
function Ending({ text }: { readonly text: string | undefined }) {
  return text === undefined ? '–' : <MaskedEnding text={text} />
}
