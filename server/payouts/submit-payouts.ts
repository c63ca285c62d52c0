import type { WarningConfirmations } from '#shared/api/entry.ts'
import { type Issue, warningId } from '#shared/api/issue.ts'
import { filledFields } from '#shared/payout/entry.ts'
import { requireConfirmed } from '../beneficiaries/beneficiary-warnings.ts'
import { payoutEntry } from '../entry/entry-columns.ts'
import { maskedIssue, secretsIn } from '../entry/masked.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import { type EntryWithReading, readWritten } from '../entry/written-entry.ts'
import { caught, caughtFailure, Failure } from '../kernel/failure.ts'
import {
  auditedWarnings,
  authorsConfirmations,
  type ConfirmationContext,
  confirmationColumns,
  confirmationsOf,
  countColumns,
  unreasoned,
} from '../payout-state/confirmations.ts'
import { type MovedRow, moved, movedRow, writeMoved } from '../payout-state/moved-payout.ts'
import {
  indexPayout,
  lastReturn,
  noSuchPayout,
  type PayoutAtVersion,
  payoutRowsOf,
  requestColumns,
} from '../payout-state/saved-payout.ts'
import type { Actor } from '../people/member.ts'
import { type PolicyInForce, policyInForce } from '../policy/approval-policy.ts'
import { auditedPayment } from '../policy/audited-payees.ts'
import { payeeTerms } from '../search/payee-terms.ts'
import type { Transaction } from '../store/store.ts'
import { type AssessmentFacts, factsFor, reviewOf } from './facts.ts'
import type { MoveResults } from './move-together.ts'
import { editPayout } from './save-payouts.ts'
import { rowToAssess, warningsOf } from './warnings.ts'

/** A payout that is sent to review, with the warnings that are confirmed now, besides those confirmed earlier. */
export interface PayoutSubmission extends PayoutAtVersion {
  readonly confirmed?: WarningConfirmations | undefined
}

interface SubmitOptions {
  readonly isTime?: () => boolean
  /** Of which batch they are: any other is not found. One that the person has sent already, as it was seen, is answered as it is by now. */
  readonly batchId?: string
}

/**
 * Sends drafts and what was returned to review one after the other, as if each were sent by itself, read again by the rules of today. Each can be
 * refused by FIELDS_INVALID and WARNINGS_UNCONFIRMED besides what every action is. Answers each of the first ones, or why it was refused; at least the
 * first, and no further ones once it is time, or before one that the review of those before it speaks against.
 */
export async function submitPayouts(
  tx: Transaction,
  person: Actor,
  given: readonly PayoutSubmission[],
  { isTime = () => false, batchId }: SubmitOptions = {},
): Promise<MoveResults> {
  const rows = await payoutRowsOf(
    tx,
    given.map(({ id }) => id),
  )
  const read = given.map((sending) => {
    const row = rows.get(sending.id) ?? noSuchPayout()
    if (row instanceof Failure || batchId === undefined) return readAgain(tx, sending, row)
    if (row.batch_id !== batchId) return noSuchPayout()
    return wasSent(row, sending, person) ? { done: row } : readAgain(tx, sending, row)
  })
  const [first] = read
  if (first !== undefined && isRead(first) && isWithoutBeneficiary(first))
    return [await sendWithBeneficiary(tx, person, first).catch(caughtFailure)]
  const together = read.slice(0, independent(tx, read, batchId))
  const facts = await factsFor(
    tx,
    together.flatMap((one) => (isRead(one) ? rowToAssess(one.row, one.written) : [])),
  )
  const policy = await policyInForce(tx)
  const moves: MovedRow[] = []
  const sent: (PayoutRow | Failure)[] = []
  for (const [place, one] of together.entries()) {
    if (place > 0 && isTime()) break
    if (isRead(one)) {
      const result = await send(tx, person, one, { facts, policy }).catch(caughtFailure)
      if (!(result instanceof Failure)) moves.push(result)
      sent.push(result instanceof Failure ? result : result.row)
    } else sent.push(one instanceof Failure ? one : one.done)
  }
  await writeMoved(tx, moves)
  return sent
}

interface ReadSubmission {
  readonly sending: PayoutSubmission
  readonly row: PayoutRow
  readonly written: EntryWithReading
  /** A warning as the person may be told it. */
  readonly told: (warning: Issue) => Issue
}

/** Nothing is left to do. */
interface AlreadySubmitted {
  readonly done: PayoutRow
}

function isRead(one: ReadSubmission | Failure | AlreadySubmitted): one is ReadSubmission {
  return 'written' in one
}

/** As it had errors when it was saved, which the rules of today do not find. */
function isWithoutBeneficiary({ row }: ReadSubmission): boolean {
  return row.beneficiary_id === null
}

/** Saves it as an edit does that changes nothing, which makes a beneficiary of whom it pays. */
function sendWithBeneficiary(tx: Transaction, person: Actor, { sending, row }: ReadSubmission): Promise<PayoutRow> {
  // What is secret is left out, so that it stays whose it is.
  const shown = Object.entries(filledFields(payoutEntry(tx, row))).filter(
    ([name]) => tx.fields[name]?.isSecret !== true,
  )
  const entry = Object.fromEntries(shown)
  return editPayout(tx, person, sending, { entry, confirmed: sending.confirmed ?? [], submit: true })
}

function wasSent(row: PayoutRow, { version }: PayoutSubmission, { id }: Actor): boolean {
  return row.state === 'in_review' && row.version === version + 1 && row.submitted_by === id
}

function readAgain(tx: Transaction, sending: PayoutSubmission, row: PayoutRow | Failure): ReadSubmission | Failure {
  if (row instanceof Failure) return row
  return caught(() => {
    const entry = payoutEntry(tx, row)
    // Who sends it may not have typed it.
    const secrets = secretsIn(entry, tx.fields)
    const told = (warning: Issue) => maskedIssue(warning, secrets)
    return { sending, row, written: readWritten(tx, filledFields(entry), undefined, secrets), told }
  })
}

/**
 * How many of the first do not speak against one another: of two with other details for one beneficiary, each does once it is in review, and what goes
 * to a payee counts in the sum of the next one to them. What came with one batch is counted together, whichever is sent first.
 */
function independent(
  tx: Transaction,
  read: readonly (ReadSubmission | Failure | AlreadySubmitted)[],
  batchId: string | undefined,
): number {
  const details = new Map<string | null, string | null>()
  const batches = new Map<string, string | null>()
  const place = read.findIndex((one) => {
    if (!isRead(one)) return false
    if (isWithoutBeneficiary(one)) return true
    const { beneficiary_id, details_hash, batch_id, currency_code } = one.row
    const first = details.get(beneficiary_id)
    details.set(beneficiary_id, first ?? details_hash)
    const paid = { written: one.written, beneficiaryId: beneficiary_id }
    const payees = batchId === undefined ? payeeTerms(tx, paid) : []
    const isAnotherTo = payees.some((term) => {
      const payee = `${currency_code} ${term}`
      const batch = batches.get(payee)
      batches.set(payee, batch_id)
      return batch === null || (batch !== undefined && batch !== batch_id)
    })
    return isAnotherTo || (first !== undefined && first !== details_hash)
  })
  return place === -1 ? read.length : place
}

interface ReviewFacts {
  readonly facts: AssessmentFacts
  readonly policy: PolicyInForce
}

async function send(
  tx: Transaction,
  person: Actor,
  { sending, row, written, told }: ReadSubmission,
  { facts, policy }: ReviewFacts,
) {
  const { request } = written.reading
  const columns = requestColumns(tx, row.id, request)
  const warnings = warningsOf(tx, facts, rowToAssess(row, written))
  const { paid, detailsBy, ...review } = reviewOf(tx, facts, { row, written, warnings })
  const need = await review.need(policy)
  const submit = { act: 'submit', requestHash: columns.request_hash, need, detailsBy } as const
  const approvalState = moved(tx, row, sending, submit, person)
  const at = tx.now().toISOString()
  const confirmations = confirmationsWith(tx, row, warnings, sending.confirmed ?? [], { told, by: person.id, at })
  const lacking = new Set(unreasoned(warnings, confirmations).map(warningId))
  requireConfirmed(
    warnings,
    confirmations.filter((confirmation) => !lacking.has(confirmation.warningId)),
    told,
  )
  // By the same request it is found already.
  if (columns.request_hash !== row.request_hash) await indexPayout(tx, row.id, paid)
  const change = {
    ...columns,
    ...(sending.confirmed !== undefined && confirmationColumns(tx, row.id, confirmations)),
    ...lastReturn(row),
    ...countColumns(warnings, confirmations),
    ...{ updated_at: at, updated_by: person.id, submitted_at: at, submitted_by: person.id },
  }
  const audited = { ...auditedWarnings(confirmations), ...auditedPayment(tx, paid) }
  const event = { action: 'payout.submitted', facts: audited } as const
  return movedRow(tx, row, approvalState, change, { personId: person.id, ...event })
}

/** Those of before, and those that are added: a warning that is confirmed once more has the newer reason. */
function confirmationsWith(
  tx: Transaction,
  row: PayoutRow,
  warnings: readonly Issue[],
  confirmed: WarningConfirmations,
  signed: Omit<ConfirmationContext, 'earlier'>,
) {
  const earlier = authorsConfirmations(tx, row)
  const added = confirmationsOf(warnings, confirmed, { earlier, ...signed })
  const ids = new Set(added.map((confirmation) => confirmation.warningId))
  return [...earlier.filter((confirmation) => !ids.has(confirmation.warningId)), ...added]
}
