import { hashOfSecret, makeSecret } from '../kernel/random-secret.ts'
import type { Transaction } from '../store/store.ts'

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
    .returning(['content_encrypted', 'expires_at', 'person_id'])
    .executeTakeFirst()
  if (taken === undefined || taken.expires_at <= tx.now().toISOString()) return undefined
  if (personId !== undefined && taken.person_id !== personId) return undefined
  return JSON.parse(tx.encryption.decrypt(taken.content_encrypted, placeOf(row)))
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
