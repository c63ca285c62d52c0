import { type Kysely, type RawBuilder, sql } from 'kysely'
import { tableNames } from './backup/soundness.ts'
import type { DatabasePlace } from './database-kind.ts'
import { connectPostgres } from './postgres.ts'
import type { Tables } from './schema.ts'

/** What the role of a server may do with the rows of a table: of the audit log it adds and reads alone. It owns nothing. */
const exceptions: Readonly<Partial<Record<keyof Tables, RawBuilder<unknown>>>> = {
  audit: sql`select, insert`,
  audit_head: sql`select, insert, update`,
  epochs: sql`select, update`,
  migrations: sql`select`,
}

const usual = sql`select, insert, update, delete`

/**
 * Grants the role of `databaseUrl` what a server needs, as the owner of the tables; again after each change of the tables and each restore. Answers
 * that role; undefined where there is no other that owns them.
 */
export async function grantRights({ databaseUrl, databaseAdminUrl }: DatabasePlace): Promise<string | undefined> {
  if (databaseUrl === undefined || databaseAdminUrl === undefined) return undefined
  const role = await roleAt(databaseUrl)
  if (role === (await roleAt(databaseAdminUrl))) return undefined
  await over(databaseAdminUrl, (db) =>
    db.transaction().execute(async (tx) => {
      for (const name of tableNames) {
        await sql`revoke all on ${sql.table(name)} from ${sql.id(role)}`.execute(tx)
        await sql`grant ${exceptions[name] ?? usual} on ${sql.table(name)} to ${sql.id(role)}`.execute(tx)
      }
    }),
  )
  return role
}

function roleAt(databaseUrl: string): Promise<string> {
  return over(databaseUrl, async (db) => {
    const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db)
    return rows[0]?.role ?? ''
  })
}

async function over<Result>(databaseUrl: string, work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result> {
  const db = connectPostgres(databaseUrl, { max: 1 })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
