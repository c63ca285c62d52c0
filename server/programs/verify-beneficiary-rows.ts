import type { Kysely, Selectable } from 'kysely'
import { type AuditedDetails, detailsIn } from '../entry/details-trail.ts'
import { phoneIn } from '../entry/phone-rows.ts'
import { callBackIn } from '../store/audit/call-backs.ts'
import type { Encryption } from '../store/encryption/encryption.ts'
import { isIntact } from '../store/row-mac.ts'
import type { Tables } from '../store/schema.ts'

/** What the entries record of beneficiaries, but of those that were erased: of these nothing is left to compare. */
export interface ToldOfBeneficiaries {
  readonly details: Map<string, readonly AuditedDetails[]>
  /** From which of their versions on they have other phone numbers. */
  readonly phones: Map<string, readonly string[]>
  /** Their call-backs by id, each with its result. */
  readonly callBacks: Map<string, readonly string[]>
}

export function nothingTold(): ToldOfBeneficiaries {
  return { details: new Map(), phones: new Map(), callBacks: new Map() }
}

/** Takes an entry about a beneficiary. */
export function noteBeneficiary(told: ToldOfBeneficiaries, entry: Selectable<Tables['audit']>): void {
  const { thing_id: id, action } = entry
  if (action === 'beneficiary.erased') for (const map of [told.details, told.phones, told.callBacks]) map.delete(id)
  const [details, phone, callBack] = [detailsIn(entry), phoneIn(entry), callBackIn(entry)]
  if (details !== undefined) told.details.set(id, [...(told.details.get(id) ?? []), details])
  if (phone !== undefined) told.phones.set(id, [...(told.phones.get(id) ?? []), `${phone.phoneVersion}`])
  if (callBack !== undefined)
    told.callBacks.set(id, [...(told.callBacks.get(id) ?? []), `${callBack.callBack} ${callBack.result}`])
}

/** Compares what is saved beside beneficiaries with what the audit log says. Answers a line for each that does not agree. */
export async function compareBeneficiaries(
  db: Kysely<Tables>,
  encryption: Encryption,
  told: ToldOfBeneficiaries,
): Promise<readonly string[]> {
  const phones = await db.selectFrom('phone_numbers').selectAll().execute()
  const callBacks = await db.selectFrom('call_backs').selectAll().execute()
  const arePhonesTrue =
    agree(phones, told.phones, ({ version }) => `${version}`) &&
    phones.every((row) => isIntact(encryption, 'phone_numbers', row))
  const areCallBacksTrue =
    agree(callBacks, told.callBacks, ({ id, result }) => `${id} ${result}`) &&
    callBacks.every((row) => isIntact(encryption, 'call_backs', row))
  return [
    ...(await compareDetails(db, told.details)),
    // A number that was slipped in could seem to have been known before a change of details.
    ...(arePhonesTrue ? [] : ['The phone numbers of beneficiaries: others are saved than the audit log says.']),
    // People read the rows, though the entries decide.
    ...(areCallBacksTrue ? [] : ['The call-backs of beneficiaries: others are saved than the audit log says.']),
  ]
}

function agree<Row extends { readonly beneficiary_id: string }>(
  rows: readonly Row[],
  told: ReadonlyMap<string, readonly string[]>,
  nameOf: (row: Row) => string,
): boolean {
  const expected = [...told].flatMap(([id, names]) => names.map((name) => `${id} ${name}`))
  const found = rows.map((row) => `${row.beneficiary_id} ${nameOf(row)}`)
  return JSON.stringify(found.toSorted()) === JSON.stringify(expected.toSorted())
}

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
