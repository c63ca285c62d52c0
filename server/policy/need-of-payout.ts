import type { Issue } from '#shared/api/issue.ts'
import { compareAmounts, sumOf } from '#shared/payout/totals.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import { payoutsOfBatches, payoutsOfDay } from '../entry/same-payout-rows.ts'
import { namesOnTrust } from '../people/names-on-trust.ts'
import { type PaidEntry, payeeTerms } from '../search/payee-terms.ts'
import { groupedBy } from '../store/by-keys.ts'
import { isIntact } from '../store/row-mac.ts'
import type { Reader } from '../store/store.ts'
import { type PolicyInForce, policyInForce } from './approval-policy.ts'
import {
  anyonesNeed,
  approvalsNeeded,
  atLeast,
  isOnDetails,
  isSanctionsHit,
  type Need,
  oneApproval,
  sanctionsNeed,
} from './approvals-needed.ts'
import { goesElsewhere, rowsUnderWay } from './audited-payees.ts'

/** A payout that is sent to review: its entry as it was read, and its warnings. */
interface Sent extends PaidEntry {
  readonly id: string
  /** The batch that it came with; null for one that was entered alone. */
  readonly batchId: string | null
  readonly warnings: readonly Issue[]
}

/**
 * How many approvals a payout takes that is sent to review now. Who sends many looks the policy up once.
 * @throws Failure TAMPERED where the policy is not the one that two admins agreed on
 */
export async function needOf(
  reader: Reader,
  { warnings, ...sent }: Sent,
  policy: PolicyInForce | undefined = undefined,
): Promise<Need> {
  const { currencies } = policy ?? (await policyInForce(reader))
  const { amount, currencyCode } = sent.written.entry
  const rules = Object.hasOwn(currencies, currencyCode) ? (currencies[currencyCode] ?? []) : []
  const need = approvalsNeeded(rules, {
    amount,
    sumOfDay: rules.some(({ appliesTo }) => appliesTo === 'day') ? await sumOfDay(reader, sent) : '0',
    areDetailsOther: await areDetailsOther(reader, warnings, sent, rules),
  })
  return warnings.some(isSanctionsHit) ? atLeast(sanctionsNeed(reader.sanctionsReviewers), need) : need
}

/** How many approvals a payout takes for its authors alone: where any of them is a name on trust, its approver may be who typed it. */
export async function needByAuthors(reader: Reader): Promise<(authors: readonly string[]) => Need> {
  const onTrust = await namesOnTrust(reader)
  return (authors) => (authors.some((id) => onTrust.has(id)) ? anyonesNeed : oneApproval)
}

/** By the warnings, which rows raise, and by the audit log, as a row can be hidden and a beneficiary be entered once more. */
async function areDetailsOther(
  reader: Reader,
  warnings: readonly Issue[],
  paid: PaidEntry,
  rules: PolicyInForce['currencies'][string],
): Promise<boolean> {
  if (!rules.some(({ appliesTo }) => appliesTo === 'details')) return false
  return warnings.some(isOnDetails) || (await goesElsewhere(reader, paid))
}

const dayMs = 24 * 60 * 60 * 1000

/** Since when what was done counts where the sum of a day does. */
export function dayBefore({ now }: Pick<Reader, 'now'>): string {
  return new Date(now().getTime() - dayMs).toISOString()
}

/**
 * What goes to the same payee within a day, this payout with it, and all that its batch is to send there: whichever of them is sent to review
 * first. Undefined where one of the others was changed past the app.
 */
async function sumOfDay(reader: Reader, { id, batchId, ...paid }: Omit<Sent, 'warnings'>): Promise<string | undefined> {
  const { currencyCode } = paid.written.entry
  const payees = payeeTerms(reader, paid)
  const since = dayBefore(reader)
  const found = await payoutsOfDay(reader.db, { payees, currencyCode, since, batchId, exceptId: id })
  const audited = await rowsUnderWay(reader, payees, found)
  const later = audited.goOutAfter(since)
  const counts = (row: PayoutRow) =>
    row.id !== id &&
    isSameMoney(row, currencyCode) &&
    (isUnderWay(row) || (row.state === 'exported' && ((row.exported_at ?? '') >= since || later.has(row.id))))
  const byPayee = groupedBy(found, ({ term }) => term)
  return largestSum(
    reader,
    paid,
    payees.map((term) => withAll(byPayee.get(term) ?? [], audited.rowsOf(term), counts)),
  )
}

function isUnderWay({ state }: PayoutRow): boolean {
  return state === 'in_review' || state === 'approved'
}

/** Tests move no money. */
function isSameMoney(row: PayoutRow, currencyCode: string): boolean {
  return row.currency_code === currencyCode && row.test_mode === 0
}

/** The rows that were found, and those that count besides, each once; undefined where some of these are not known. */
function withAll(
  found: readonly PayoutRow[],
  audited: readonly PayoutRow[] | undefined,
  counts: (row: PayoutRow) => boolean,
): readonly PayoutRow[] | undefined {
  const besides = audited?.filter(counts)
  return besides && [...new Map([...besides, ...found].map((row) => [row.id, row])).values()]
}

type OfBatch = Pick<PayoutRow, 'id' | 'batch_id'> & PaidEntry

/**
 * What the batch of a payout sends to its payee, of all that was sent to review, for many payouts at once. Undefined where a payout came by
 * itself, 'unknown' where one of the others was changed past the app.
 */
export async function sumsOfBatches(
  reader: Reader,
  payouts: readonly OfBatch[],
): Promise<(payout: OfBatch) => string | 'unknown' | undefined> {
  const places = new Map(
    payouts.flatMap(({ id, batch_id: batchId, ...paid }) =>
      batchId === null ? [] : [[id, payeeTerms(reader, paid)] as const],
    ),
  )
  const batches = [...new Set(payouts.flatMap(({ batch_id: batchId }) => batchId ?? []))]
  const terms = [...places.values()].flat()
  const rows = await payoutsOfBatches(reader.db, batches, terms)
  const audited = await rowsUnderWay(reader, [...new Set(terms)], rows)
  const byPlace = groupedBy(rows, ({ batch_id: batchId, term }) => placeIn(batchId, term))
  return ({ id, batch_id: batchId, ...paid }) => {
    if (batchId === null) return undefined
    const { currencyCode } = paid.written.entry
    const isMeant = (row: PayoutRow) => row.id !== id && isSameMoney(row, currencyCode)
    const isSent = (row: PayoutRow) => isUnderWay(row) || row.state === 'exported'
    const counts = (row: PayoutRow) => isMeant(row) && row.batch_id === batchId && isSent(row)
    const others = (term: string) =>
      withAll((byPlace.get(placeIn(batchId, term)) ?? []).filter(isMeant), audited.rowsOf(term), counts)
    return largestSum(reader, paid, (places.get(id) ?? []).map(others)) ?? 'unknown'
  }
}

function placeIn(batchId: string | null, term: string): string {
  return JSON.stringify([batchId, term])
}

/** Of a payout with others that pay the same payee, the largest over what makes it the same. */
function largestSum(
  { encryption }: Reader,
  { written: { entry } }: PaidEntry,
  groups: readonly (readonly PayoutRow[] | undefined)[],
): string | undefined {
  const rows = new Map(groups.flatMap((others) => others ?? []).map((row) => [row.id, row]))
  if (groups.includes(undefined) || ![...rows.values()].every((row) => isIntact(encryption, 'payouts', row)))
    return undefined
  const sums = groups.map((others) => sumOf([entry.amount, ...(others ?? []).map(({ amount }) => amount)]))
  return sums.reduce((one, other) => (compareAmounts(other, one) > 0 ? other : one), entry.amount)
}
