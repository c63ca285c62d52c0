import type { Beneficiary } from '#shared/api/beneficiary.ts'
import { countryName } from '../entry/country-options.ts'
import { bankNameOf } from '../entry/entry-words.ts'
import { MaskedEnding, shownName } from '../entry/masked.tsx'
import { t } from '../language/translate.ts'
import { Ago } from '../ui/ago.tsx'
import { Badge } from '../ui/badge.tsx'
import type { DataColumn } from '../ui/data-table.tsx'

/** What the book says of each in one line: enough to tell two people of one name apart, no whole number. */
export const beneficiaryColumns: readonly DataColumn<Beneficiary>[] = [
  {
    get title() {
      return t('beneficiaries.list.name')
    },
    width: 'minmax(11rem, 3fr)',
    cell: (beneficiary) => shownName(beneficiary),
  },
  {
    get title() {
      return t('beneficiaries.list.country')
    },
    width: 'minmax(5rem, 1.2fr)',
    wraps: true,
    cell: ({ country }) => countryName(country),
  },
  {
    get title() {
      return t('beneficiaries.list.document')
    },
    width: 'minmax(5rem, 1fr)',
    named: true,
    cell: ({ masked }) => <Ending text={masked.documentNumber} />,
  },
  {
    get title() {
      return t('beneficiaries.list.account')
    },
    width: 'minmax(5rem, 2.2fr)',
    named: true,
    wraps: true,
    cell: (row) => <Account {...row} />,
  },
  {
    get title() {
      return t('beneficiaries.list.lastPayout')
    },
    width: 'minmax(8.5rem, 1fr)',
    named: true,
    cell: ({ lastPayoutAt }) =>
      lastPayoutAt === null ? <span>{t('beneficiaries.list.never')}</span> : <Ago at={lastPayoutAt} />,
  },
  {
    get title() {
      return t('beneficiaries.list.status')
    },
    width: 'minmax(5.5rem, 0.8fr)',
    cell: ({ status, erasedAt }) => {
      if (erasedAt !== null) return <Badge>{t('beneficiaries.status.erased')}</Badge>
      return status === 'archived' ? (
        <Badge>{t('beneficiaries.status.archived')}</Badge>
      ) : (
        t('beneficiaries.status.active')
      )
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
