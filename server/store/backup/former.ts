import type { Kysely } from 'kysely'
import { appendEntry } from '../audit/append-entry.ts'
import { beforeAll, type Head } from '../audit/entry.ts'
import { readHeads } from '../audit/verify-audit-log.ts'
import type { Kind } from '../database.ts'
import { migrate } from '../migrate.ts'
import type { Tables } from '../schema.ts'

/** What a database held that another is put in the place of. */
export interface Former {
  /** The end of its record; undefined where that is not known. */
  readonly head: Head | undefined
  /** The payouts that it had exported; undefined where it could not be read. */
  readonly exported: readonly ExportedPayout[] | undefined
}

interface ExportedPayout {
  readonly id: string
  readonly reference: string
}

/** Where there was no database. */
export const nothingBefore: Former = { head: undefined, exported: [] }

/** Reads the database that is to be put aside. One that is damaged is restored over all the same: then only the head file tells. */
export async function readFormer(open: () => Kysely<Tables>, noted: readonly Head[]): Promise<Former> {
  try {
    return await readAll(open())
  } catch {
    return { head: noted.at(-1), exported: undefined }
  }
}

async function readAll(db: Kysely<Tables>): Promise<Former> {
  try {
    const head = await db.selectFrom('audit_head').select(['seq', 'hash', 'at']).executeTakeFirst()
    return { head: head ?? beforeAll, exported: await exportedPayouts(db) }
  } finally {
    await db.destroy()
  }
}

/** What the record says once a backup is in place. */
export interface RestoreAudited {
  /** Of each entry, as a head file notes it. */
  readonly heads: readonly Head[]
  /** The references of payouts that only the former database knows as exported; undefined where it could not be read. */
  readonly exportedSince: readonly string[] | undefined
}

/** Brings a backup up to date and tells of the restore in its record, in one transaction. */
export function auditRestore(db: Kysely<Tables>, kind: Kind, former: Former, at: string): Promise<RestoreAudited> {
  return db.transaction().execute(async (tx) => {
    await migrate(tx, kind, at)
    const known = new Set((await exportedPayouts(tx)).map(({ id }) => id))
    const exportedSince = former.exported?.filter(({ id }) => !known.has(id)).map(({ reference }) => reference)
    const facts = {
      ...(former.head && { formerSeq: former.head.seq, formerHash: former.head.hash }),
      ...(exportedSince && { exportedSince: exportedSince.length }),
    }
    const thing = { type: 'database', id: 'database' } as const
    await appendEntry(tx, { personId: null, action: 'database.restored', thing, facts }, at)
    return { heads: await readHeads(tx), exportedSince }
  })
}

function exportedPayouts(db: Kysely<Tables>): Promise<readonly ExportedPayout[]> {
  return db
    .selectFrom('payouts')
    .select(['id', 'external_reference as reference'])
    .where('state', '=', 'exported')
    .orderBy('exported_at')
    .orderBy('id')
    .execute()
}
