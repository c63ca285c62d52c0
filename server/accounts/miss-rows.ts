import type { Kysely, Selectable } from 'kysely'
import type { MissesTable } from '../store/credential-tables.ts'
import type { Tables } from '../store/schema.ts'

type MissesRow = Selectable<MissesTable>

export function missesOf(db: Kysely<Tables>, key: string): Promise<MissesRow | undefined> {
  return db.selectFrom('misses').selectAll().where('key', '=', key).executeTakeFirst()
}

export async function putMisses(db: Kysely<Tables>, row: MissesRow): Promise<void> {
  await db
    .insertInto('misses')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
}

export async function dropMisses(db: Kysely<Tables>, key: string): Promise<void> {
  await db.deleteFrom('misses').where('key', '=', key).execute()
}

/** Drops all after whose pause this long ago nothing came. */
export async function forgetMisses(db: Kysely<Tables>, before: string): Promise<void> {
  await db.deleteFrom('misses').where('until', '<=', before).execute()
}
