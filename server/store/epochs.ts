import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { Failure } from '../failure.ts'
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

/** The epochs as they are, for {@link refuseOtherEpochs}. */
export function readEpochs(db: Kysely<Tables>): Promise<Epochs> {
  return db.selectFrom('epochs').select(['key_epoch', 'maintenance_epoch']).executeTakeFirstOrThrow()
}

/** Ends the writing of all who opened the database before, from the commit of this transaction on. */
export async function beginEpoch(db: Kysely<Tables>, column: keyof Epochs): Promise<void> {
  await db
    .updateTable('epochs')
    .set({ [column]: newEpoch() })
    .execute()
}

/** @throws Failure where the database has another key or content than when it was opened; to be asked within a transaction that holds the write lock */
export async function refuseOtherEpochs(db: Kysely<Tables>, opened: Epochs): Promise<void> {
  const present = await readEpochs(db)
  if (present.key_epoch !== opened.key_epoch) throw new Failure('STORE_KEY_CHANGED')
  if (present.maintenance_epoch !== opened.maintenance_epoch) throw new Failure('STORE_REPLACED')
}
