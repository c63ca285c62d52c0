import { type ExpressionBuilder, sql } from 'kysely'
import type { Outcome } from '#shared/api/outcome.ts'
import type { WarningFilter } from '#shared/api/payout-search.ts'
import { grades } from '#shared/api/warning-codes.ts'
import { amountKey } from '../../entry/entry-columns.ts'
import { holding, type PayoutRow } from '../../entry/payout-rows.ts'
import type { SearchText } from '../../search/search-terms.ts'
import type { Tables } from '../../store/schema.ts'

/** Which payouts are meant; undefined: whichever. */
export interface PayoutFilter {
  readonly text?: SearchText | undefined
  readonly state?: PayoutRow['state'] | undefined
  readonly country?: string | undefined
  readonly beneficiaryId?: string | undefined
  readonly batchId?: string | undefined
  readonly exportId?: string | undefined
  /** Who entered it, sent it to review or decided about it. */
  readonly personId?: string | undefined
  /** Last changed from this time on, and before that one. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly warnings?: WarningFilter | undefined
  /** `none`: exported, and nothing was stated of it. */
  readonly outcome?: Outcome | 'none' | undefined
  /** Amounts in canonical decimal text. */
  readonly amount?: AmountFilter | undefined
  /** Whether those of batches are left out. */
  readonly isAlone?: boolean | undefined
  /** Whose payouts are left out. */
  readonly notEnteredBy?: readonly string[] | undefined
  /** A person who has neither entered nor approved it, nor counts as one with who has, and may approve its amount. */
  readonly reviewableBy?: LimitedReviewer | undefined
}

/** Who approves, and in which currencies at most how much: a currency that is not there has no limit. */
export interface LimitedReviewer {
  readonly id: string
  readonly approveUpTo: Readonly<Record<string, string>>
  /** The others who count as one with them, as one of these let the rest in alone. */
  readonly asOne?: readonly string[]
  /** Whether it is known that neither they nor those entered or approved any that is in review. */
  readonly hasNoPart?: boolean
  /** The greatest key of an amount that is within their limits. */
  readonly upTo?: string
  /** The only ones that are within their limits, where these are few. */
  readonly amongIds?: readonly string[]
}

interface AmountFilter {
  readonly currencyCode: string
  readonly min?: string
  readonly max?: string
}

type Payouts = ExpressionBuilder<Tables, 'payouts'>

/** What is asked of each payout but for its text. */
export function conditions(
  is: Payouts,
  {
    state,
    country,
    beneficiaryId,
    batchId,
    exportId,
    personId,
    from,
    to,
    warnings,
    outcome,
    isAlone,
    notEnteredBy = [],
    reviewableBy,
  }: PayoutFilter,
) {
  const isBy = (column: 'created_by' | 'submitted_by' | 'decided_by', id: string) => is(column, '=', id)
  return [
    ...(state === undefined ? [] : [is('state', '=', state)]),
    ...(country === undefined ? [] : [is('country', '=', country)]),
    ...(beneficiaryId === undefined ? [] : [is('beneficiary_id', '=', beneficiaryId)]),
    ...(batchId === undefined ? [] : [is('batch_id', '=', batchId)]),
    ...(exportId === undefined ? [] : [isOfExport(is, exportId)]),
    ...(outcome === undefined ? [] : [hasOutcome(is, outcome)]),
    ...(personId === undefined
      ? []
      : [is.or([isBy('created_by', personId), isBy('submitted_by', personId), isBy('decided_by', personId)])]),
    ...(from === undefined ? [] : [is('updated_at', '>=', from)]),
    ...(to === undefined ? [] : [is('updated_at', '<', to)]),
    ...(warnings === undefined ? [] : [hasWarnings(is, warnings)]),
    ...(isAlone === true ? [is('batch_id', 'is', null)] : []),
    ...(notEnteredBy.length === 0 ? [] : [is('created_by', 'not in', notEnteredBy)]),
    ...(reviewableBy === undefined ? [] : isReviewableBy(is, reviewableBy)),
  ]
}

/** What a row says of whether a person can approve it while it is in review. */
export function isReviewableBy(is: Payouts, { id, asOne = [], approveUpTo, hasNoPart, amongIds }: LimitedReviewer) {
  const own = [id, ...asOne]
  return [
    ...(amongIds === undefined ? [] : [is('payouts.id', 'in', amongIds)]),
    ...(hasNoPart === true
      ? []
      : [...own.map((one) => is('entered_by', 'not like', holding(one))), notApprovedBy(is, own)]),
    ...Object.entries(approveUpTo).map(([currency, most]) =>
      is.or([is(amountAside, '<=', amountKey(currency, most)), is(amountAside, '>=', `${currency}:`)]),
    ),
  ]
}

/** Of two approvals one alone leaves a payout in review, and its row says in clear whose that is. */
function notApprovedBy(is: Payouts, people: readonly string[]) {
  return is.or([is('approvals_count', '=', 0), is('decided_by', 'not in', people)])
}

function isOfExport(is: Payouts, exportId: string) {
  return is('payouts.id', 'in', is.selectFrom('export_payouts').select('payout_id').where('export_id', '=', exportId))
}

function hasOutcome(is: Payouts, outcome: Outcome | 'none') {
  if (outcome !== 'none') return is('outcome', '=', outcome)
  return is.and([is('state', '=', 'exported'), is('outcome', 'is', null)])
}

/** What is unconfirmed has a grade too. */
function hasWarnings(is: Payouts, warnings: WarningFilter) {
  if (warnings !== 'none') return is(`warnings_${warnings}`, '>', 0)
  return is.and(grades.map((grade) => is(`warnings_${grade}`, '=', 0)))
}

/** Asked of this column. After the letters of a currency comes a digit, and a colon after all of them. */
export function hasAmount(is: Payouts, { currencyCode, min, max }: AmountFilter, key: typeof amountColumn) {
  const least = min === undefined ? currencyCode : amountKey(currencyCode, min)
  return [
    is(key, '>=', least),
    max === undefined ? is(key, '<', `${currencyCode}:`) : is(key, '<=', amountKey(currencyCode, max)),
  ]
}

export const amountColumn = sql<string>`payouts.amount_key`

/** No index is of this: SQLite would look amounts up by theirs, and then read each row and sort them all. */
export const amountAside = sql<string>`payouts.amount_key || ''`
