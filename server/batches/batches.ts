import { randomUUID } from 'node:crypto'
import type { Batch, BatchFinish, BatchSearch, BatchWrite } from '#shared/api/batch.ts'
import type { AcceptedDamage } from '#shared/api/damage.ts'
import { issueOn } from '#shared/api/issue.ts'
import { caught, Failure } from '../kernel/failure.ts'
import { readCursor, writeCursor } from '../kernel/page-cursor.ts'
import type { Actor } from '../people/member.ts'
import { personNames } from '../people/people-rows.ts'
import type { Reader, Transaction } from '../store/store.ts'
import {
  type BatchRow,
  batchPlace,
  deleteBatch,
  findBatch,
  insertBatch,
  listBatches,
  summarizeBatches,
  updateBatch,
} from './batch-rows.ts'
import { batchTexts, presentBatch, unbelieved } from './present-batch.ts'
import { removeSheet } from './sheet-rows.ts'

/** Begins a batch; answers its id. */
export async function createBatch(tx: Transaction, person: Actor, write: BatchWrite): Promise<string> {
  const id = randomUUID()
  const { name, source, rowsGiven, makes = 'payouts' } = write
  const encrypted = (text: string, column: Parameters<typeof batchPlace>[1]) =>
    tx.encryption.encrypt(text, batchPlace(id, column))
  await insertBatch(tx.db, {
    id,
    version: 1,
    name_encrypted: encrypted(name, 'name_encrypted'),
    source_kind: source.kind === 'refused' ? 'paste' : source.kind,
    pays_again: source.kind === 'refused' ? 1 : 0,
    makes,
    source_encrypted: source.name === null ? null : encrypted(source.name, 'source_encrypted'),
    rows_given: rowsGiven,
    rows_saved: 0,
    rows_refused: 0,
    rows_skipped: 0,
    created_at: tx.now().toISOString(),
    created_by: person.id,
    finished_at: null,
  })
  const facts = { source: source.kind, makes, ...(rowsGiven !== null && { given: rowsGiven }) }
  await tx.audit({ personId: person.id, action: 'batch.created', thing: { type: 'batch', id }, facts })
  return id
}

/**
 * One batch with what its payouts come to.
 * @throws Failure NOT_FOUND
 */
export async function findOneBatch(reader: Reader, person: Actor, id: string): Promise<Batch> {
  const row = await requireBatch(reader, id)
  const personOf = await personNames(reader.db, [row.created_by])
  const summaries = await summarizeBatches(reader.db, [id])
  return presentBatch(person, row, batchTexts(reader, row), { summaries, personOf })
}

const pageLimit = 20

/**
 * One page of batches of payouts, newest first. One whose name was changed past the app says so, and hides no other.
 * @throws Failure FIELDS_INVALID for a cursor that is none
 */
export async function findBatchPage(reader: Reader, person: Actor, { state, cursor }: BatchSearch) {
  const rows = await listBatches(reader.db, { state, before: readCursor('batches', cursor), limit: pageLimit + 1 })
  const page = rows.slice(0, pageLimit)
  const last = rows.length > pageLimit ? page.at(-1) : undefined
  const personOf = await personNames(
    reader.db,
    page.map(({ created_by }) => created_by),
  )
  const summaries = await summarizeBatches(
    reader.db,
    page.map(({ id }) => id),
  )
  return {
    items: page.map((row) => {
      const texts = caught(() => batchTexts(reader, row))
      return presentBatch(person, row, texts instanceof Failure ? unbelieved : texts, { summaries, personOf })
    }),
    nextCursor: last === undefined ? null : writeCursor('batches', last.created_at, last.id),
  }
}

/**
 * Ends a batch: no more rows come.
 * @throws Failure NOT_FOUND, NOT_PERMITTED, STATE_CONFLICT, VERSION_CONFLICT, FIELDS_INVALID where rows are not accounted for
 */
export async function finishBatch(
  tx: Transaction,
  person: Actor,
  { id, version }: Pick<BatchRow, 'id' | 'version'>,
  { refused, skipped }: BatchFinish,
): Promise<void> {
  const row = await openBatch(tx, person, id)
  requireVersion(row, version)
  const { rows_given: given, rows_saved: saved } = row
  const sum = saved + refused + skipped
  if (given !== null && given !== sum)
    throw new Failure('FIELDS_INVALID', { errors: [issueOn('skipped', 'rows_unaccounted', { given, saved, sum })] })
  const counts = { rows_given: sum, rows_refused: refused, rows_skipped: skipped }
  await updateBatch(tx.db, row, { ...counts, finished_at: tx.now().toISOString() })
  await removeSheet(tx.db, id)
  const facts = { saved, refused, skipped }
  await tx.audit({ personId: person.id, action: 'batch.finished', thing: { type: 'batch', id }, facts })
}

/**
 * Discards a batch into which nothing was saved, with its sheet.
 * @throws Failure NOT_FOUND, NOT_PERMITTED, VERSION_CONFLICT, STATE_CONFLICT once it is finished or a row was saved
 */
export async function discardBatch(
  tx: Transaction,
  person: Actor,
  { id, version }: Pick<BatchRow, 'id' | 'version'>,
): Promise<void> {
  const row = await openBatch(tx, person, id)
  requireVersion(row, version)
  if (row.rows_saved > 0) throw new Failure('STATE_CONFLICT', { params: { why: 'saved', what: 'batch' }, ids: [id] })
  await removeSheet(tx.db, id)
  await deleteBatch(tx.db, id)
  const facts = row.rows_given === null ? {} : { given: row.rows_given }
  await tx.audit({ personId: person.id, action: 'batch.discarded', thing: { type: 'batch', id }, facts })
}

function requireVersion({ id, version }: BatchRow, seen: number): void {
  if (version !== seen) throw new Failure('VERSION_CONFLICT', { params: { what: 'batch' }, ids: [id] })
}

/**
 * Records what a person decided about damaged columns of their file, an entry for each. No value of a cell is part of it.
 * @throws Failure NOT_FOUND, NOT_PERMITTED, STATE_CONFLICT once the batch is finished
 */
export async function noteAcceptedDamage(
  tx: Transaction,
  person: Actor,
  id: string,
  accepted: readonly AcceptedDamage[],
): Promise<void> {
  await openBatch(tx, person, id)
  const thing = { type: 'batch', id } as const
  await tx.audit(
    ...accepted.map((facts) => ({ personId: person.id, action: 'batch.damage_accepted', thing, facts }) as const),
  )
}

/**
 * A batch that a person saves rows into.
 * @throws Failure NOT_FOUND, NOT_PERMITTED for who did not begin it, STATE_CONFLICT once it is finished
 */
export async function openBatch(reader: Reader, person: Actor, id: string): Promise<BatchRow> {
  const row = await requireBatch(reader, id)
  if (row.created_by !== person.id)
    throw new Failure('NOT_PERMITTED', { params: { permission: 'enter', why: 'maker' }, ids: [id] })
  if (row.finished_at !== null) throw new Failure('STATE_CONFLICT', { params: { why: 'finished' }, ids: [id] })
  return row
}

/** @throws Failure NOT_FOUND */
export async function requireBatch({ db }: Reader, id: string): Promise<BatchRow> {
  const row = await findBatch(db, id)
  if (row === undefined) throw new Failure('NOT_FOUND', { params: { what: 'batch' } })
  return row
}
