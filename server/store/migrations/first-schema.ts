import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Kind } from '../database-kind.ts'
import { newEpoch } from '../epochs.ts'
import type { Tables } from '../schema.ts'
import { batchTables } from './first/batches.ts'
import { beneficiaryTables } from './first/beneficiaries.ts'
import { credentialTables } from './first/credentials.ts'
import { detailsTables } from './first/details.ts'
import { exportTables } from './first/exports.ts'
import { jobTables } from './first/jobs.ts'
import { merchantTables } from './first/merchant.ts'
import { notificationTables } from './first/notifications.ts'
import { payoutSums } from './first/payout-sums.ts'
import { payoutTable } from './first/payouts.ts'
import { peopleTables } from './first/people.ts'
import { programTables } from './first/program.ts'
import { analyzeFunction } from './first/statistics.ts'
import { validationTables } from './first/validations.ts'
import { webhookTables } from './first/webhooks.ts'

/** Makes all tables, with the one row that says which content the database has. */
export async function createFirstSchema(db: Kysely<Tables>, kind: Kind): Promise<void> {
  const commands = firstSchema(kind)
  // PostgreSQL takes all at once, in one round trip.
  for (const command of kind === 'postgres' ? [commands.join(';\n')] : commands) await sql.raw(command).execute(db)
  await db.insertInto('epochs').values({ id: 1, key_epoch: newEpoch(), maintenance_epoch: newEpoch() }).execute()
}

/** What makes all tables, in order. */
export function firstSchema(kind: Kind): readonly string[] {
  const tables = [
    ...peopleTables,
    ...credentialTables,
    ...merchantTables,
    ...beneficiaryTables,
    ...batchTables,
    ...payoutTable(kind),
    ...payoutSums(kind),
    ...exportTables,
    ...jobTables,
    ...validationTables,
    ...programTables,
    ...webhookTables,
    ...notificationTables,
    ...detailsTables,
    ...(kind === 'postgres' ? [analyzeFunction()] : []),
  ]
  return kind === 'postgres' ? tables.map(inOrderOfBytes) : tables
}

/** Text in the order of its bytes, as SQLite has it: PostgreSQL would use the order of the language it was set up with. */
function inOrderOfBytes(command: string): string {
  return command.replaceAll(/\btext\b/g, 'text collate "C"')
}

/** Until 1.0.0 it counts what changes in place beside the tables, such as what a MAC covers. */
const storedFormat = 6

/**
 * Until 1.0.0 the first schema changes in place, and its name with it: a database of an earlier state is known by its name, and refused rather
 * than half understood.
 */
export const firstSchemaName = schemaNameOf([...firstSchema('sqlite'), ...firstSchema('postgres')])

/** Another one for each text of the commands, and for each format. */
export function schemaNameOf(commands: readonly string[]): string {
  const text = [`format ${storedFormat}`, ...commands].join('\n')
  return `0001-first-${createHash('sha256').update(text).digest('hex').slice(0, 12)}`
}
