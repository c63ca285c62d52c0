import { setImmediate as turn } from 'node:timers/promises'
import type { BatchReview, EyeReason, ReviewLine } from '#shared/api/batch-review.ts'
import { type Issue, warningId } from '#shared/api/issue.ts'
import type { Payout } from '#shared/api/payout.ts'
import type { PayoutSearch } from '#shared/api/payout-search.ts'
import type { SignInMode } from '#shared/api/session.ts'
import { gradeOf } from '#shared/api/warning.ts'
import { payoutEntry } from '../entry/entry-columns.ts'
import { maskedIssue, secretsIn } from '../entry/masked.ts'
import { findPayouts, type PayoutRow } from '../entry/payout-rows.ts'
import { readCursor, writeCursor } from '../kernel/page-cursor.ts'
import { approvalStateOf } from '../payout-state/approval-columns.ts'
import { authorsConfirmations } from '../payout-state/confirmations.ts'
import { writtenPayout } from '../payout-state/saved-payout.ts'
import { type ApprovalMoveBy, approvalMoves, shownNow } from '../payouts/approval-move.ts'
import { factsFor } from '../payouts/facts.ts'
import { findPayoutPage } from '../payouts/find-payouts.ts'
import { presentPayouts } from '../payouts/present-payout.ts'
import { rowToAssess, warningsHash, warningsOf } from '../payouts/warnings.ts'
import { obstacles } from '../payouts/who-may-approve.ts'
import { activeReviewers, type Member, may } from '../people/member.ts'
import { refusalOnWire, warningOnWire } from '../problems/english-texts.ts'
import type { Reader } from '../store/store.ts'
import { weighedOf } from './batch-review-rows.ts'
import { type ReviewOrder, reasonsOf } from './review-order.ts'

const usualLimit = 50

/** One page of the payouts in review of a batch, in the order in which they are looked at. */
export async function reviewPage(
  reader: Reader,
  signIn: SignInMode,
  person: Member,
  { payouts }: ReviewOrder,
  { cursor, limit = usualLimit }: { readonly cursor: string | undefined; readonly limit: number | undefined },
): Promise<Pick<BatchReview, 'lines' | 'nextCursor'>> {
  const after = readCursor(cursor)
  const from = after === undefined ? 0 : placeAfter(payouts, after)
  const page = payouts.slice(from, from + limit)
  const last = page.at(-1)
  const isMore = last !== undefined && from + limit < payouts.length
  return {
    lines: await linesOf(reader, signIn, person, page),
    nextCursor: isMore ? writeCursor(last.key, last.id) : null,
  }
}

/** The same of those that a search finds, in its order. */
export async function searchedReviewPage(
  reader: Reader,
  signIn: SignInMode,
  person: Member,
  search: PayoutSearch,
): Promise<Pick<BatchReview, 'lines' | 'nextCursor'>> {
  const { items, nextCursor } = await findPayoutPage(reader, person, { ...search, toReview: true })
  const ids = items.map(({ id }) => id)
  const reasons = new Map((await weighedOf(reader.db, ids)).map((row) => [row.id, reasonsOf(row)]))
  const page = ids.map((id) => ({ id, reasons: reasons.get(id) ?? [] }))
  return { lines: await linesOf(reader, signIn, person, page), nextCursor }
}

/** Payouts in review with all that belongs to deciding about them, and why each comes before others. */
async function linesOf(
  reader: Reader,
  signIn: SignInMode,
  person: Member,
  page: readonly Pick<ReviewOrder['payouts'][number], 'id' | 'reasons'>[],
): Promise<ReviewLine[]> {
  const byId = new Map(
    (
      await findPayouts(
        reader.db,
        page.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  )
  // Payouts that have left review since the order was made are left out.
  const rows = page.flatMap(({ id }) => byId.get(id) ?? []).filter(({ state }) => state === 'in_review')
  const shown = new Map((await presentPayouts(reader, person, rows)).map((payout) => [payout.id, payout]))
  const reasons = new Map(page.map((ordered) => [ordered.id, ordered.reasons]))
  await turn()
  // Nothing is decrypted of what was changed past the app.
  const readable = rows.filter(({ id, erased_at }) => shown.get(id)?.tampered === null && erased_at === null)
  const read = readable.map((row) => ({ row, written: writtenPayout(reader, row) }))
  const weighed = new Map(read.map(({ row, written }) => [row.id, rowToAssess(row, written)]))
  await turn()
  const facts = await factsFor(reader, [...weighed.values()])
  await turn()
  const reviewers = await activeReviewers(reader, signIn)
  const moves = await approvalMoves(reader, read, [person, ...reviewers])
  await turn()
  return rows.flatMap((row): ReviewLine | readonly [] => {
    const payout = shown.get(row.id)
    if (payout === undefined) return []
    const found = weighed.get(row.id)
    const ordered = reasons.get(row.id) ?? []
    if (found === undefined) return lineOf(reader, row, payout, { ordered, warnings: undefined, ...noOne })
    const warnings = warningsOf(reader, facts, found)
    const moveBy = moves.of({ row, written: found.written, warnings }, shownNow(reader, row, warnings))
    return lineOf(reader, row, payout, { ordered, warnings, ...whoApproves(reader, row, moveBy, person, reviewers) })
  })
}

/** What prevents the person who asks, and where something does, who else can approve it. */
function whoApproves(
  { encryption }: Reader,
  row: PayoutRow,
  moveBy: ApprovalMoveBy,
  person: Member,
  reviewers: readonly Member[],
): Pick<LineFacts, 'conditions' | 'approvers'> {
  const state = approvalStateOf(encryption, row)
  const conditions = obstacles(state, moveBy, person).map(refusalOnWire)
  const isAsked = conditions.length > 0 && may(person, 'approve')
  const others = !isAsked ? [] : reviewers.filter((one) => obstacles(state, moveBy, one).length === 0)
  return { conditions, approvers: others.map(({ id, name }) => ({ id, name })) }
}

const noOne = { conditions: [], approvers: [] }

type ReviewPosition = Pick<ReviewOrder['payouts'][number], 'key' | 'id'>

/** The first that comes after a place, by halves: that one may have left since. */
function placeAfter(payouts: ReviewOrder['payouts'], after: ReviewPosition): number {
  let [low, high] = [0, payouts.length]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const found = payouts[middle]
    if (found !== undefined && isAfter(found, after)) high = middle
    else low = middle + 1
  }
  return low
}

function isAfter(one: ReviewPosition, other: ReviewPosition): boolean {
  return one.key > other.key || (one.key === other.key && one.id > other.id)
}

interface LineFacts extends Pick<ReviewLine, 'conditions' | 'approvers'> {
  readonly ordered: readonly EyeReason[]
  /** The current warnings; undefined where the payout cannot be read. */
  readonly warnings: readonly Issue[] | undefined
}

function lineOf(
  reader: Reader,
  row: PayoutRow,
  payout: Payout,
  { ordered, warnings, conditions, approvers }: LineFacts,
): ReviewLine {
  const shown = {
    id: row.id,
    version: row.version,
    name: payout.name,
    country: row.country,
    method: row.method,
    bankName: payout.bankName,
    amount: row.amount,
    currencyCode: row.currency_code,
    externalReference: row.external_reference,
    testMode: payout.testMode,
    approvalsNeeded: row.approvals_needed,
    approvalsGiven: row.approvals_count,
    erasedAt: row.erased_at,
    conditions,
    approvers,
    tampered: payout.tampered,
    masked: payout.masked,
    requestHash: row.request_hash,
  }
  if (warnings === undefined) return { ...shown, warningsHash: '', reasons: [...ordered], warnings: [] }
  const secrets = secretsIn(payoutEntry(reader, row), reader.fields)
  const confirmed = new Set(authorsConfirmations(reader, row).map((one) => one.warningId))
  const isConfirmed = (warning: Issue) => confirmed.has(warningId(warning))
  return {
    ...shown,
    warningsHash: warningsHash(reader.encryption, row.id, warnings),
    reasons: reasonsNow(ordered, warnings, isConfirmed),
    warnings: warnings.map((warning) => ({
      ...warningOnWire(maskedIssue(warning, secrets)),
      isConfirmed: isConfirmed(warning),
    })),
  }
}

/** By the warnings of now, which can be others than those that the order was made by. */
function reasonsNow(
  ordered: readonly EyeReason[],
  warnings: readonly Issue[],
  isConfirmed: (warning: Issue) => boolean,
): EyeReason[] {
  const has = (grade: string) => warnings.some((warning) => gradeOf(warning) === grade)
  return [
    ...(has('compliance') ? (['compliance'] as const) : []),
    ...(has('serious') ? (['serious'] as const) : []),
    ...(warnings.every(isConfirmed) ? [] : (['unconfirmed'] as const)),
    ...ordered.filter((reason) => !['compliance', 'serious', 'unconfirmed'].includes(reason)),
  ]
}
