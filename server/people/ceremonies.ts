import * as z from 'zod/mini'
import { Failure } from '../kernel/failure.ts'
import { hashOfSecret, makeSecret } from '../kernel/random-secret.ts'
import type { Tables } from '../store/schema.ts'
import type { Reader, Transaction } from '../store/store.ts'

/*
 * What takes several requests: a challenge that is sent and comes back signed, a redirect to an identity provider. Each is begun by one
 * request and taken by another, once, on whichever server; one that was left is forgotten.
 */

/** How long the next step may take by default. */
export const ceremonyLifeMs = 5 * 60_000

/** What is encrypted: whose it is, what for and until when is read from here, as anyone who writes to the database can change a column. */
const ceremonySchema = z.object({
  kind: z.string(),
  personId: z.optional(z.string()),
  expiresAt: z.string(),
  content: z.unknown(),
})

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
  await forgetExpired(tx)
  const expires_at = new Date(tx.now().getTime() + lifeMs).toISOString()
  const whole = { kind, personId, expiresAt: expires_at, content } satisfies z.infer<typeof ceremonySchema>
  const row = hashOfSecret(id)
  const content_encrypted = tx.encryption.encrypt(JSON.stringify(whole), placeOf(row))
  await tx.db.insertInto('ceremonies').values({ id: row, content_encrypted, expires_at }).execute()
  return id
}

/** What a ceremony was begun with, which goes on. Undefined where there is none of this kind, person and id, or it is over. */
export async function readCeremony(reader: Reader, kind: string, id: string, personId?: string): Promise<unknown> {
  const row = hashOfSecret(id)
  const found = await reader.db.selectFrom('ceremonies').selectAll().where('id', '=', row).executeTakeFirst()
  return found && contentOf(reader, found, kind, personId)
}

/**
 * The same, and it is over with that: the entry of what this transaction does has a mark of it, so that a row that is put back is of no use.
 */
export async function takeCeremony(tx: Transaction, kind: string, id: string, personId?: string): Promise<unknown> {
  const row = hashOfSecret(id)
  const taken = await tx.db.deleteFrom('ceremonies').where('id', '=', row).returningAll().executeTakeFirst()
  const content = taken && (await contentOf(tx, taken, kind, personId))
  if (content !== undefined) tx.markUsed(markOf(tx, row))
  return content
}

/** @throws Failure CEREMONY_EXPIRED where there is no such ceremony */
export async function requireBegun(content: Promise<unknown>): Promise<unknown> {
  const found = await content
  if (found === undefined) throw new Failure('CEREMONY_EXPIRED')
  return found
}

async function contentOf(
  reader: Reader,
  { id, content_encrypted }: Tables['ceremonies'],
  kind: string,
  personId: string | undefined,
): Promise<unknown> {
  const begun = ceremonySchema.parse(JSON.parse(reader.encryption.decrypt(content_encrypted, placeOf(id))))
  if (begun.kind !== kind || begun.expiresAt <= reader.now().toISOString()) return undefined
  if (personId !== undefined && begun.personId !== personId) return undefined
  return (await reader.recentSignIns()).isUsed(markOf(reader, id)) ? undefined : begun.content
}

/** Whether what a browser brings back was not brought before, within the time of a ceremony. */
export async function useOnce(tx: Transaction, brought: string): Promise<boolean> {
  await forgetExpired(tx)
  const id = hashOfSecret(brought)
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('ceremonies')
    .values({
      id,
      content_encrypted: tx.encryption.encrypt('used', placeOf(id)),
      expires_at: new Date(tx.now().getTime() + ceremonyLifeMs).toISOString(),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n || (await tx.recentSignIns()).isUsed(markOf(tx, id))) return false
  tx.markUsed(markOf(tx, id))
  return true
}

async function forgetExpired({ db, now }: Transaction): Promise<void> {
  await db.deleteFrom('ceremonies').where('expires_at', '<=', now().toISOString()).execute()
}

/** Keyed, and the beginning of it, as each is followed in memory. */
function markOf({ encryption }: Reader, id: string): string {
  return encryption.hash('ceremony', id).slice(0, 22)
}

function placeOf(id: string) {
  return { table: 'ceremonies', id, column: 'content_encrypted' }
}
