import { type Kysely, sql } from 'kysely'
import { canonicalJson } from '#shared/api/canonical-json.ts'
import type { Tables } from '../schema.ts'
import type { Event } from '../store.ts'
import { beforeAll, entryHash, type Head } from './entry.ts'

/**
 * Appends an event to the record, within a transaction; answers the new head, for {@link HeadFile} once the transaction is
 * committed. Whoever appends waits here for all who appended before, until their transactions end.
 * @param at ISO 8601; where the clock went back, the entry gets the time of the one before it
 */
export async function appendEntry(db: Kysely<Tables>, event: Event, at: string): Promise<Head> {
  const previous = await takeTurn(db)
  const facts = canonicalJson(event.facts ?? {})
  const entry = {
    seq: previous.seq + 1,
    at: at > previous.at ? at : previous.at,
    personId: event.personId,
    action: event.action,
    thing: event.thing,
    facts: JSON.parse(facts),
    previousHash: previous.hash,
  }
  const head: Head = { seq: entry.seq, hash: entryHash(entry), at: entry.at }
  await db
    .insertInto('audit')
    .values({
      seq: head.seq,
      at: head.at,
      person_id: entry.personId,
      action: entry.action,
      thing_type: entry.thing.type,
      thing_id: entry.thing.id,
      facts,
      previous_hash: previous.hash,
      hash: head.hash,
    })
    .execute()
  await db.updateTable('audit_head').set(head).where('id', '=', headId).execute()
  return head
}

const headId = 1

/** Locks the head, which is made where there is none, and reads it. */
function takeTurn(db: Kysely<Tables>): Promise<Head> {
  return db
    .insertInto('audit_head')
    .values({ id: headId, ...beforeAll })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seq: sql`audit_head.seq` }))
    .returning(['seq', 'hash', 'at'])
    .executeTakeFirstOrThrow()
}
