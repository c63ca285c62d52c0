import * as z from 'zod/mini'
import { type BatchRows, batchRowsSchema, type SavedRow, type SavedRows } from '#shared/api/batch-rows.ts'
import { canonicalJson } from '#shared/api/canonical-json.ts'
import { issueOn } from '#shared/api/issue.ts'
import type { RawEntry } from '#shared/payout/entry.ts'
import { enterBeneficiaries } from '../beneficiaries/enter-beneficiaries.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import type { JobKind } from '../jobs/job.ts'
import type { Job } from '../jobs/job-rows.ts'
import { type ActOnThings, actAtOnce, FirstRefused, type ThingResults } from '../jobs/list-acts.ts'
import { listKind } from '../jobs/list-jobs.ts'
import { Failure } from '../kernel/failure.ts'
import { countsOf } from '../payout-state/confirmations.ts'
import { savePayouts } from '../payouts/save-payouts.ts'
import type { Actor, Member } from '../people/member.ts'
import type { SendersStore } from '../people/sender.ts'
import { itemProblem } from '../problems/problem-for.ts'
import type { NumberSearches } from '../search/number-searches.ts'
import type { UnsentPayouts } from '../search/unsent-payouts.ts'
import type { Encryption } from '../store/encryption/encryption.ts'
import { isIntact } from '../store/row-mac.ts'
import type { Transaction } from '../store/store.ts'
import type { PacedGroups } from '../writes/paced-groups.ts'
import type { Intent } from '../writes/writes.ts'
import { countImported, countSavedRows, payoutsOfRows, rowDraft } from './batch-rows.ts'
import { openBatch } from './batches.ts'

interface Deps {
  readonly store: SendersStore
  readonly groups: PacedGroups
  readonly unsentPayouts: UnsentPayouts
}

type BatchRowInput = BatchRows['rows'][number]

/**
 * Saves rows of a batch, each as a draft or a beneficiary or not at all, in as many transactions as that takes. Whatever is sent again, and wherever the first
 * sending ended: a row that was saved answers what it made. Once the person may save nothing more, the rows that are left are refused for that.
 * @throws Failure TOO_MANY_UNSENT or TOO_MANY_IMPORTED where not one is saved for it, NOT_FOUND, NOT_PERMITTED, STATE_CONFLICT, FIELDS_INVALID for a row that is given twice, and as {@link actAtOnce}
 */
export async function saveRows(
  deps: Deps,
  person: Member,
  batchId: string,
  { rows }: BatchRows,
  intent: Intent,
): Promise<SavedRows> {
  requireRowsOnce(rows)
  return { rows: await actAtOnce(deps, savingRows(deps, batchId), person, rows, intent) }
}

function savingRows(
  { unsentPayouts }: Pick<Deps, 'unsentPayouts'>,
  batchId: string,
): ActOnThings<BatchRowInput, SavedRow> {
  return {
    act: (tx, person, group, isTime) => saveGroup(tx, person, batchId, group, { isTime, unsentPayouts }),
    refused: ({ row }, failure) => ({ row, problem: itemProblem(failure) }),
  }
}

interface RowsDeps extends Pick<Deps, 'unsentPayouts'> {
  readonly numberSearches: Pick<NumberSearches, 'beforeRows' | 'byRefusedRows'>
}

const givenSchema = z.object({ address: z.string() })

/** The same of all rows of a file. */
export function rowsKind({ numberSearches, unsentPayouts }: RowsDeps): JobKind {
  const asker = ({ given, personId }: Job) => ({ person: { id: personId }, ...givenSchema.parse(given) })
  return listKind<BatchRowInput, SavedRow>({
    permission: 'enter',
    items: batchRowsSchema.shape.rows,
    act(job) {
      numberSearches.beforeRows(asker(job))
      return {
        ...savingRows({ unsentPayouts }, job.aboutId),
        after: (rows, answers) => numberSearches.byRefusedRows(asker(job), doubtedIn(rows, answers)),
      }
    },
  })
}

/** The entries that warnings have refused. */
export function doubtedIn(rows: readonly BatchRowInput[], answers: readonly SavedRow[]): readonly RawEntry[] {
  return answers.flatMap((one, place) => {
    const entry = rows[place]?.entry
    return 'problem' in one && one.problem.code === 'WARNINGS_UNCONFIRMED' && entry !== undefined ? [entry] : []
  })
}

export function requireRowsOnce(rows: readonly BatchRowInput[]): void {
  const seen = new Set<number>()
  const errors = rows.flatMap(({ row }, place) => {
    const isNew = seen.size < seen.add(row).size
    return isNew ? [] : [{ within: `rows/${place}`, ...issueOn('row', 'row_given_twice', { row }) }]
  })
  if (errors.length > 0) throw new Failure('FIELDS_INVALID', { errors })
}

/** Saves the first ones of a group: as many as there is time for, one at least. */
async function saveGroup(
  tx: Transaction,
  person: Actor,
  batchId: string,
  group: readonly BatchRowInput[],
  { isTime, unsentPayouts }: { readonly isTime: () => boolean } & Pick<Deps, 'unsentPayouts'>,
): Promise<ThingResults<SavedRow>> {
  const { makes } = await openBatch(tx, person, batchId)
  if (makes === 'beneficiaries') return enterGroup(tx, person, batchId, group, isTime)
  const numbers = group.map(({ row }) => row)
  const earlier = new Map((await payoutsOfRows(tx.db, batchId, numbers)).map((payout) => [payout.batch_row, payout]))
  const given = group.map((row) => ({ row, hash: hashOf(tx.encryption, batchId, row) }))
  const fresh = given.filter(({ row }) => !earlier.has(row.row))
  await unsentPayouts.requireRoom(tx, person, fresh.length)
  const entered = await enterRows(tx, person, batchId, fresh, isTime)
  await countSavedRows(tx.db, batchId, entered.filter((one) => !(one instanceof Failure)).length)
  const results = new Map(entered.map((result, place) => [fresh[place]?.row.row, result]))
  const found: (SavedRow | Failure)[] = []
  for (const { row, hash } of given) {
    const before = earlier.get(row.row)
    const result = before === undefined ? results.get(row.row) : sameRow(tx, before, hash)
    if (result === undefined) break
    found.push(result instanceof Failure ? result : savedRow(row.row, result))
  }
  return found
}

/**
 * No one reviews a beneficiary, and where no warning refuses one, its numbers are not saved yet: thousands of rows would be guesses at numbers. It
 * is enough for all that a merchant has.
 */
const mostImported = 50_000

const monthMs = 30 * 24 * 60 * 60 * 1000

async function enterGroup(
  tx: Transaction,
  person: Actor,
  batchId: string,
  group: readonly BatchRowInput[],
  isTime: () => boolean,
): Promise<ThingResults<SavedRow>> {
  const writes = group.map(({ row, entry, externalId, confirmed }) => ({
    row,
    entry,
    externalId,
    confirmed,
    draft: { id: rowDraft(batchId, row) },
  }))
  const since = new Date(tx.now().getTime() - monthMs).toISOString()
  if ((await countImported(tx.db, person.id, since)) + group.length > mostImported)
    throw new Failure('TOO_MANY_IMPORTED', { params: { most: mostImported } })
  const entered = await enterBeneficiaries(tx, person, writes, isTime)
  const isNew = (one: (typeof entered)[number]) => !(one instanceof Failure || one.isRepeat)
  await countSavedRows(tx.db, batchId, entered.filter(isNew).length)
  return writes.slice(0, entered.length).flatMap(({ row }, place) => {
    const one = entered[place]
    if (one === undefined || one instanceof Failure) return one ?? []
    return { row, beneficiary: { id: one.id, version: one.version } }
  })
}

interface GivenRow {
  readonly row: BatchRowInput
  readonly hash: string
}

async function enterRows(
  tx: Transaction,
  person: Actor,
  batchId: string,
  rows: readonly GivenRow[],
  isTime: () => boolean,
): Promise<readonly (PayoutRow | Failure)[]> {
  const payouts = rows.map(
    ({ row: { row, entry, beneficiary, confirmed, replaces, decided, withErrors = false }, hash }) => ({
      write: { entry, beneficiary, confirmed, submit: false, replaces },
      ofBatch: { id: batchId, row, hash, decided, withErrors },
    }),
  )
  if (payouts.length === 0) return []
  return await savePayouts(tx, person, payouts, isTime).catch((error: unknown) => {
    throw error instanceof Failure ? new FirstRefused(error) : error
  })
}

/** What was confirmed with it is no other content: it is saved. */
function hashOf(encryption: Encryption, batchId: string, { row, entry, beneficiary, replaces }: BatchRowInput): string {
  const replaced = replaces === undefined ? {} : { replaces }
  const content = { batchId, row, entry, beneficiary: beneficiary ?? null, ...replaced }
  return encryption.hash('batch row', canonicalJson(content))
}

/** The payout that a row made before, if the row is unchanged; after an erasure of its beneficiary this is unknown. */
function sameRow(tx: Transaction, payout: PayoutRow, hash: string): PayoutRow | Failure {
  if (!isIntact(tx.encryption, 'payouts', payout)) return new Failure('TAMPERED', { ids: [payout.id] })
  if (payout.batch_hash === hash || payout.erased_at !== null) return payout
  return new Failure('STATE_CONFLICT', { params: { why: 'saved', what: 'row' }, ids: [payout.id] })
}

function savedRow(row: number, payout: PayoutRow): SavedRow {
  return { row, payout: { id: payout.id, version: payout.version }, warnings: countsOf(payout) }
}
