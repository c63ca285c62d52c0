import { hashOfSecret, makeSecret } from '../kernel/random-secret.ts'
import type { Reader, Transaction } from '../store/store.ts'

/*
 * What takes several requests: a challenge that is sent and comes back signed, a redirect to an identity provider. Each is begun by one
 * request and taken by another, once, on whichever server; one that was left is forgotten.
 */

/** How long the next step may take by default. */
export const ceremonyLifeMs = 5 * 60_000

interface Begun {
  /** Whose it is, where that is known before its end. */
  readonly personId?: string | undefined
  readonly lifeMs?: number
  /** Left out, one of 256 random bits. */
  readonly id?: string
}

/** Begins a ceremony; answers its id, of which the database has the hash alone. */
export async function beginCeremony(
  tx: Transaction,
  kind: string,
  content: unknown,
  { personId, lifeMs = ceremonyLifeMs, id = makeSecret() }: Begun = {},
): Promise<string> {
  const now = tx.now()
  await forgetExpired(tx)
  const row = hashOfSecret(id)
  await tx.db
    .insertInto('ceremonies')
    .values({
      id: row,
      kind,
      person_id: personId ?? null,
      content_encrypted: tx.encryption.encrypt(JSON.stringify(content), placeOf(row)),
      expires_at: new Date(now.getTime() + lifeMs).toISOString(),
    })
    .execute()
  return id
}

/** What a ceremony was begun with; it is over with that. Undefined where there is none of this kind, person and id, or its time is over. */
export async function takeCeremony(tx: Transaction, kind: string, id: string, personId?: string): Promise<unknown> {
  const row = hashOfSecret(id)
  const taken = await tx.db
    .deleteFrom('ceremonies')
    .where('id', '=', row)
    .where('kind', '=', kind)
    .returning(['id', 'content_encrypted', 'expires_at', 'person_id'])
    .executeTakeFirst()
  return contentOf(tx, taken, personId)
}

/** What {@link takeCeremony} would take now. */
export async function openCeremony(reader: Reader, kind: string, id: string, personId: string): Promise<unknown> {
  const open = await reader.db
    .selectFrom('ceremonies')
    .select(['id', 'content_encrypted', 'expires_at', 'person_id'])
    .where('id', '=', hashOfSecret(id))
    .where('kind', '=', kind)
    .executeTakeFirst()
  return contentOf(reader, open, personId)
}

interface CeremonyRow {
  readonly id: string
  readonly person_id: string | null
  readonly content_encrypted: string
  readonly expires_at: string
}

function contentOf({ encryption, now }: Reader, row: CeremonyRow | undefined, personId: string | undefined): unknown {
  if (row === undefined || row.expires_at <= now().toISOString()) return undefined
  if (personId !== undefined && row.person_id !== personId) return undefined
  return JSON.parse(encryption.decrypt(row.content_encrypted, placeOf(row.id)))
}

/** Whether what a browser brings back was not brought before, within the time of a ceremony. */
export async function useOnce(tx: Transaction, kind: string, brought: string): Promise<boolean> {
  await forgetExpired(tx)
  const id = hashOfSecret(brought)
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('ceremonies')
    .values({
      id,
      kind,
      person_id: null,
      content_encrypted: tx.encryption.encrypt('used', placeOf(id)),
      expires_at: new Date(tx.now().getTime() + ceremonyLifeMs).toISOString(),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

async function forgetExpired({ db, now }: Transaction): Promise<void> {
  await db.deleteFrom('ceremonies').where('expires_at', '<=', now().toISOString()).execute()
}

function placeOf(id: string) {
  return { table: 'ceremonies', id, column: 'content_encrypted' }
}
