import { randomUUID } from 'node:crypto'
import type { Details } from '#shared/api/details.ts'
import type { Person } from '#shared/api/person.ts'
import { Failure } from '../failure.ts'
import {
  type BeneficiaryRow,
  findBeneficiary,
  insertBeneficiary,
  setLastPayout,
  updateBeneficiary,
} from '../store/beneficiary-rows.ts'
import { beginningTerms } from '../store/beneficiary-search.ts'
import { detailColumns, detailsOfRow } from '../store/detail-columns.ts'
import { destinationTerms, numberTerms, replaceTerms } from '../store/search-terms.ts'
import { nameOf, searchWords } from '../store/search-words.ts'
import type { Transaction } from '../store/store.ts'
import { attachValidations } from '../validations/attach-validations.ts'
import type { BeneficiaryDeps } from './beneficiary-deps.ts'
import { changedFields } from './changed-fields.ts'
import { type GoodDetails, goodDetails, readableRequest } from './read-details.ts'

/** A beneficiary at one version. */
export interface Version {
  readonly id: string
  readonly version: number
}

/**
 * Enters a beneficiary into the book; `draftId` is the form that is entered once.
 * @throws Failure FIELDS_INVALID
 */
export async function saveNew(
  tx: Transaction,
  deps: BeneficiaryDeps,
  person: Person,
  given: Details,
  draftId: string | null = null,
): Promise<Version> {
  const good = goodDetails(given)
  const id = randomUUID()
  const at = deps.clock.date().toISOString()
  const row: BeneficiaryRow = {
    ...detailColumns(deps.encryption, 'beneficiaries', id, good.details),
    id,
    version: 1,
    status: 'active',
    created_at: at,
    created_by: person.id,
    updated_at: at,
    updated_by: person.id,
    account_by: person.id,
    last_payout_at: null,
    erased_at: null,
    draft_id: draftId,
  }
  await insertBeneficiary(tx.db, row)
  await reindexBeneficiary(tx, deps, row, good)
  await attachValidations(tx, deps, id, good.details)
  await tx.record({ personId: person.id, action: 'beneficiary.created', thing: { type: 'beneficiary', id } })
  return { id, version: 1 }
}

/**
 * Changes a beneficiary; where nothing differs, its version stays.
 * @throws Failure NOT_FOUND, ERASED, VERSION_CONFLICT, FIELDS_INVALID
 */
export async function saveChange(
  tx: Transaction,
  deps: BeneficiaryDeps,
  person: Person,
  { id, version }: Version,
  given: Details,
): Promise<Version> {
  const row = await currentRow(tx, { id, version })
  const good = goodDetails(given)
  const before = detailsOfRow(deps.encryption, 'beneficiaries', row)
  const fields = changedFields(before, good.details)
  if (fields.length === 0) return { id, version }
  const at = deps.clock.date().toISOString()
  const changes = {
    ...detailColumns(deps.encryption, 'beneficiaries', id, good.details),
    ...(isPaidElsewhere(deps, before, good.details) && { account_by: person.id }),
    updated_at: at,
    updated_by: person.id,
  }
  if (!(await updateBeneficiary(tx.db, { id, version }, changes))) throw conflict(id)
  await reindexBeneficiary(tx, deps, { ...row, ...changes }, good)
  await attachValidations(tx, deps, id, good.details)
  await tx.record({
    personId: person.id,
    action: 'beneficiary.changed',
    thing: { type: 'beneficiary', id },
    facts: { fields },
  })
  return { id, version: version + 1 }
}

/** Notes that payouts to these beneficiaries were exported. */
export async function notePayout(tx: Transaction, beneficiaryIds: readonly string[], at: string): Promise<void> {
  await setLastPayout(tx.db, [...new Set(beneficiaryIds)], at)
}

/**
 * The row that a person means to change, at the version that they saw.
 * @throws Failure NOT_FOUND, ERASED, VERSION_CONFLICT
 */
export async function currentRow(tx: Transaction, { id, version }: Version): Promise<BeneficiaryRow> {
  const row = await findBeneficiary(tx.db, id)
  if (row === undefined) throw noSuchBeneficiary()
  if (row.erased_at !== null)
    throw new Failure('ERASED', 'This beneficiary was erased and cannot be changed.', {
      params: { what: 'beneficiary' },
    })
  if (row.version !== version) throw conflict(id)
  return row
}

export function noSuchBeneficiary(): Failure {
  return new Failure('NOT_FOUND', 'There is no such beneficiary.', { params: { what: 'beneficiary' } })
}

export function conflict(id: string): Failure {
  const detail = 'Somebody has changed this beneficiary since. Load it again and compare both versions.'
  return new Failure('VERSION_CONFLICT', detail, { params: { what: 'beneficiary' }, ids: [id] })
}

/** Whether the money would go somewhere else than before. */
export function isPaidElsewhere({ encryption }: BeneficiaryDeps, before: Details, after: Details): boolean {
  const [old, now] = [before, after].map((details) => destinationTerms(encryption, readableRequest(details)).join())
  return old !== now
}

async function reindexBeneficiary(
  tx: Transaction,
  { encryption }: BeneficiaryDeps,
  { id, name_key, country, status }: BeneficiaryRow,
  { details, request }: GoodDetails,
): Promise<void> {
  const terms = [...beginningTerms(searchWords(nameOf(details))), ...numberTerms(encryption, request)]
  await replaceTerms(tx.db, 'beneficiary', id, terms, { sortKey: name_key, country, status })
}
