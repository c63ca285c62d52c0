import * as z from 'zod/mini'
import type { Reader, RowReader } from '../store/store.ts'

/** Keeps a signature for a while; those whose time is over go. */
export async function addSignature(
  { db, encryption, now }: Pick<Reader, 'db' | 'encryption' | 'now'>,
  {
    id,
    personId,
    content,
    expiresAt,
  }: { readonly id: string; readonly personId: string; readonly content: string; readonly expiresAt: string },
): Promise<void> {
  await db.deleteFrom('approval_signatures').where('expires_at', '<=', now().toISOString()).execute()
  const content_encrypted = encryption.encrypt(JSON.stringify({ content, expiresAt }), placeOf(id))
  await db
    .insertInto('approval_signatures')
    .values({ id, person_id: personId, content_encrypted, expires_at: expiresAt })
    .execute()
}

/** A signature of this person whose time is not over. */
export async function findSignature(
  { db, encryption }: RowReader,
  { id, personId, at }: { readonly id: string; readonly personId: string; readonly at: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('approval_signatures')
    .selectAll()
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const kept = keptSchema.parse(JSON.parse(encryption.decrypt(row.content_encrypted, placeOf(id))))
  return kept.expiresAt > at ? kept.content : undefined
}

/** What is encrypted: the column of its end can be changed by anyone who writes to the database. */
const keptSchema = z.object({ content: z.string(), expiresAt: z.string() })

function placeOf(id: string) {
  return { table: 'approval_signatures', id, column: 'content_encrypted' }
}
