import type { PayoutWrite } from '#shared/api/payout.ts'
import { differingFields } from '#shared/payout/entry.ts'
import { saveChange, type Version } from '../beneficiaries/save-beneficiary.ts'
import { endDraft } from '../drafts/drafts.ts'
import { payoutEntry } from '../entry/entry-columns.ts'
import { type PayoutRow, payoutOfDraft } from '../entry/payout-rows.ts'
import { Failure } from '../kernel/failure.ts'
import { approvalStateOf } from '../payout-state/approval-columns.ts'
import { requireIntact } from '../payout-state/genuine.ts'
import { moved, saveMoved } from '../payout-state/moved-payout.ts'
import {
  indexPayout,
  lastReturn,
  type PayoutAtVersion,
  payoutRow,
  requestHash,
  writtenPayout,
} from '../payout-state/saved-payout.ts'
import type { Actor } from '../people/member.ts'
import { auditedPayment } from '../policy/audited-payees.ts'
import type { PaymentColumns } from '../store/schema.ts'
import type { Transaction } from '../store/store.ts'
import { onceWarnings } from './details-once.ts'
import { enterPayouts } from './enter-payouts.ts'
import { factsFor } from './facts.ts'
import { isOtherPayee, type PayoutBeneficiary, payoutToAssess, savedColumns, saveEvents } from './payout-columns.ts'
import { beneficiaryOf, type ReadPayout, readWrite } from './payout-entry.ts'
import { rowToAssess } from './warnings.ts'

/**
 * Enters a payout, as a draft or straight into review, and its beneficiary where that is new or changed. The same form once more gives the
 * payout that it made, also when the idempotency key of the first write has been forgotten.
 * @throws Failure FIELDS_INVALID, REFERENCE_TAKEN, WARNINGS_UNCONFIRMED, STATE_CONFLICT, and what saving a beneficiary throws
 */
export async function enterPayout(tx: Transaction, person: Actor, write: PayoutWrite): Promise<EnteredPayout> {
  const first = write.draft && (await payoutOfDraft(tx.db, write.draft.id))
  if (first !== undefined) return { ...(await sameEntry(tx, person, write, first)), isRepeat: true }
  const [entered] = await enterPayouts(tx, person, [{ write }])
  if (entered === undefined || entered instanceof Failure) throw entered ?? new Error('What is entered is a payout.')
  await endDraft(tx, person.id, write.draft)
  return { ...entered, isRepeat: false }
}

interface EnteredPayout extends PayoutRow {
  /** Whether its form had been saved before: then nothing has happened. */
  readonly isRepeat: boolean
}

/** The payout that a form made before, where it says the same now. What it leaves out is what was filled in then. */
async function sameEntry(tx: Transaction, person: Actor, write: PayoutWrite, first: PayoutRow): Promise<PayoutRow> {
  await requireIntact(tx, [first])
  const beneficiary = write.beneficiary?.id === first.beneficiary_id ? beneficiaryOf(first) : write.beneficiary
  const { written } = await readWrite(tx, person, { id: first.id, write: { ...write, beneficiary }, row: first })
  const isSame = requestHash(tx.encryption, first.id, written.reading.request) === first.request_hash
  const isSent = first.submitted_at !== null
  if (isSame && isSent === write.submit && first.created_by === person.id) return first
  throw new Failure('STATE_CONFLICT', { params: { why: 'saved', what: 'payout' }, ids: [first.id] })
}

/**
 * Changes a payout: it is a draft again, or in review when it is sent at once.
 * @throws Failure as {@link enterPayout}, and NOT_FOUND, STATE_CONFLICT, VERSION_CONFLICT
 */
export async function editPayout(
  tx: Transaction,
  person: Actor,
  seen: PayoutAtVersion,
  given: PayoutWrite,
): Promise<PayoutRow> {
  const row = await payoutRow(tx, seen.id)
  // Checked before the beneficiary, whom the last editor of the payout may have changed with it.
  const { requestHash, payment, need } = approvalStateOf(tx.encryption, row)
  moved(tx, row, seen, { act: 'edit', requestHash, payment, need, isSubmitted: given.submit, detailsBy: [] }, person)
  // Left out, it means the payout as it is: whose details are its own keeps them to itself.
  const isOnce = await hasOnceDetails(tx, row)
  const write = { ...given, beneficiary: given.beneficiary ?? { ...beneficiaryOf(row), once: isOnce } }
  const read = await readWrite(tx, person, { id: row.id, write, row })
  const { written } = read
  const beneficiary = await savedPayee(tx, person, read, write.beneficiary)
  const facts = await factsFor(tx, [payoutToAssess(row, written, beneficiary)])
  const at = tx.now().toISOString()
  const { columns, confirmations, move } = await savedColumns(tx, person, {
    at,
    read,
    write,
    beneficiary,
    facts,
    batchId: row.batch_id,
  })
  const approvalState = moved(tx, row, seen, move, person)
  const fields = differingFields(payoutEntry(tx, row), written.entry, tx.fields)
  const changes = { fields, ...amountChange(row, columns) }
  const paid = { written, beneficiaryId: beneficiary.id }
  const submitted = { confirmations, payment: auditedPayment(tx, paid) }
  const events = saveEvents(person, write, submitted, { action: 'payout.changed', facts: changes })
  await indexPayout(tx, row.id, paid)
  const saved = await saveMoved(tx, row, approvalState, { ...columns, ...lastReturn(row) }, ...events)
  await endDraft(tx, person.id, write.draft)
  return saved
}

/** Whether its details were typed for this payout alone. */
async function hasOnceDetails(tx: Transaction, row: PayoutRow): Promise<boolean> {
  const saved = rowToAssess(row, writtenPayout(tx, row))
  return onceWarnings(tx, await factsFor(tx, [saved]), saved.written, row).length > 0
}

/** The audit log has the old and the new amount: it identifies no one, so it may stay when the beneficiary is erased. */
function amountChange(before: PaymentColumns, now: PaymentColumns) {
  const [from, to] = [before, now].map(({ amount, currency_code }) => ({ amount, currencyCode: currency_code }))
  const isSame = before.amount === now.amount && before.currency_code === now.currency_code
  return isSame ? {} : { amount: { from, to } }
}

/** Whom the payout pays: the saved beneficiary, changed where this was typed into the payout's form. */
async function savedPayee(
  tx: Transaction,
  person: Actor,
  read: ReadPayout,
  beneficiary: NonNullable<PayoutWrite['beneficiary']>,
): Promise<PayoutBeneficiary> {
  if (beneficiary.once || isUnchanged(tx, read, beneficiary)) return { ...beneficiary, isSaved: false }
  const saved = await saveChange(tx, person, beneficiary, read.written, read.id)
  return { ...saved, isSaved: saved.version !== beneficiary.version }
}

/** An edit that leaves who is paid as the payout has it does not touch the saved beneficiary, which may have gone on. */
function isUnchanged(tx: Transaction, { row, written }: ReadPayout, beneficiary: Version): boolean {
  if (row === undefined) return false
  const { id, version } = beneficiaryOf(row)
  if (beneficiary.id !== id || beneficiary.version !== version) return false
  return !isOtherPayee(tx, payoutEntry(tx, row), written.entry)
}
