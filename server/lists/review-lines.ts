import { setImmediate as turn } from 'node:timers/promises'
import type { EyeReason, ReviewLine, ReviewPage } from '#shared/api/batch-review.ts'
import { type Issue, warningId } from '#shared/api/issue.ts'
import type { Payout } from '#shared/api/payout.ts'
import type { PayoutSearch } from '#shared/api/payout-search.ts'
import type { SignInMode } from '#shared/api/session.ts'
import { gradeOf } from '#shared/api/warning.ts'
import { maskedIssue, secretsIn } from '../entry/masked.ts'
import { findPayouts, type PayoutRow } from '../entry/payout-rows.ts'
import { authorsConfirmations } from '../payout-state/confirmations.ts'
import { findPayoutPage } from '../payouts/find-payouts.ts'
import { presentPayouts } from '../payouts/present-payout.ts'
import { inReview, obstacles, type PayoutInReview } from '../payouts/who-may-approve.ts'
import { activeReviewers, type Member, may } from '../people/member.ts'
import { refusalOnWire, warningOnWire } from '../problems/english-texts.ts'
import type { Reader } from '../store/store.ts'
import { type ReviewOrder, reasonsOf } from './review-order.ts'
import { weighedOf } from './review-rows.ts'

/** So many are looked up together. */
const atOnce = 100

/** Those of the payouts of a batch that wait for review. */
export async function linesOfBatch(
  reader: Reader,
  signIn: SignInMode,
  person: Member,
  { reasonsOf: known }: ReviewOrder,
  ids: readonly string[],
): Promise<ReviewLine[]> {
  const wanted = ids.flatMap((id) => {
    const reasons = known.get(id)
    return reasons === undefined ? [] : [{ id, reasons }]
  })
  const lines: ReviewLine[] = []
  for (let from = 0; from < wanted.length; from += atOnce)
    lines.push(...(await linesOf(reader, signIn, person, wanted.slice(from, from + atOnce))))
  return lines
}

/** A page of those that a search finds, in its order. */
export async function searchedReviewPage(
  reader: Reader,
  signIn: SignInMode,
  person: Member,
  search: PayoutSearch,
): Promise<ReviewPage> {
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
  page: readonly { readonly id: string; readonly reasons: readonly EyeReason[] }[],
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
  const reviewers = await activeReviewers(reader, signIn)
  const judged = new Map((await inReview(reader, readable, [person, ...reviewers])).map((one) => [one.row, one]))
  await turn()
  return rows.flatMap((row): ReviewLine | readonly [] => {
    const payout = shown.get(row.id)
    if (payout === undefined) return []
    const ordered = reasons.get(row.id) ?? []
    const found = judged.get(row)
    if (found === undefined) return lineOf(row, payout, { ...unreadable, reasons: [...ordered] })
    const warnings = warningsIn(reader, found, ordered)
    return lineOf(row, payout, { ...warnings, ...whoApproves(found, person, reviewers) })
  })
}

/** What prevents the person who asks, and where something does, who else can approve it. */
function whoApproves(
  payout: PayoutInReview,
  person: Member,
  reviewers: readonly Member[],
): Pick<Judgement, 'conditions' | 'approvers'> {
  const conditions = obstacles(payout, person).map(refusalOnWire)
  const isAsked = conditions.length > 0 && may(person, 'approve')
  const others = !isAsked ? [] : reviewers.filter((one) => obstacles(payout, one).length === 0)
  return { conditions, approvers: others.map(({ id, name }) => ({ id, name })) }
}

/** What the judgement says of a payout. */
type Judgement = Pick<ReviewLine, 'conditions' | 'approvers' | 'warningsHash' | 'reasons' | 'facts' | 'warnings'>

const unreadable = { conditions: [], approvers: [], warningsHash: '', facts: [], warnings: [] }

function lineOf(row: PayoutRow, payout: Payout, judgement: Judgement): ReviewLine {
  return {
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
    conditions: judgement.conditions,
    approvers: judgement.approvers,
    tampered: payout.tampered,
    masked: payout.masked,
    requestHash: row.request_hash,
    warningsHash: judgement.warningsHash,
    reasons: judgement.reasons,
    facts: judgement.facts,
    warnings: judgement.warnings,
  }
}

function warningsIn(
  reader: Reader,
  { row, written, warnings, warningsHash, facts }: PayoutInReview,
  ordered: readonly EyeReason[],
): Omit<Judgement, 'conditions' | 'approvers'> {
  const secrets = secretsIn(written.entry, reader.fields)
  const confirmed = new Set(authorsConfirmations(reader, row).map((one) => one.warningId))
  const isConfirmed = (warning: Issue) => confirmed.has(warningId(warning))
  return {
    warningsHash,
    reasons: reasonsNow(ordered, warnings, isConfirmed),
    facts: [...facts],
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
