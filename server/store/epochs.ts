import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { Failure } from '../kernel/failure.ts'
import type { Kind } from './database-kind.ts'
import { databaseMs } from './database-time.ts'
import type { Tables } from './schema.ts'

/**
 * Which data key and which content the database has. A program that changes either begins another epoch in its own transaction, so
 * that a server that opened the database before can write no more, even where it has lost its lock without knowing.
 */
export interface Epochs {
  readonly key_epoch: string
  readonly maintenance_epoch: string
}

/** A new epoch: random, as a restored backup brings those of its day back. */
export function newEpoch(): string {
  return randomUUID()
}

/** The epochs as they are, for {@link refuseOtherEpochs}, and the time of the database in milliseconds since 1970. */
export function readEpochs(db: Kysely<Tables>, kind: Kind): Promise<Epochs & { readonly ms: number }> {
  return db
    .selectFrom('epochs')
    .select(['key_epoch', 'maintenance_epoch', databaseMs[kind].as('ms')])
    .executeTakeFirstOrThrow()
}

/** Ends the writing of all who opened the database before, from the commit of this transaction on. */
export async function beginEpoch(db: Kysely<Tables>, column: keyof Epochs): Promise<void> {
  await db
    .updateTable('epochs')
    .set({ [column]: newEpoch() })
    .execute()
}

/**
 * To be asked within a transaction that holds the write lock; answers the time of the database, which takes no query of its own so.
 * @throws Failure where the database has another key or content than when it was opened
 */
export async function refuseOtherEpochs(db: Kysely<Tables>, kind: Kind, opened: Epochs): Promise<Date> {
  const present = await readEpochs(db, kind)
  if (present.key_epoch !== opened.key_epoch) throw new Failure('STORE_KEY_CHANGED')
  if (present.maintenance_epoch !== opened.maintenance_epoch) throw new Failure('STORE_REPLACED')
  return new Date(present.ms)
}
