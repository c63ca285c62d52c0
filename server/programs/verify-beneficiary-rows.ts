import type { Kysely, Selectable } from 'kysely'
import { type AuditedDetails, detailsIn } from '../entry/details-trail.ts'
import { phoneIn } from '../entry/phone-rows.ts'
import type { Encryption } from '../store/encryption/encryption.ts'
import { isIntact } from '../store/row-mac.ts'
import type { Tables } from '../store/schema.ts'

/** What the entries record of beneficiaries. */
export interface ToldOfBeneficiaries {
  /** Who changed the details of a beneficiary, of those that were not erased. */
  readonly details: Map<string, readonly AuditedDetails[]>
  /** From which versions of beneficiaries on they have other phone numbers. */
  readonly phones: Set<string>
}

export function nothingTold(): ToldOfBeneficiaries {
  return { details: new Map(), phones: new Set() }
}

/** Takes an entry about a beneficiary. */
export function noteBeneficiary(told: ToldOfBeneficiaries, entry: Selectable<Tables['audit']>): void {
  const { thing_id: id, action } = entry
  const details = detailsIn(entry)
  if (details !== undefined) told.details.set(id, [...(told.details.get(id) ?? []), details])
  if (action === 'beneficiary.erased') told.details.delete(id)
  const phoneVersion = phoneIn(entry)
  if (phoneVersion !== undefined) told.phones.add(`${id} ${phoneVersion}`)
}

/** Compares what is saved beside beneficiaries with what the audit log says. Answers a line for each that does not agree. */
export async function compareBeneficiaries(
  db: Kysely<Tables>,
  encryption: Encryption,
  told: ToldOfBeneficiaries,
): Promise<readonly string[]> {
  return [...(await compareDetails(db, told.details)), ...(await comparePhones(db, encryption, told.phones))]
}

/** Of an erased beneficiary nothing is left to compare. */
async function compareDetails(
  db: Kysely<Tables>,
  told: ReadonlyMap<string, readonly AuditedDetails[]>,
): Promise<readonly string[]> {
  const changes = await db
    .selectFrom('details_changes')
    .select(['beneficiary_id', 'version', 'changed_by'])
    .orderBy('beneficiary_id')
    .orderBy('version')
    .execute()
  const found = new Map<string, Pick<AuditedDetails, 'version' | 'changed_by'>[]>()
  for (const { beneficiary_id, version, changed_by } of changes) {
    const before = found.get(beneficiary_id) ?? []
    found.set(beneficiary_id, before)
    before.push({ version, changed_by })
  }
  const toldOf = (id: string) => told.get(id)?.map(({ version, changed_by }) => ({ version, changed_by }))
  const differs = (id: string) => JSON.stringify(found.get(id)) !== JSON.stringify(toldOf(id))
  return [...new Set([...found.keys(), ...told.keys()])]
    .filter(differs)
    .map((id) => `Beneficiary ${id}: others changed its details than the audit log says.`)
}

/** A number that was slipped in could seem to have been known before a change of details. */
async function comparePhones(
  db: Kysely<Tables>,
  encryption: Encryption,
  told: ReadonlySet<string>,
): Promise<readonly string[]> {
  const rows = await db.selectFrom('phone_numbers').selectAll().orderBy('id').execute()
  const found = rows
    .filter((row) => isIntact(encryption, 'phone_numbers', row))
    .map((row) => `${row.beneficiary_id} ${row.version}`)
  const forged = rows.length - found.length + [...told].filter((one) => !found.includes(one)).length
  return forged === 0 && found.every((one) => told.has(one))
    ? []
    : ['The phone numbers of beneficiaries: others are saved than the audit log says.']
}
