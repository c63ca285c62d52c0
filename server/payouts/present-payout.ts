import type { Issue } from '#shared/api/issue.ts'
import type { OnePayout, Payout } from '#shared/api/payout.ts'
import { mayDo } from '#shared/api/permissions.ts'
import type { Person } from '#shared/api/session.ts'
import { erasedName } from '../beneficiaries/find-beneficiaries.ts'
import { payoutEntry } from '../entry/entry-columns.ts'
import { maskedIssue, maskedOf, secretsIn } from '../entry/masked.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import { caughtFailure, Failure } from '../kernel/failure.ts'
import { approvalStateOf } from '../payout-state/approval-columns.ts'
import { countsOf } from '../payout-state/confirmations.ts'
import { tamperedAmong } from '../payout-state/genuine.ts'
import { approvalsIn } from '../payout-state/payout-approvals.ts'
import { commentOf, writtenPayout } from '../payout-state/saved-payout.ts'
import type { Actor } from '../people/member.ts'
import { personNames } from '../people/people-rows.ts'
import { type ApprovalSums, approvalSums, hasLimit } from '../policy/approval-sums.ts'
import { refusalOnWire, unbelievedName } from '../problems/english-texts.ts'
import { payeeName } from '../search/search-terms.ts'
import type { Reader } from '../store/store.ts'
import { actionsOf, type Counted, undoUntil, whyNotApprove } from './offered-actions.ts'
import { refusalsOfReplaced } from './replaced.ts'

/** Payouts as lists and screens show them to a person: what is encrypted only by its end. */
export async function presentPayouts(
  reader: Reader,
  person: Actor,
  rows: readonly PayoutRow[],
): Promise<readonly Payout[]> {
  const tampered = await tamperedAmong(reader, rows)
  const ids = rows.flatMap((row) => [
    row.created_by,
    row.updated_by,
    row.submitted_by,
    row.decided_by,
    ...(tampered.has(row) ? [] : approvalStateOf(reader.encryption, row).enteredBy),
  ])
  const personOf = await personNames(reader.db, ids)
  const sumsOf = await sumsInReview(
    reader,
    person,
    rows.filter((row) => !tampered.has(row)),
  )
  const asked = mayDo(person.roles, 'approve') ? rows.filter(({ state }) => state === 'in_review') : []
  const groupOf = asked.length > 0 ? await groupsOf(reader) : alone
  const refusalOf = await refusalsAmong(reader, asked)
  return rows.map((row) =>
    tampered.has(row)
      ? { ...inClear(row, personOf), ...unbelieved }
      : presented(reader, person, row, { personOf, counted: { sums: sumsOf(row), groupOf, ...refusalOf(row) } }),
  )
}

/** What limits of the person count of those that wait for approval; where the audit log does not hold, nothing is approved at all. */
async function sumsInReview(
  reader: Reader,
  person: Actor,
  rows: readonly PayoutRow[],
): Promise<(row: PayoutRow) => ApprovalSums> {
  const isLimited = (row: PayoutRow) =>
    row.state === 'in_review' && row.erased_at === null && hasLimit(person, row.currency_code)
  const waiting = new Map(
    rows
      .filter(isLimited)
      .map((row) => [
        row.id,
        { id: row.id, batch_id: row.batch_id, beneficiaryId: row.beneficiary_id, written: writtenPayout(reader, row) },
      ]),
  )
  const sums = await approvalSums(reader, [person], [...waiting.values()]).catch(caughtFailure)
  return ({ id, amount }) => {
    const payout = waiting.get(id)
    if (payout === undefined) return { toPayee: amount, inAll: amount }
    return sums instanceof Failure ? { toPayee: 'unknown', inAll: 'unknown' } : sums.of(payout, person)
  }
}

const alone: Counted['groupOf'] = (id) => id

/** Who counts as one with whom. */
async function groupsOf(reader: Reader): Promise<Counted['groupOf']> {
  const hosts = await reader.hosts().catch(caughtFailure)
  return hosts instanceof Failure ? alone : hosts.groupOf
}

/** On whose word what waits is paid again. */
async function refusalsAmong(
  reader: Reader,
  rows: readonly PayoutRow[],
): Promise<(row: PayoutRow) => Partial<Counted>> {
  const refusalOf = await refusalsOfReplaced(reader, rows).catch(caughtFailure)
  return refusalOf instanceof Failure ? () => ({}) : refusalOf
}

/** Who has approved what a payout holds. */
export async function givenApprovals(
  { db, encryption }: Reader,
  row: PayoutRow,
): Promise<OnePayout['approvals']['given']> {
  const approvals = approvalsIn(encryption, row)
  const personOf = await personNames(
    db,
    approvals.map(({ by }) => by),
  )
  return approvals.map(({ by, at, signature }) => ({ by: personOf(by), at, isSigned: signature !== undefined }))
}

/** One payout, as {@link presentPayouts}. */
export async function presentPayout(reader: Reader, person: Actor, row: PayoutRow): Promise<Payout> {
  const [payout] = await presentPayouts(reader, person, [row])
  if (payout === undefined) throw new Error('One row makes one payout.')
  return payout
}

interface Beside {
  readonly personOf: (id: string) => Person
  readonly counted: Counted
}

function presented(reader: Reader, person: Actor, row: PayoutRow, { personOf, counted }: Beside): Payout {
  const approvalState = approvalStateOf(reader.encryption, row)
  const entry = payoutEntry(reader, row)
  const at = reader.now().toISOString()
  const errorCount = errorsOf(reader, row).length
  const actions = actionsOf(approvalState, person, at, counted).filter((act) => act !== 'submit' || errorCount === 0)
  return {
    ...inClear(row, personOf),
    errorCount,
    name: approvalState.isErased ? erasedName : payeeName(entry, reader.fields),
    masked: maskedOf(entry, reader.fields),
    bankName: entry.bankName,
    paymentReason: entry.PaymentReason,
    comment: commentOf(reader, row),
    enteredBy: approvalState.enteredBy.map(personOf),
    undoUntil: actions.includes('undo') ? undoUntil(approvalState, person) : null,
    actions: [...actions],
    whyNotApprove: refusalOnWire(whyNotApprove(approvalState, person, at, counted)),
    tampered: null,
  }
}

/** What there is to fix before it can be sent to review: nothing secret is in it. */
export function errorsOf(reader: Reader, row: PayoutRow): readonly Issue[] {
  if (!(row.state === 'draft' || row.state === 'returned') || row.erased_at !== null) return []
  const { entry, reading } = writtenPayout(reader, row)
  const secrets = secretsIn(entry, reader.fields)
  return reading.errors.map((error) => maskedIssue(error, secrets))
}

/** What is shown of a payout that was changed outside of the app, besides its plain columns: nothing in it is decrypted. */
const unbelieved = {
  ...unbelievedName,
  errorCount: 0,
  masked: {},
  bankName: '',
  paymentReason: '',
  comment: null,
  enteredBy: [],
  undoUntil: null,
  actions: [],
  whyNotApprove: null,
  outcome: null,
} satisfies Partial<Payout>

function inClear(row: PayoutRow, personOf: (id: string) => Person) {
  const personIfAny = (id: string | null) => (id === null ? null : personOf(id))
  return {
    id: row.id,
    version: row.version,
    state: row.state,
    beneficiaryId: row.beneficiary_id ?? '',
    batchId: row.batch_id,
    batchRow: row.batch_row,
    country: row.country,
    method: row.method,
    amount: row.amount,
    currencyCode: row.currency_code,
    externalReference: row.external_reference,
    testMode: row.test_mode === 1,
    warnings: countsOf(row),
    outcome: row.outcome,
    createdAt: row.created_at,
    createdBy: personOf(row.created_by),
    updatedAt: row.updated_at,
    updatedBy: personOf(row.updated_by),
    submittedAt: row.submitted_at,
    submittedBy: personIfAny(row.submitted_by),
    decidedAt: row.decided_at,
    decidedBy: personIfAny(row.decided_by),
    approvalsNeeded: row.approvals_needed,
    approvalsGiven: row.approvals_count,
    exportedAt: row.exported_at,
    // Nothing changes it after its export but another one.
    exportedBy: row.state === 'exported' ? personOf(row.updated_by) : null,
    erasedAt: row.erased_at,
  }
}
