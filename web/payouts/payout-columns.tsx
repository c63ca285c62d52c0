import { Link } from 'wouter'
import type { Payout } from '#shared/api/payout.ts'
import type { PayoutSort } from '#shared/api/payout-search.ts'
import { useBankNames } from '../api/bank-names.ts'
import { bankNameOf, hasBank } from '../entry/bank-words.ts'
import { countryNameByCode } from '../entry/country-options.ts'
import { Amount, MaskedEnding, ShownName, stateLabel, stateTones } from '../entry/payout-words.tsx'
import { TestSign, WarningSigns } from '../entry/warning-marks.tsx'
import { t } from '../language/translate.ts'
import { addressOf } from '../screen/routes.ts'
import { Ago } from '../ui/ago.tsx'
import type { DataColumn } from '../ui/data-table.tsx'
import { Code, Name } from '../ui/name.tsx'
import { Badge } from '../ui/tone.tsx'
import { ApprovalsMark } from './approvals-way.tsx'
import { OutcomeMark } from './outcome-mark.tsx'
import { isOnItsWay, PayAgainLink } from './pay-again.tsx'

interface PayoutColumn extends DataColumn<Payout> {
  readonly sort?: PayoutSort
}

/** A payout in one line of a list, which is a grid of its own: only the first two tracks, whose edges are those of all lines, depend on it: beneficiary, amount, destination, state, author and last change. */
export const payoutColumns: readonly PayoutColumn[] = [
  {
    get title() {
      return t('payouts.column.beneficiary')
    },
    // It takes what the amount of its row leaves.
    width: 'minmax(0, 1fr)',
    sort: 'name',
    cell: (payout) => <ShownName of={payout} />,
  },
  {
    get title() {
      return t('payouts.column.amount')
    },
    width: 'minmax(5rem, auto)',
    isFigure: true,
    narrow: 'beside',
    sort: 'amount',
    cell: (payout) => <Amount {...payout} />,
  },
  {
    get title() {
      return t('payouts.column.state')
    },
    // The same width in each row, so that the columns are aligned.
    width: '7.25rem',
    cell: (payout) => (
      <>
        <StateOrErrors of={payout} />
        <OutcomeMark of={payout} />
      </>
    ),
  },
  {
    get title() {
      return t('payouts.column.warnings')
    },
    width: '4.5rem',
    cell: (payout) => (
      <>
        <ApprovalsMark of={payout} />
        <WarningSigns counts={payout.warnings} />
        {payout.testMode && <TestSign />}
      </>
    ),
  },
  {
    get title() {
      return t('payouts.column.country')
    },
    width: 'clamp(4.75rem, 7%, 9rem)',
    narrow: 'hidden',
    cell: ({ country }) => countryNameByCode(country),
  },
  {
    get title() {
      return t('payouts.column.account')
    },
    width: 'clamp(6.75rem, 11%, 18rem)',
    narrow: 'grows',
    cell: (payout) => <Account {...payout} />,
  },
  {
    get title() {
      return t('payouts.column.reference')
    },
    width: 'clamp(5.75rem, 9%, 10rem)',
    narrow: 'hidden',
    cell: ({ externalReference }) => <Code>{externalReference}</Code>,
  },
  {
    get title() {
      return t('payouts.column.enteredBy')
    },
    width: 'clamp(5rem, 8%, 10rem)',
    narrow: 'hidden',
    cell: ({ createdBy }) => <Name>{createdBy.name}</Name>,
  },
  {
    get title() {
      return t('payouts.column.submitted')
    },
    width: '7rem',
    narrow: 'hidden',
    isExtra: true,
    sort: 'submitted',
    cell: ({ submittedAt }) => submittedAt !== null && <Ago at={submittedAt} />,
  },
  {
    get title() {
      return t('payouts.column.decidedBy')
    },
    width: 'clamp(5rem, 7%, 10rem)',
    narrow: 'hidden',
    isExtra: true,
    cell: ({ decidedBy }) => decidedBy !== null && <Name>{decidedBy.name}</Name>,
  },
  {
    get title() {
      return t('payouts.column.reason')
    },
    width: 'clamp(6rem, 12%, 16rem)',
    narrow: 'hidden',
    isExtra: true,
    cell: ({ paymentReason }) => <Name>{paymentReason}</Name>,
  },
  {
    get title() {
      return t('payouts.column.changed')
    },
    // "il y a 26 min" with its unit.
    width: '6rem',
    sort: 'changed',
    cell: ({ updatedAt }) => <Ago at={updatedAt} />,
  },
  {
    get title() {
      return t('payouts.action.again')
    },
    width: '7.5rem',
    narrow: 'hidden',
    isExtra: true,
    cell: (payout) =>
      isOnItsWay(payout) && (
        <PayAgainLink beneficiaryId={payout.beneficiaryId} of={payout}>
          {t('payouts.action.again')}
        </PayAgainLink>
      ),
  },
]

/** A draft with errors says how many, and leads to the form that shows them. */
function StateOrErrors({ of: { id, state, errorCount } }: { readonly of: Payout }) {
  if (state !== 'draft' || errorCount === 0) return <Badge tone={stateTones[state]}>{stateLabel(state)}</Badge>
  return (
    <Link href={addressOf.editPayout(id)}>
      <Badge tone="warning">{t('payouts.status.toFix', { count: errorCount })}</Badge>
    </Link>
  )
}

/** The destination: the bank by its name, and the end of the account. */
function Account(payout: Payout) {
  const { country, bankName, masked } = payout
  const number = masked.accountNumber ?? masked.recipientPixKey
  const names = useBankNames()
  return (
    <>
      {number !== undefined && <MaskedEnding text={number} />}
      {hasBank(payout) && (
        <span>
          {number !== undefined && ' · '}
          <Name>{bankNameOf(country, bankName, names)}</Name>
        </span>
      )}
    </>
  )
}
