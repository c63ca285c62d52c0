import { randomUUID } from 'node:crypto'
import type { PayoutWrite } from '#shared/api/payout.ts'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import type { Person } from '#shared/api/person.ts'
import { requestDifferences } from '#shared/payout/request-differences.ts'
import { savingWarnings } from '../beneficiaries/beneficiary-warnings.ts'
import { changedFields } from '../beneficiaries/changed-fields.ts'
import { requireConfirmed } from '../beneficiaries/confirmed.ts'
import { saveChange, saveNew } from '../beneficiaries/save-beneficiary.ts'
import { endDraft } from '../drafts/end-draft.ts'
import { Failure } from '../failure.ts'
import { detailColumns, detailsOfRow } from '../store/detail-columns.ts'
import { insertPayout, type PayoutRow, payoutOfDraft } from '../store/payout-rows.ts'
import type { Transaction } from '../store/store.ts'
import { accountAuthor } from './account-author.ts'
import { type Confirmation, confirmationColumns, confirmationsOf, savedConfirmations } from './confirmations.ts'
import { keep, moved, payoutRow, type Seen } from './current-payout.ts'
import { approvalColumns, indexPayout, lastReturn, termColumns, unsent } from './payout-columns.ts'
import type { PayoutDeps } from './payout-deps.ts'
import { type ReadPayout, readWrittenPayout, textIn } from './payout-reading.ts'
import { newReference, requireOwnReference } from './references.ts'
import { requestColumns, requestHash, savedRequest } from './saved-request.ts'
import { type ApprovalState, transition } from './transition.ts'
import { warningsOf } from './warnings.ts'

/**
 * Enters a payout, as a draft or straight into review, and its beneficiary where that is new or changed. The same form once more gives the
 * payout that it made, also when the key of the first write has been forgotten.
 * @throws Failure FIELDS_INVALID, REFERENCE_TAKEN, WARNINGS_UNCONFIRMED, STATE_CONFLICT, and what the book throws
 */
export async function enterPayout(
  tx: Transaction,
  deps: PayoutDeps,
  person: Person,
  write: PayoutWrite,
): Promise<EnteredPayout> {
  const first = write.draftId === undefined ? undefined : await payoutOfDraft(tx.db, write.draftId)
  if (first !== undefined) return { ...(await sameEntry(tx, deps, person, write, first)), isRepeat: true }
  const id = randomUUID()
  const at = deps.clock.date().toISOString()
  const read = await readWrite(tx, id, write, undefined)
  const { details, reading } = read
  const accountBy = await accountAuthor(tx, deps, person, { details, beneficiaryId: write.beneficiary?.id })
  const hash = requestHash(deps.encryption, id, reading.request)
  const move = { act: 'edit', requestHash: hash, isSubmitted: write.submit, accountBy } as const
  const approvalState = transition(blank, move, person.id)
  const { columns, confirmations } = await savedColumns(tx, deps, person, { id, at, read, write })
  const made = { created_at: at, created_by: person.id, draft_id: write.draftId ?? null }
  await insertPayout(tx.db, { ...columns, ...approvalColumns(approvalState), ...made, id, version: 1 })
  await auditSave(tx, person, { id, write, confirmations, action: 'payout.created', fields: [] })
  return { ...(await payoutRow(tx.db, id)), isRepeat: false }
}

interface EnteredPayout extends PayoutRow {
  /** Whether its form had been saved before: then nothing has happened. */
  readonly isRepeat: boolean
}

/** The payout that a form made before, where it says the same now. */
async function sameEntry(
  tx: Transaction,
  { encryption }: PayoutDeps,
  person: Person,
  write: PayoutWrite,
  first: PayoutRow,
): Promise<PayoutRow> {
  const { reading } = await readWrite(tx, first.id, write, first)
  const isSame = requestHash(encryption, first.id, reading.request) === first.request_hash
  const isSent = first.submitted_at !== null
  if (isSame && isSent === write.submit && first.created_by === person.id) return first
  const detail = 'This form was saved already. Open the payout that it made, and change that one.'
  throw new Failure('STATE_CONFLICT', detail, { params: { why: 'saved', what: 'payout' }, ids: [first.id] })
}

/**
 * Changes a payout: it is a draft again, or in review when it is sent at once.
 * @throws Failure as {@link enterPayout}, and NOT_FOUND, STATE_CONFLICT, VERSION_CONFLICT
 */
export async function editPayout(
  tx: Transaction,
  deps: PayoutDeps,
  person: Person,
  seen: Seen,
  given: PayoutWrite,
): Promise<PayoutRow> {
  const row = await payoutRow(tx.db, seen.id)
  const write = { ...given, beneficiary: given.beneficiary ?? savedBeneficiaryOf(row) }
  const read = await readWrite(tx, row.id, write, row)
  const hash = requestHash(deps.encryption, row.id, read.reading.request)
  const accountBy = isKept(deps, { read, write, row })
    ? row.account_by
    : await accountAuthor(tx, deps, person, { details: read.details, beneficiaryId: write.beneficiary.id })
  const approvalState = moved(
    row,
    seen,
    { act: 'edit', requestHash: hash, isSubmitted: write.submit, accountBy },
    person,
  )
  const at = deps.clock.date().toISOString()
  const { columns, confirmations } = await savedColumns(tx, deps, person, { id: row.id, at, read, write, row })
  const fields = fieldsChanged(savedRequest(deps.encryption, row), read.reading.request)
  const saved = await keep(tx, row, approvalState, { ...columns, ...lastReturn(row) })
  await auditSave(tx, person, { id: row.id, write, confirmations, action: 'payout.changed', fields })
  return saved
}

/** Before anybody has entered anything. */
const blank: ApprovalState = {
  state: 'draft',
  enteredBy: [],
  accountBy: null,
  requestHash: '',
  approvedHash: null,
  isErased: false,
}

function savedBeneficiaryOf(row: PayoutRow) {
  return { id: row.beneficiary_id, version: row.beneficiary_version }
}

/** Reads what is to be saved, its reference made where it has none. */
async function readWrite(
  { db }: Transaction,
  id: string,
  { details, terms }: PayoutWrite,
  row: PayoutRow | undefined,
): Promise<ReadPayout> {
  const isBlank = (terms.externalReference ?? '').trim() === ''
  const externalReference = isBlank ? (row?.external_reference ?? (await newReference(db))) : terms.externalReference
  const read = readWrittenPayout(details, { ...terms, ...(externalReference && { externalReference }) })
  await requireOwnReference(db, textIn(read.reading.request, 'externalReference'), id)
  return read
}

interface Save {
  readonly id: string
  readonly at: string
  readonly read: ReadPayout
  readonly write: PayoutWrite
  /** What is changed; undefined for what is entered. */
  readonly row?: PayoutRow
}

/** Saves the beneficiary, weighs the warnings, and gives what the payout's row is to hold. */
async function savedColumns(tx: Transaction, deps: PayoutDeps, person: Person, save: Save) {
  const { id, at, read, write, row } = save
  const { encryption } = deps
  const { details, terms, reading } = read
  const beneficiary = await savedBeneficiary(tx, deps, person, save)
  const payout = row ?? { id, created_at: at }
  const beneficiaryId = beneficiary.id
  const warnings = await warningsOf(tx.db, deps, { details, reading, beneficiaryId, payout })
  const earlier = row === undefined ? [] : savedConfirmations(encryption, row)
  const confirmations = confirmationsOf(warnings, write.confirmed, earlier, { by: person.id, at })
  const ofBeneficiary = beneficiary.isSaved ? await savingWarnings(tx.db, deps, details, { beneficiaryId }) : []
  const keys = confirmations.map(({ key }) => key)
  requireConfirmed(write.submit ? warnings : ofBeneficiary, keys)
  await indexPayout(tx, encryption, id, { details, request: reading.request })
  const sent = write.submit ? { submitted_at: at, submitted_by: person.id } : {}
  const columns = {
    ...detailColumns(encryption, 'payouts', id, details),
    ...termColumns(terms),
    ...requestColumns(encryption, id, reading.request),
    ...confirmationColumns(encryption, id, confirmations),
    ...unsent,
    ...sent,
    beneficiary_id: beneficiaryId,
    beneficiary_version: beneficiary.version,
    updated_at: at,
    updated_by: person.id,
  }
  return { columns, confirmations }
}

/** Whom the payout pays, and whether the book was written. */
async function savedBeneficiary(tx: Transaction, deps: PayoutDeps, person: Person, save: Save) {
  const { details } = save.read
  const { beneficiary } = save.write
  if (beneficiary === undefined) return { ...(await saveNew(tx, deps, person, details)), isSaved: true }
  if (isKept(deps, save)) return { ...beneficiary, isSaved: false }
  const saved = await saveChange(tx, deps, person, beneficiary, details)
  return { ...saved, isSaved: saved.version !== beneficiary.version }
}

/** An edit that leaves the details as the payout keeps them does not touch the book, which may have gone on. */
function isKept(
  { encryption }: PayoutDeps,
  { read, write: { beneficiary }, row }: Pick<Save, 'read' | 'write' | 'row'>,
) {
  if (row === undefined || beneficiary === undefined) return false
  const { id, version } = savedBeneficiaryOf(row)
  if (beneficiary.id !== id || beneficiary.version !== version) return false
  return changedFields(detailsOfRow(encryption, 'payouts', row), read.details).length === 0
}

interface SaveAudit {
  readonly id: string
  readonly write: PayoutWrite
  readonly confirmations: readonly Confirmation[]
  readonly action: 'payout.created' | 'payout.changed'
  /** Which fields of the request are others than before. */
  readonly fields: readonly string[]
}

async function auditSave(
  tx: Transaction,
  person: Person,
  { id, write, confirmations, action, fields }: SaveAudit,
): Promise<void> {
  const event = { personId: person.id, thing: { type: 'payout', id } } as const
  await tx.record({ ...event, action, facts: action === 'payout.changed' ? { fields } : {} })
  if (write.submit)
    await tx.record({ ...event, action: 'payout.submitted', facts: { confirmed: confirmations.length } })
  await endDraft(tx, person.id, write)
}

function fieldsChanged(before: PayoutRequest | undefined, now: PayoutRequest): readonly string[] {
  return requestDifferences(before ?? {}, now).map(({ field }) => field)
}
