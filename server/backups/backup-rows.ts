import type { Kysely, Selectable } from 'kysely'
import type { BackupState } from '#shared/api/backups.ts'
import type { Tables } from '../store/schema.ts'

export type BackupRow = Selectable<Tables['backups']>

/** The newest attempt at a scheduled backup, by any server. */
export function lastBackup(db: Kysely<Tables>): Promise<BackupRow | undefined> {
  return db.selectFrom('backups').selectAll().executeTakeFirst()
}

/** Takes the turn; to be asked for in the transaction that has seen that one is due. */
export async function beginBackup(db: Kysely<Tables>, startedAt: string): Promise<void> {
  const begun = { started_at: startedAt, ended_at: null, outcome: 'running' } as const
  await db
    .insertInto('backups')
    .values({ id: 1, ...begun })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(begun))
    .execute()
}

/** Says what became of the attempt, unless another has begun since. */
export async function endBackup(
  db: Kysely<Tables>,
  { startedAt, ...end }: { readonly startedAt: string; readonly outcome: 'made' | 'failed'; readonly endedAt: string },
): Promise<void> {
  await db
    .updateTable('backups')
    .set({ ended_at: end.endedAt, outcome: end.outcome, ...(end.outcome === 'made' && { made_at: startedAt }) })
    .where('started_at', '=', startedAt)
    .execute()
}

/** What the API says of it. */
export function stateOf(row: BackupRow | undefined): Omit<BackupState, 'schedule' | 'witness'> {
  if (row === undefined) return { madeAt: null, last: null }
  const { outcome, started_at: startedAt, ended_at: endedAt } = row
  return { madeAt: row.made_at, last: { outcome, startedAt, endedAt } }
}
