import type { Kysely } from 'kysely'
import { type AuditRow, entriesAfter } from '../store/audit/audit-log.ts'
import type { Tables } from '../store/schema.ts'

/** The number of the first entry of the audit log since a time: no entry has an earlier time than the one before it. */
export async function firstEntrySince(db: Kysely<Tables>, since: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('audit')
    .select('seq')
    .where('at', '>=', since)
    .orderBy('at')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  return row?.seq
}

/** The entry of a number. */
export async function entryNumbered(db: Kysely<Tables>, seq: number): Promise<AuditRow | undefined> {
  const [row] = await entriesAfter(db, seq - 1, 1)
  return row?.seq === seq ? row : undefined
}
