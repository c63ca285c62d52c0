import type { Kysely } from 'kysely'
import { isIntact } from '../store/row-mac.ts'
import type { Tables } from '../store/schema.ts'
import type { RowReader } from '../store/store.ts'

/* The facts that the list of people shows of all of them, each by one query. */

/** Who has a passkey. */
export async function passkeyHolders(db: Kysely<Tables>): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('passkeys').select('person_id').distinct().where('removed_at', 'is', null).execute()
  return new Set(rows.map(({ person_id }) => person_id))
}

/** When each last signed in, as the audit log has it. */
export async function lastSignIns(db: Kysely<Tables>): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('audit')
    .select(({ fn }) => ['thing_id', fn.max('at').as('last')])
    .where('action', '=', 'session.began')
    .groupBy('thing_id')
    .execute()
  return new Map(rows.map(({ thing_id, last }) => [thing_id, last]))
}

/** Until when the link of each opens. */
export async function invitationEnds({ db, encryption }: RowReader, at: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('invitations')
    .selectAll()
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .execute()
  const intact = rows.filter((row) => isIntact(encryption, 'invitations', row))
  return new Map(intact.map(({ person_id, expires_at }) => [person_id, expires_at]))
}
