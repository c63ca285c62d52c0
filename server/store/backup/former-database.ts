import type { Kysely } from 'kysely'
import { type Head, readHead } from '../audit/audit-log.ts'
import { readCheckpointFile } from '../audit/checkpoint-file.ts'
import { findLoss } from '../audit/lost-entries.ts'
import { connectToRead } from '../database.ts'
import type { DatabasePlace } from '../database-kind.ts'
import type { Tables } from '../schema.ts'

/** What a database held that another is put in the place of. */
export interface FormerDatabase {
  /** The end of its audit log; undefined where that is not known. */
  readonly head: Head | undefined
  /** The payouts that it had exported; undefined where it could not be read. */
  readonly exported: readonly ExportedPayout[] | undefined
}

interface ExportedPayout {
  readonly id: string
  readonly reference: string
}

/** Where there was no database. */
const nothingBefore: FormerDatabase = { head: undefined, exported: [] }

/**
 * Reads the database that is to be put aside. One that is damaged or has lost a part of its history is restored over all the same: then only
 * the checkpoint file shows what it had.
 */
export async function formerOf(place: DatabasePlace, isFirst: boolean): Promise<FormerDatabase> {
  try {
    if ((await findLoss(place)) === undefined)
      return isFirst ? nothingBefore : await readAll(await connectToRead(place))
  } catch {
    // What is wrong with it is why a backup is restored.
  }
  return { head: readCheckpointFile(place.dataDirectory)?.heads.at(-1), exported: undefined }
}

async function readAll(db: Kysely<Tables>): Promise<FormerDatabase> {
  try {
    return { head: await readHead(db), exported: await exportedReferences(db) }
  } finally {
    await db.destroy()
  }
}

/** In the order in which they were exported. */
export function exportedReferences(db: Kysely<Tables>): Promise<readonly ExportedPayout[]> {
  return db
    .selectFrom('payouts')
    .select(['id', 'external_reference as reference'])
    .where('state', '=', 'exported')
    .orderBy('exported_at')
    .orderBy('id')
    .execute()
}
