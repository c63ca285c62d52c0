import { randomUUID } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import * as z from 'zod/mini'
import { Failure } from '../kernel/failure.ts'
import type { Actor } from '../people/member.ts'
import { isIntact, rowMac } from '../store/row-mac.ts'
import type { Tables } from '../store/schema.ts'
import type { Reader } from '../store/store.ts'
import type { TypedEntry } from './written-entry.ts'

/*
 * The phone numbers that a beneficiary has had, to call back on one that was known before their bank details changed.
 */

export type PhoneRow = Selectable<Tables['phone_numbers']>

/** The number that a beneficiary has from a version on; undefined where it is the one of before. */
export function phoneChange(
  { encryption, now }: Pick<Reader, 'encryption' | 'now'>,
  { id: personId }: Pick<Actor, 'id'>,
  { id: beneficiaryId, version }: { readonly id: string; readonly version: number },
  before: string,
  number: string,
): PhoneRow | undefined {
  if (number === before) return undefined
  const id = randomUUID()
  const row = {
    id,
    beneficiary_id: beneficiaryId,
    version,
    number_encrypted: encryption.encrypt(number, placeOf(id)),
    saved_at: now().toISOString(),
    saved_by: personId,
  }
  return { ...row, row_mac: rowMac(encryption, 'phone_numbers', row) }
}

const factsSchema = z.object({
  phoneVersion: z.number(),
  phoneOwners: z.optional(z.array(z.string())),
  isPhoneSent: z.optional(z.literal(true)),
})

/** The facts of an entry about a saved beneficiary that has another phone number from this version on; none where they have not. */
export function phoneFacts(
  phone: Pick<PhoneRow, 'version'> | undefined,
  { ownerIds }: Pick<Actor, 'ownerIds'>,
  { isSent }: Pick<TypedEntry, 'isSent'>,
): z.infer<typeof factsSchema> | undefined {
  return (
    phone && {
      phoneVersion: phone.version,
      ...(ownerIds.length > 0 && { phoneOwners: [...ownerIds] }),
      ...(isSent && { isPhoneSent: true }),
    }
  )
}

/** The change of a phone number that an entry records; undefined where it records none. */
export function phoneIn({ facts }: Pick<Tables['audit'], 'facts'>): z.infer<typeof factsSchema> | undefined {
  return z.safeParse(factsSchema, JSON.parse(facts)).data
}

/** A phone number that a beneficiary had from a version on; blank where they had none from then on. */
export interface SavedPhone extends Pick<PhoneRow, 'version' | 'saved_at' | 'saved_by'> {
  readonly number: string
  /** Who saved it too: whose API token did, and who knew the details link that it came by. */
  readonly owners: readonly string[]
  readonly isSent: boolean
}

/**
 * All phone numbers that a beneficiary has had, the oldest first.
 * @throws Failure TAMPERED where they are not what the app wrote
 */
export async function savedPhones(reader: Reader, beneficiaryId: string): Promise<readonly SavedPhone[]> {
  const rows = await phoneRows(reader.db, beneficiaryId)
  const entries = await reader.entriesAbout([beneficiaryId])
  const isErased = entries.some(({ action }) => action === 'beneficiary.erased')
  const audited = isErased ? [] : entries.flatMap((entry) => phoneIn(entry) ?? [])
  const isGenuine =
    JSON.stringify(rows.map(({ version }) => version)) ===
    JSON.stringify(audited.map(({ phoneVersion }) => phoneVersion))
  if (!isGenuine || !rows.every((row) => isIntact(reader.encryption, 'phone_numbers', row)))
    throw new Failure('TAMPERED', { ids: [beneficiaryId] })
  return rows.map((row, place) => {
    const { phoneOwners: owners = [], isPhoneSent: isSent = false } = audited[place] ?? {}
    return { ...row, number: numberIn(reader, row), owners, isSent }
  })
}

async function phoneRows(db: Kysely<Tables>, beneficiaryId: string): Promise<readonly PhoneRow[]> {
  return await db
    .selectFrom('phone_numbers')
    .selectAll()
    .where('beneficiary_id', '=', beneficiaryId)
    .orderBy('version')
    .execute()
}

function numberIn({ encryption }: Pick<Reader, 'encryption'>, { id, number_encrypted }: PhoneRow): string {
  return encryption.decrypt(number_encrypted, placeOf(id))
}

function placeOf(id: string) {
  return { table: 'phone_numbers', id, column: 'number_encrypted' } as const
}
