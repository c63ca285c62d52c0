import type { Kysely } from 'kysely'
import type { Kind } from '../store/database-kind.ts'
import { databaseTime } from '../store/database-time.ts'
import type { Tables } from '../store/schema.ts'
import type { Transaction } from '../store/store.ts'
import type { ExportRow } from './export-rows.ts'

/*
 * An export that is prepared in many transactions belongs to one server at a time, which renews its hold with each of them. A server that
 * has not for a while was killed, and another one takes its export over; a server that was only slow finds the hold lost, and writes nothing.
 */

/** Whose export it is, as each server has told the others. */
export interface ExportHold {
  readonly id: string
  /** A name that no other server has, and no other start of this one. */
  readonly holder: string
}

/** Another server has taken the export over. */
export class HoldLost extends Error {}

/**
 * Says that an export is still being worked on, and how many of its payouts are marked more, or fewer, than before.
 * @throws HoldLost
 */
export async function renewHold(
  { db, beganAt }: Pick<Transaction, 'db' | 'beganAt'>,
  { id, holder }: ExportHold,
  marked: number,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('exports')
    .set(({ eb }) => ({ marked: eb('marked', '+', marked) }))
    .set({ renewed_at: beganAt.toISOString() })
    .where('id', '=', id)
    .where('state', '=', 'preparing')
    .where('holder', '=', holder)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new HoldLost()
}

/** Takes an export over from the server that holds it; given the time of the last work on it, only if there was none since. */
export async function takeHold(
  { db, beganAt }: Pick<Transaction, 'db' | 'beganAt'>,
  { id, holder }: ExportHold,
  renewedAt?: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('exports')
    .set({ holder, renewed_at: beganAt.toISOString() })
    .where('id', '=', id)
    .where('state', '=', 'preparing')
    .$if(renewedAt !== undefined, (update) => update.where('renewed_at', '=', renewedAt ?? null))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Exports whose servers have not worked on them for so long. */
export async function abandonedExports(db: Kysely<Tables>, kind: Kind, afterMs: number): Promise<readonly ExportRow[]> {
  const before = new Date((await databaseTime(db, kind)).getTime() - afterMs).toISOString()
  return await db
    .selectFrom('exports')
    .selectAll()
    .where('state', '=', 'preparing')
    .where('renewed_at', '<', before)
    .execute()
}

/** A server that ends lets others have its exports at once. */
export async function releaseHolds(db: Kysely<Tables>, holder: string): Promise<void> {
  await db
    .updateTable('exports')
    .set({ renewed_at: new Date(0).toISOString() })
    .where('state', '=', 'preparing')
    .where('holder', '=', holder)
    .execute()
}

type Conclusion = Pick<ExportRow, 'state'> &
  Partial<Pick<ExportRow, 'count' | 'again' | 'totals' | 'warnings' | 'problem'>>

/** Nothing more happens to an export. */
export async function concludeExport(db: Kysely<Tables>, id: string, conclusion: Conclusion): Promise<ExportRow> {
  return await db
    .updateTable('exports')
    .set({ ...conclusion, marked: 0, holder: null, renewed_at: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
