import { randomUUID } from 'node:crypto'
import type { BeneficiaryWrite } from '#shared/api/beneficiary.ts'
import { type Issue, issueOn } from '#shared/api/issue.ts'
import { beneficiaryPart, differingFields } from '#shared/payout/entry.ts'
import { endDraft } from '../drafts/drafts.ts'
import { type BeneficiaryRow, beginningTerms, findBeneficiary, updateBeneficiary } from '../entry/beneficiary-rows.ts'
import { detailsChange } from '../entry/details.ts'
import { type DetailsChange, insertDetailsChange } from '../entry/details-rows.ts'
import { detailsFacts } from '../entry/details-trail.ts'
import { beneficiaryValues, entryColumns } from '../entry/entry-columns.ts'
import { externalIdColumns, externalIdOf, requireFreeExternalId } from '../entry/external-ids.ts'
import { readFilledIn } from '../entry/filled-in.ts'
import { maskedIssue } from '../entry/masked.ts'
import { phoneChange, phoneFacts } from '../entry/phone-rows.ts'
import { joinedTypedBy, type TypedValues } from '../entry/typed-by.ts'
import { type EntryWithReading, readSaved, type TypedEntry } from '../entry/written-entry.ts'
import { Failure } from '../kernel/failure.ts'
import { joinAuthors } from '../payout-state/moved-payout.ts'
import type { Actor } from '../people/member.ts'
import { nameKeyOf, numberTerms, payeeName, replaceTerms, searchWords, termRows } from '../search/search-terms.ts'
import type { Reader, Transaction } from '../store/store.ts'
import { attachedValidations } from '../validations/saved-validations.ts'
import { giveValidations } from '../validations/validation-rows.ts'
import { type Additions, writeAdditions } from './additions.ts'
import { requireConfirmed, savingWarnings } from './beneficiary-warnings.ts'

/** A beneficiary at one version. */
export interface Version {
  readonly id: string
  readonly version: number
}

/**
 * Changes a beneficiary whose warnings a person has confirmed. What is left out stays as it is saved, and is not shown.
 * @throws Failure NOT_FOUND, ERASED, VERSION_CONFLICT, FIELDS_INVALID, WARNINGS_UNCONFIRMED, EXTERNAL_ID_TAKEN
 */
export async function editBeneficiary(
  tx: Transaction,
  person: Actor,
  version: Version,
  write: BeneficiaryWrite,
): Promise<Version> {
  const before = beneficiaryValues(tx, await currentRow(tx, version))
  const written = readFilledIn(tx, person, write.entry, before, { part: 'beneficiary' })
  const told = (warning: Issue) => maskedIssue(warning, written.secrets)
  requireConfirmed(await savingWarnings(tx, written, version.id), write.confirmed, told)
  const saved = await saveChange(tx, person, version, written, { externalId: write.externalId })
  await endDraft(tx, person.id, write.draft)
  return saved
}

/** `draftId`: the form that is entered once. */
type BesideBeneficiary = Pick<BeneficiaryWrite, 'externalId'> & { readonly draftId?: string | undefined }

/**
 * Saves who was not saved before, of an entry as it was read.
 * @throws Failure EXTERNAL_ID_TAKEN
 */
export async function saveNew(
  tx: Transaction,
  person: Actor,
  written: TypedEntry,
  beside: BesideBeneficiary = {},
): Promise<Version> {
  await requireFreeExternalId(tx, beside.externalId)
  const { row, added } = newBeneficiary(tx, person, written, beside)
  await writeAdditions(tx, [added])
  return { id: row.id, version: row.version }
}

export interface BeneficiaryToInsert {
  readonly row: BeneficiaryRow
  /** Undefined where nothing identifies them. */
  readonly change: DetailsChange | undefined
  readonly added: Additions
}

/** Who was not saved before, as {@link saveNew} writes it. */
export function newBeneficiary(
  tx: Transaction,
  person: Actor,
  written: TypedEntry,
  { draftId, externalId = null }: BesideBeneficiary = {},
): BeneficiaryToInsert {
  const id = randomUUID()
  const at = tx.now().toISOString()
  const row: BeneficiaryRow = {
    ...columnsOf(tx, id, written),
    id,
    version: 1,
    status: 'active',
    created_at: at,
    created_by: person.id,
    updated_at: at,
    updated_by: person.id,
    last_payout_at: null,
    erased_at: null,
    draft_id: draftId ?? null,
    ...externalIdColumns(tx, id, externalId),
  }
  const change = detailsChange(tx, person, { id, version: 1 }, {}, written)
  const phone = phoneChange(tx, person, { id, version: 1 }, '', written.entry.phone)
  const facts = { ...(change && detailsFacts(1, person)), ...phoneFacts(phone, person, written) }
  const { name_key: sortKey, country, status } = row
  const added: Additions = {
    beneficiaries: [row],
    details: change === undefined ? [] : [change],
    phones: phone === undefined ? [] : [phone],
    terms: termRows('beneficiary', id, beneficiaryTerms(tx, written), { sortKey, country, status }),
    validations: attachedValidations(tx, id, written.entry),
    events: [{ personId: person.id, action: 'beneficiary.created', thing: { type: 'beneficiary', id }, facts }],
  }
  return { row, change, added }
}

/**
 * Changes a saved beneficiary to an entry as it was read; where nothing differs, its version stays. `payoutId` is the payout in whose form
 * it was typed.
 * @throws Failure NOT_FOUND, ERASED, VERSION_CONFLICT, FIELDS_INVALID, EXTERNAL_ID_TAKEN
 */
export async function saveChange(
  tx: Transaction,
  person: Actor,
  { id, version }: Version,
  written: TypedEntry,
  { payoutId, externalId }: Pick<BeneficiaryWrite, 'externalId'> & { readonly payoutId?: string } = {},
): Promise<Version> {
  const row = await currentRow(tx, { id, version })
  const saved = beneficiaryValues(tx, row)
  const savedId = externalIdOf(tx, row)
  const isRenamed = externalId !== undefined && externalId !== savedId
  const fields = [
    ...differingFields(saved.entry, beneficiaryPart(written.entry, tx.fields), tx.fields),
    ...(isRenamed ? ['externalId'] : []),
  ]
  if (fields.length === 0) return { id, version }
  if (isRenamed) {
    await requireFreeExternalId(tx, externalId)
    if (savedId !== null) throw idStays()
  }
  const changes = {
    ...columnsOf(tx, id, written, saved),
    ...(isRenamed && externalIdColumns(tx, id, externalId)),
    updated_at: tx.now().toISOString(),
    updated_by: person.id,
  }
  if (!(await updateBeneficiary(tx.db, { id, version }, changes))) throw changedMeanwhile(id)
  await reindexBeneficiary(tx, { ...row, ...changes }, written)
  const { request } = readSaved(tx, saved.entry, 'beneficiary').reading
  const change = detailsChange(tx, person, { id, version: version + 1 }, request, written)
  if (change !== undefined) {
    await insertDetailsChange(tx.db, change)
    await joinAuthors(tx, person, id, payoutId)
  }
  const phone = phoneChange(tx, person, { id, version: version + 1 }, saved.entry.phone, written.entry.phone)
  if (phone !== undefined) await writeAdditions(tx, [{ phones: [phone] }])
  await giveValidations(tx.db, attachedValidations(tx, id, written.entry))
  await tx.audit({
    personId: person.id,
    action: 'beneficiary.changed',
    thing: { type: 'beneficiary', id },
    facts: {
      fields,
      ...(change !== undefined && detailsFacts(version + 1, person)),
      ...phoneFacts(phone, person, written),
    },
  })
  return { id, version: version + 1 }
}

/** Whom an id names stays: one person alone, who moved it to another beneficiary, would lead what programs pay there. */
function idStays(): Failure {
  return new Failure('FIELDS_INVALID', { errors: [issueOn('externalId', 'external_id_stays', {})] })
}

/**
 * The row that a person means to change, at the version that they saw.
 * @throws Failure NOT_FOUND, ERASED, VERSION_CONFLICT
 */
export async function currentRow(tx: Transaction, version: Version): Promise<BeneficiaryRow> {
  return requireCurrent(await findBeneficiary(tx.db, version.id), version)
}

/** That a row was found, and is what {@link currentRow} answers. */
export function requireCurrent(row: BeneficiaryRow | undefined, { id, version }: Version): BeneficiaryRow {
  if (row === undefined) throw noSuchBeneficiary()
  if (row.erased_at !== null) throw new Failure('ERASED', { params: { what: 'beneficiary' } })
  if (row.version !== version) throw changedMeanwhile(id)
  return row
}

export function noSuchBeneficiary(): Failure {
  return new Failure('NOT_FOUND', { params: { what: 'beneficiary' } })
}

/** Another one has changed the beneficiary meanwhile. */
export function changedMeanwhile(id: string): Failure {
  return new Failure('VERSION_CONFLICT', { params: { what: 'beneficiary' }, ids: [id] })
}

/** @param before the beneficiary as it is saved: a value that stays is still that of the people who typed it */
function columnsOf(tx: Transaction, id: string, written: TypedEntry, ...before: readonly TypedValues[]) {
  const part = beneficiaryPart(written.entry, tx.fields)
  const typedBy = joinedTypedBy(part, written, ...before)
  return { ...entryColumns(tx, 'beneficiaries', id, part, typedBy), name_key: nameKeyOf(payeeName(part, tx.fields)) }
}

async function reindexBeneficiary(
  tx: Transaction,
  { id, name_key, country, status }: Pick<BeneficiaryRow, 'id' | 'name_key' | 'country' | 'status'>,
  written: EntryWithReading,
): Promise<void> {
  await replaceTerms(tx.db, 'beneficiary', id, beneficiaryTerms(tx, written), { sortKey: name_key, country, status })
}

/** What a beneficiary is found by. */
export function beneficiaryTerms(reader: Reader, { entry, reading }: EntryWithReading): readonly string[] {
  return [
    ...beginningTerms(searchWords(payeeName(entry, reader.fields))),
    ...numberTerms(reader, reading.request, 'beneficiary'),
  ]
}
