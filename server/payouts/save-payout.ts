import { randomUUID } from 'node:crypto'
import type { Issue } from '#shared/api/issue.ts'
import type { PayoutWrite } from '#shared/api/payout.ts'
import { bankIdOf } from '#shared/banks/bank-names.ts'
import { isCountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import { beneficiaryPart, differingFields } from '#shared/payout/entry.ts'
import { bankRulesOf, isBankCode } from '#shared/rule-book/bank-code.ts'
import { requireConfirmed, warningsOfSaving } from '../beneficiaries/beneficiary-warnings.ts'
import { maskedIssue } from '../beneficiaries/masked.ts'
import { saveChange, saveNew } from '../beneficiaries/save-beneficiary.ts'
import { endDraft } from '../drafts/drafts.ts'
import { Failure } from '../failure.ts'
import { oneApproval } from '../policy/approvals-needed.ts'
import { needOf } from '../policy/need-of-payout.ts'
import { countBankUse } from '../store/bank-name-rows.ts'
import { entryColumns, paymentColumns, payoutEntry } from '../store/entry-columns.ts'
import { insertPayout, type PayoutRow, payoutOfDraft } from '../store/payout-rows.ts'
import type { PaymentColumns } from '../store/schema.ts'
import { nameKeyOf, nameOf } from '../store/search-terms.ts'
import type { Transaction } from '../store/store.ts'
import { approvalColumns, approvalStateOf } from './approval-columns.ts'
import type { Actor, ApprovalState } from './approval-state.ts'
import {
  auditedWarnings,
  authorsConfirmations,
  type Confirmation,
  confirmationColumns,
  confirmationsOf,
  countColumns,
  requireReasons,
} from './confirmations.ts'
import { onceWarnings } from './details-once.ts'
import { factsFor, paidDetails } from './facts.ts'
import { requireIntact } from './genuine.ts'
import { beneficiaryOf, readWrite, type WrittenPayout } from './payout-entry.ts'
import {
  auditedPayout,
  indexPayout,
  lastReturn,
  moved,
  type PayoutEvent,
  payoutRow,
  requestColumns,
  requestHash,
  type Seen,
  saveMoved,
  unsent,
  writtenPayout,
} from './saved-payout.ts'
import { transition } from './transition.ts'
import { warningsOf, weighedRow } from './warnings.ts'

/**
 * Enters a payout, as a draft or straight into review, and its beneficiary where that is new or changed. The same form once more gives the
 * payout that it made, also when the idempotency key of the first write has been forgotten.
 * @throws Failure FIELDS_INVALID, REFERENCE_TAKEN, WARNINGS_UNCONFIRMED, STATE_CONFLICT, and what saving a beneficiary throws
 */
export async function enterPayout(tx: Transaction, person: Actor, write: PayoutWrite): Promise<EnteredPayout> {
  const first = write.draft && (await payoutOfDraft(tx.db, write.draft.id))
  if (first !== undefined) return { ...(await sameEntry(tx, person, write, first)), isRepeat: true }
  const id = randomUUID()
  const at = tx.now().toISOString()
  const written = await readWrite(tx, id, write, undefined)
  const { columns, confirmations, move } = await savedColumns(tx, person, { id, at, written, write })
  const approvalState = transition(blank, move, person)
  const made = { created_at: at, created_by: person.id, draft_id: write.draft?.id ?? null }
  await insertPayout(tx, { ...columns, ...approvalColumns(tx.encryption, id, approvalState), ...made, id, version: 1 })
  const events = saveEvents(person, write, confirmations, { action: 'payout.created' })
  await tx.audit(...auditedPayout({ id, version: 1 }, approvalState, events))
  await countBank(tx, written)
  await endDraft(tx, person.id, write.draft)
  return { ...(await payoutRow(tx, id)), isRepeat: false }
}

/** Lists of banks begin with those that payouts are entered to most. What is no code of a list was typed, and may say anything: it is not kept. */
async function countBank({ db }: Transaction, { reading: { request } }: WrittenPayout): Promise<void> {
  const { country, bankName } = request
  if (typeof bankName !== 'string' || !isCountryCode(country)) return
  const isListed = bankRulesOf(ruleBook[country]).some((rule) => isBankCode(bankName, rule))
  if (isListed) await countBankUse(db, bankIdOf(country, bankName))
}

interface EnteredPayout extends PayoutRow {
  /** Whether its form had been saved before: then nothing has happened. */
  readonly isRepeat: boolean
}

/** The payout that a form made before, where it says the same now. What it leaves out is what was filled in then. */
async function sameEntry(tx: Transaction, person: Actor, write: PayoutWrite, first: PayoutRow): Promise<PayoutRow> {
  await requireIntact(tx, [first])
  const beneficiary = write.beneficiary?.id === first.beneficiary_id ? beneficiaryOf(first) : write.beneficiary
  const { reading } = await readWrite(tx, first.id, { ...write, beneficiary }, first)
  const isSame = requestHash(tx.encryption, first.id, reading.request) === first.request_hash
  const isSent = first.submitted_at !== null
  if (isSame && isSent === write.submit && first.created_by === person.id) return first
  throw new Failure('STATE_CONFLICT', { params: { why: 'saved', what: 'payout' }, ids: [first.id] })
}

/**
 * Changes a payout: it is a draft again, or in review when it is sent at once.
 * @throws Failure as {@link enterPayout}, and NOT_FOUND, STATE_CONFLICT, VERSION_CONFLICT
 */
export async function editPayout(tx: Transaction, person: Actor, seen: Seen, given: PayoutWrite): Promise<PayoutRow> {
  const row = await payoutRow(tx, seen.id)
  // Said before anything of the beneficiary, which the one who changed the payout meanwhile may have changed with it.
  const { requestHash, payment, need } = approvalStateOf(tx.encryption, row)
  moved(tx, row, seen, { act: 'edit', requestHash, payment, need, isSubmitted: given.submit, detailsBy: [] }, person)
  // Left out, it means the payout as it is: whose details are its own keeps them to itself.
  const isOnce = await hasOnceDetails(tx, row)
  const write = { ...given, beneficiary: given.beneficiary ?? { ...beneficiaryOf(row), once: isOnce } }
  const written = await readWrite(tx, row.id, write, row)
  const at = tx.now().toISOString()
  const { columns, confirmations, move } = await savedColumns(tx, person, { id: row.id, at, written, write, row })
  const approvalState = moved(tx, row, seen, move, person)
  const fields = differingFields(payoutEntry(tx, row), written.entry, tx.fields)
  const facts = { fields, ...amountChange(row, columns) }
  const events = saveEvents(person, write, confirmations, { action: 'payout.changed', facts })
  const saved = await saveMoved(tx, row, approvalState, { ...columns, ...lastReturn(row) }, ...events)
  await endDraft(tx, person.id, write.draft)
  return saved
}

/** Whether its details were typed for this payout alone. */
async function hasOnceDetails(tx: Transaction, row: PayoutRow): Promise<boolean> {
  const weighed = weighedRow(row, writtenPayout(tx, row))
  return onceWarnings(tx, await factsFor(tx, [weighed]), weighed.written, row).length > 0
}

/** An amount tells of nobody, and stays when the beneficiary is erased: the audit log says from what to what it was changed. */
function amountChange(before: PaymentColumns, now: PaymentColumns) {
  const [from, to] = [before, now].map(({ amount, currency_code }) => ({ amount, currencyCode: currency_code }))
  const isSame = before.amount === now.amount && before.currency_code === now.currency_code
  return isSame ? {} : { amount: { from, to } }
}

/** Before anybody has entered anything. */
const blank: ApprovalState = {
  state: 'draft',
  enteredBy: [],
  detailsBy: [],
  requestHash: '',
  payment: { amount: '0', currencyCode: '' },
  approvals: [],
  need: oneApproval,
  approvedHash: null,
  decision: null,
  isErased: false,
}

interface Save {
  readonly id: string
  readonly at: string
  readonly written: WrittenPayout
  readonly write: PayoutWrite
  /** What is changed; undefined for what is entered. */
  readonly row?: PayoutRow
}

/** Saves the beneficiary, weighs the warnings, and gives what the payout's row is to hold, and what becomes of it. */
async function savedColumns(tx: Transaction, person: Actor, save: Save) {
  const { id, at, written, write, row } = save
  const beneficiary = await savedBeneficiary(tx, person, save)
  const beneficiaryId = beneficiary.id
  const named = { beneficiary_id: beneficiaryId, beneficiary_version: beneficiary.version }
  const weighed = { written, beneficiaryId, payout: row ?? { id, created_at: at }, named }
  const facts = await factsFor(tx, [weighed])
  const warnings = warningsOf(tx, facts, weighed)
  const earlier = row === undefined ? [] : authorsConfirmations(tx, row)
  const told = (warning: Issue) => maskedIssue(warning, written.secrets)
  const confirmations = confirmationsOf(warnings, write.confirmed, { earlier, told, by: person.id, at })
  const ofBeneficiary = beneficiary.isSaved ? warningsOfSaving(tx, facts.holders, written, beneficiaryId) : []
  requireConfirmed(write.submit ? warnings : ofBeneficiary, confirmations, told)
  if (write.submit) requireReasons(warnings, confirmations, write.confirmed, told)
  await indexPayout(tx, id, written)
  const columns = {
    ...entryColumns(tx, 'payouts', id, written.entry),
    ...paymentColumns(tx, written.entry),
    ...requestColumns(tx, id, written.reading.request),
    ...confirmationColumns(tx, id, confirmations),
    ...countColumns(warnings, confirmations),
    ...unsent,
    ...(write.submit && { submitted_at: at, submitted_by: person.id }),
    name_key: nameKeyOf(nameOf(written.entry, tx.fields)),
    beneficiary_id: beneficiaryId,
    beneficiary_version: beneficiary.version,
    updated_at: at,
    updated_by: person.id,
  }
  const detailsBy = facts.details.authors(paidDetails(tx, written, beneficiaryId))
  const move = {
    act: 'edit',
    requestHash: columns.request_hash,
    payment: { amount: columns.amount, currencyCode: columns.currency_code },
    need: write.submit ? await needOf(tx, { id, batchId: row?.batch_id ?? null, written, warnings }) : oneApproval,
    isSubmitted: write.submit,
    detailsBy,
  } as const
  return { columns, confirmations, move }
}

/** Whom the payout pays, and whether the saved beneficiary was written. */
async function savedBeneficiary(tx: Transaction, person: Actor, save: Save) {
  const { beneficiary } = save.write
  if (beneficiary === undefined) return { ...(await saveNew(tx, person, save.written)), isSaved: true }
  if (beneficiary.once || isUnchanged(tx, save)) return { ...beneficiary, isSaved: false }
  const saved = await saveChange(tx, person, beneficiary, save.written, save.id)
  return { ...saved, isSaved: saved.version !== beneficiary.version }
}

/** An edit that leaves who is paid as the payout has it does not touch the saved beneficiary, which may have gone on. */
function isUnchanged(
  tx: Transaction,
  { written, write: { beneficiary }, row }: Pick<Save, 'written' | 'write' | 'row'>,
): boolean {
  if (row === undefined || beneficiary === undefined) return false
  const { id, version } = beneficiaryOf(row)
  if (beneficiary.id !== id || beneficiary.version !== version) return false
  const [before, now] = [payoutEntry(tx, row), written.entry].map((entry) => beneficiaryPart(entry, tx.fields))
  return before !== undefined && now !== undefined && differingFields(before, now, tx.fields).length === 0
}

/** What a save is in the audit log: the payout written, and sent to review where that was asked for. */
function saveEvents(
  { id: personId }: Actor,
  { submit }: PayoutWrite,
  confirmations: readonly Confirmation[],
  written: Omit<PayoutEvent, 'personId'>,
): readonly PayoutEvent[] {
  const facts = auditedWarnings(confirmations)
  return [{ ...written, personId }, ...(submit ? [{ personId, action: 'payout.submitted', facts } as const] : [])]
}
