import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely'
import type { BatchState } from '#shared/api/batch.ts'
import type { Outcome } from '#shared/api/outcome.ts'
import type { PayoutState } from '#shared/api/payout.ts'
import { addedTotals, type Total } from '#shared/payout/totals.ts'
import { beneficiariesOfDrafts } from '../entry/beneficiary-rows.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import { batchSums } from '../payouts/search/kept-sums.ts'
import { partOfTotal } from '../payouts/search/payout-sums.ts'
import { groupedBy, rowsOfKeys } from '../store/by-keys.ts'
import type { Encryption } from '../store/encryption/encryption.ts'
import type { Tables } from '../store/schema.ts'

export type BatchRow = Selectable<Tables['batches']>

export async function insertBatch(db: Kysely<Tables>, row: BatchRow): Promise<void> {
  await db.insertInto('batches').values(row).execute()
}

export function findBatch(db: Kysely<Tables>, id: string): Promise<BatchRow | undefined> {
  return db.selectFrom('batches').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The batches of these ids, of a page at most, in no order. */
export function findBatches(db: Kysely<Tables>, ids: readonly string[]): Promise<readonly BatchRow[]> {
  return db.selectFrom('batches').selectAll().where('id', 'in', ids).execute()
}

/** Changes a batch that still has this version, and counts it up; false when it has another by now. */
export async function updateBatch(
  db: Kysely<Tables>,
  { id, version }: Pick<BatchRow, 'id' | 'version'>,
  change: Partial<Omit<BatchRow, 'id' | 'version'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('batches')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Removes a batch that never had a payout, with what was asked about it. */
export async function deleteBatch(db: Kysely<Tables>, id: string): Promise<void> {
  await db.deleteFrom('jobs').where('kind', '=', 'validations').where('about_id', '=', id).execute()
  await db.deleteFrom('batches').where('id', '=', id).execute()
}

/** What it is called. */
export function batchName(encryption: Encryption, { id, name_encrypted }: BatchRow): string {
  return encryption.decrypt(name_encrypted, batchPlace(id, 'name_encrypted'))
}

export function batchPlace(id: string, column: 'name_encrypted' | 'source_encrypted') {
  return { table: 'batches', id, column } as const
}

interface BatchListPage {
  readonly state: BatchState | undefined
  readonly before: { readonly key: string; readonly id: string } | undefined
  readonly limit: number
}

/** Those of payouts, newest first, before a certain one. */
export async function listBatches(
  db: Kysely<Tables>,
  { state, before, limit }: BatchListPage,
): Promise<readonly BatchRow[]> {
  return await db
    .selectFrom('batches')
    .selectAll()
    .where('makes', '=', 'payouts')
    .where((is) => is.and(state === undefined ? [] : isIn(is, state)))
    .$if(before !== undefined, (query) =>
      query.where((is) => is(is.refTuple('created_at', 'id'), '<', is.tuple(before?.key ?? '', before?.id ?? ''))),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

type Batches = ExpressionBuilder<Tables, 'batches'>

/** As stateOf of batches.ts has it, but from the saved counts, so that no payouts are read for a state in which there are none. */
function isIn(is: Batches, state: BatchState) {
  const has = (...states: readonly PayoutState[]) =>
    is.exists(
      is
        .selectFrom('payout_sums')
        .select(sql`1`.as('one'))
        .whereRef('payout_sums.batch_id', '=', 'batches.id')
        .where('payout_sums.count', '>', 0)
        .$if(states.length > 0, (query) => query.where('payout_sums.state', 'in', states)),
    )
  const isFinished = is('finished_at', 'is not', null)
  if (state === 'draft') return [is.or([is('finished_at', 'is', null), is.not(has())])]
  const open = { ready: [], in_review: unsent, approved: [...unsent, 'in_review'], exported: notExported } as const
  const own = { ready: unsent, in_review: ['in_review'], approved: ['approved'], exported: ['exported'] } as const
  const { [state]: before } = open
  return [isFinished, has(...own[state]), ...(before.length === 0 ? [] : [is.not(has(...before))])]
}

const unsent = ['draft', 'returned'] as const
const notExported = [...unsent, 'in_review', 'approved'] as const

/** How many payouts of a batch are in each state, and what all of them add up to. */
export interface BatchSummary {
  readonly counts: ReadonlyMap<PayoutState, number>
  readonly totals: readonly Total[]
  /** How many are stated to be what. */
  readonly outcomes: ReadonlyMap<Outcome, number>
}

/** Of batches by their ids, in one query, however many payouts they have. A batch without payouts has none. */
export async function summarizeBatches(
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, BatchSummary>> {
  const sums = await batchSums(db, ids)
  return new Map([...groupedBy(sums, ({ batch_id }) => batch_id)].map(([id, ofBatch]) => [id, summaryOf(ofBatch)]))
}

function summaryOf(sums: Awaited<ReturnType<typeof batchSums>>): BatchSummary {
  const counts = new Map<PayoutState, number>()
  const outcomes = new Map<Outcome, number>()
  for (const { state, outcome, count } of sums) {
    counts.set(state, (counts.get(state) ?? 0) + count)
    if (outcome !== '') outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + count)
  }
  return { counts, totals: addedTotals(sums.map(partOfTotal)), outcomes }
}

/** The payouts that rows of a batch have made. */
export function payoutsOfRows(
  db: Kysely<Tables>,
  batchId: string,
  rows: readonly number[],
): Promise<readonly PayoutRow[]> {
  return rowsOfKeys(rows, (some) =>
    db.selectFrom('payouts').selectAll().where('batch_id', '=', batchId).where('batch_row', 'in', some).execute(),
  )
}

/** Which of these rows have made payouts, or beneficiaries, that are still there. */
export async function madeOfRows(
  db: Kysely<Tables>,
  { id: batchId, makes }: Pick<BatchRow, 'id' | 'makes'>,
  rows: readonly number[],
): Promise<readonly { readonly row: number; readonly id: string }[]> {
  if (makes === 'beneficiaries') {
    const rowOf = new Map(rows.map((row) => [rowDraft(batchId, row), row]))
    const made = await beneficiariesOfDrafts(db, [...rowOf.keys()])
    return made.flatMap(({ id, draft_id }) => {
      const row = rowOf.get(draft_id ?? '')
      return row === undefined ? [] : { row, id }
    })
  }
  const found = await rowsOfKeys(rows, (some) =>
    db
      .selectFrom('payouts')
      .select(['batch_row', 'id'])
      .where('batch_id', '=', batchId)
      .where('batch_row', 'in', some)
      .execute(),
  )
  return found.flatMap(({ batch_row: row, id }) => (row === null ? [] : [{ row, id }]))
}

/** How many beneficiaries the sheets of a person have made since then; those that were erased count too. */
export async function countImported(db: Kysely<Tables>, personId: string, since: string): Promise<number> {
  const { count } = await db
    .selectFrom('batches')
    .select(({ fn }) => fn.sum<number | null>('rows_saved').as('count'))
    .where('created_at', '>', since)
    .where('created_by', '=', personId)
    .where('makes', '=', 'beneficiaries')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A row as the form that a beneficiary is entered from, so that it makes one. */
export function rowDraft(batchId: string, row: number): string {
  return `${batchId}.${row}`
}

/** The payouts of a batch that wait for their author, in the order of their rows. */
export async function payoutsToSend(db: Kysely<Tables>, batchId: string) {
  return await db
    .selectFrom('payouts')
    .select(['id', 'version', 'batch_row as row'])
    .where('batch_id', '=', batchId)
    .where('state', 'in', ['draft', 'returned'])
    .orderBy('batch_row')
    .execute()
}

/** Counts saved rows. The version stays, as nothing was edited. */
export async function countSavedRows(db: Kysely<Tables>, id: string, count: number): Promise<void> {
  if (count === 0) return
  await db
    .updateTable('batches')
    .set(({ eb }) => ({ rows_saved: eb('rows_saved', '+', count) }))
    .where('id', '=', id)
    .execute()
}
