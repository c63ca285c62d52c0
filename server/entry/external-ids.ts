import { issueOn } from '#shared/api/issue.ts'
import { Failure } from '../kernel/failure.ts'
import { rowsOfKeys } from '../store/by-keys.ts'
import type { CellAddress } from '../store/encryption/encryption.ts'
import type { Reader } from '../store/store.ts'
import type { BeneficiaryRow } from './beneficiary-rows.ts'

/** The columns of the id that the merchant's own system has for a beneficiary: found by its hash, and encrypted for that row alone. */
export function externalIdColumns({ encryption }: Pick<Reader, 'encryption'>, id: string, externalId: string | null) {
  return {
    external_id_hash: externalId === null ? null : encryption.hash('external id', externalId),
    external_id_encrypted: externalId === null ? null : encryption.encrypt(externalId, placeOf(id)),
  }
}

export function externalIdOf(
  { encryption }: Pick<Reader, 'encryption'>,
  { id, external_id_encrypted }: Pick<BeneficiaryRow, 'id' | 'external_id_encrypted'>,
): string | null {
  return external_id_encrypted === null ? null : encryption.decrypt(external_id_encrypted, placeOf(id))
}

/**
 * The beneficiaries of these ids of the merchant's, by them. What a row has encrypted decides: a hash that was written into another row finds no one,
 * so no change of the database alone makes a program pay another person.
 */
export async function beneficiariesByExternalId(
  { db, encryption }: Pick<Reader, 'db' | 'encryption'>,
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, BeneficiaryRow>> {
  const rows = await rowsWithHash({ db, encryption }, externalIds)
  const asked = new Set(externalIds)
  const found = rows.map((row) => [externalIdOf({ encryption }, row) ?? '', row] as const)
  return new Map(found.filter(([externalId]) => asked.has(externalId)))
}

/** Those that have the hash of one of these ids, also where it was written past the app. */
function rowsWithHash({ db, encryption }: Pick<Reader, 'db' | 'encryption'>, externalIds: readonly string[]) {
  const hashes = externalIds.map((externalId) => encryption.hash('external id', externalId))
  return rowsOfKeys(hashes, (some) =>
    db.selectFrom('beneficiaries').selectAll().where('external_id_hash', 'in', some).execute(),
  )
}

/**
 * @param unsaved the beneficiaries that are saved in the same step, by their external ids
 * @throws Failure EXTERNAL_ID_TAKEN where another beneficiary has it; TAMPERED where one has its hash alone
 */
export async function requireFreeExternalId(
  reader: Reader,
  externalId: string | null | undefined,
  unsaved: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  if (externalId == null) return
  const [row] = unsaved.has(externalId) ? [] : await rowsWithHash(reader, [externalId])
  if (row !== undefined && externalIdOf(reader, row) !== externalId) throw new Failure('TAMPERED', { ids: [row.id] })
  const beneficiaryId = unsaved.get(externalId) ?? row?.id
  if (beneficiaryId === undefined) return
  const error = issueOn('externalId', 'external_id_taken', { beneficiaryId })
  throw new Failure('EXTERNAL_ID_TAKEN', { errors: [error] })
}

function placeOf(id: string): CellAddress {
  return { table: 'beneficiaries', id, column: 'external_id_encrypted' }
}
