import type { Kysely } from 'kysely'
import { type Kind, StoreError } from './database-kind.ts'
import { firstTables } from './migrations/0001-first.ts'
import { bankNamesTable } from './migrations/0002-bank-names.ts'
import { epochsTable } from './migrations/0003-epochs.ts'
import { detailsColumns } from './migrations/0004-details.ts'
import { sessionsTable } from './migrations/0005-sessions.ts'
import { backupsTable } from './migrations/0006-backups.ts'
import { bankUsesTable } from './migrations/0007-bank-uses.ts'
import { warningColumns } from './migrations/0008-warnings.ts'
import { payoutListColumns } from './migrations/0009-payout-lists.ts'
import { amountLimitsTable } from './migrations/0010-amount-limits.ts'
import { samplePeopleColumn } from './migrations/0011-sample-people.ts'
import { memberTables } from './migrations/0012-members.ts'
import { credentialTables } from './migrations/0013-credentials.ts'
import { logoutTokensTable } from './migrations/0014-oidc.ts'
import { approvalTables } from './migrations/0015-approvals.ts'
import { tokensTable } from './migrations/0016-tokens.ts'
import { batchesTable } from './migrations/0017-batches.ts'
import { sheetTables } from './migrations/0018-sheets.ts'
import { batchApprovalTables } from './migrations/0019-batch-approvals.ts'
import { exportStates } from './migrations/0020-export-states.ts'
import { validationJobTables } from './migrations/0021-validation-jobs.ts'
import { batchRowColumns } from './migrations/0022-batch-rows.ts'
import { outcomesTable } from './migrations/0023-outcomes.ts'
import { replacedPayouts } from './migrations/0024-replaced-payouts.ts'
import { batchOutcomesIndex } from './migrations/0025-batch-outcomes.ts'
import { payoutsAloneIndex } from './migrations/0026-payouts-alone.ts'
import { outcomeMacs } from './migrations/0027-outcome-macs.ts'
import { sheetBytes } from './migrations/0028-sheet-bytes.ts'
import { paidAgain } from './migrations/0029-paid-again.ts'
import { payoutSumsTable } from './migrations/0030-payout-sums.ts'
import { reviewQueueIndex } from './migrations/0031-review-queue.ts'
import { payoutsByPersonIndexes } from './migrations/0032-payouts-by-person.ts'
import type { Tables } from './schema.ts'

/** Every change of the tables, in the order in which they came; what was published is never changed again. */
const migrations: readonly { readonly name: string; readonly run: typeof firstTables }[] = [
  { name: '0001-first', run: firstTables },
  { name: '0002-bank-names', run: bankNamesTable },
  { name: '0003-epochs', run: epochsTable },
  { name: '0004-details', run: detailsColumns },
  { name: '0005-sessions', run: sessionsTable },
  { name: '0006-backups', run: backupsTable },
  { name: '0007-bank-uses', run: bankUsesTable },
  { name: '0008-warnings', run: warningColumns },
  { name: '0009-payout-lists', run: payoutListColumns },
  { name: '0010-amount-limits', run: amountLimitsTable },
  { name: '0011-sample-people', run: samplePeopleColumn },
  { name: '0012-members', run: memberTables },
  { name: '0013-credentials', run: credentialTables },
  { name: '0014-oidc', run: logoutTokensTable },
  { name: '0015-approvals', run: approvalTables },
  { name: '0016-tokens', run: tokensTable },
  { name: '0017-batches', run: batchesTable },
  { name: '0018-sheets', run: sheetTables },
  { name: '0019-batch-approvals', run: batchApprovalTables },
  { name: '0020-export-states', run: exportStates },
  { name: '0021-validation-jobs', run: validationJobTables },
  { name: '0022-batch-rows', run: batchRowColumns },
  { name: '0023-outcomes', run: outcomesTable },
  { name: '0024-replaced-payouts', run: replacedPayouts },
  { name: '0025-batch-outcomes', run: batchOutcomesIndex },
  { name: '0026-payouts-alone', run: payoutsAloneIndex },
  { name: '0027-outcome-macs', run: outcomeMacs },
  { name: '0028-sheet-bytes', run: sheetBytes },
  { name: '0029-paid-again', run: paidAgain },
  { name: '0030-payout-sums', run: payoutSumsTable },
  { name: '0031-review-queue', run: reviewQueueIndex },
  { name: '0032-payouts-by-person', run: payoutsByPersonIndexes },
]

/**
 * Brings the tables up to date, within a transaction that holds the writers' lock: of two processes that start together one does
 * it, and the other finds it done.
 * @throws StoreError when a newer program has been here
 */
export async function migrate(db: Kysely<Tables>, kind: Kind, at: string): Promise<void> {
  await db.schema
    .createTable('migrations')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('done_at', 'text', (column) => column.notNull())
    .execute()
  const done = await refuseNewer(db)
  for (const { name, run } of migrations.filter((migration) => !done.includes(migration.name))) {
    await run(db, kind)
    await db.insertInto('migrations').values({ name, done_at: at }).execute()
  }
}

/**
 * Which migrations were made.
 * @throws StoreError when this program does not know one of them
 */
export async function refuseNewer(db: Kysely<Tables>): Promise<readonly string[]> {
  const done = (await db.selectFrom('migrations').select('name').execute()).map(({ name }) => name)
  if (done.every(isKnownMigration)) return done
  throw new StoreError('the database was written by a newer version of Payout Desk: start that one, or a newer one')
}

/** Whether this program knows a change of the tables. */
export function isKnownMigration(name: string): boolean {
  return migrations.some((known) => known.name === name)
}

/**
 * For those who only read, and so bring nothing up to date.
 * @throws StoreError when the tables are not as this program has them
 */
export async function refuseOther(db: Kysely<Tables>): Promise<void> {
  const present = await db.introspection.getTables()
  if (!present.some(({ name, schema }) => name === 'migrations' && (schema ?? 'public') === 'public')) {
    throw new StoreError('this is no database of Payout Desk: look at DATABASE_URL and DATA_DIR')
  }
  const done = await refuseNewer(db)
  if (migrations.every(({ name }) => done.includes(name))) return
  throw new StoreError(
    'the database is of an older version of Payout Desk: start the server once, which brings it up to date',
  )
}
