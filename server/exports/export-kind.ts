import { setImmediate as turn } from 'node:timers/promises'
import * as z from 'zod/mini'
import { exportWriteSchema } from '#shared/api/export.ts'
import type { SignInMode } from '#shared/api/session.ts'
import { findPayouts, type PayoutRow } from '../entry/payout-rows.ts'
import type { JobKind, PieceResult } from '../jobs/job.ts'
import { findJobPart, putJobPart } from '../jobs/job-part-rows.ts'
import { addJob, changedPastTheApp, findJob, goesOn, type Job, saveJob } from '../jobs/job-rows.ts'
import { stopDespite } from '../jobs/stop-despite.ts'
import { Failure } from '../kernel/failure.ts'
import { approvalStateOf } from '../payout-state/approval-columns.ts'
import { isStale, reopenIfStale } from '../payouts/act-on-payout.ts'
import type { Member } from '../people/member.ts'
import { authorityOf } from '../people/permitted.ts'
import { distrustedAmong } from '../people/rights-trail.ts'
import { isIntact } from '../store/row-mac.ts'
import type { Store, Transaction } from '../store/store.ts'
import { unbroken } from '../writes/paced-groups.ts'
import { type Proofs, proveExportable, unreviewedAmong } from './export-proofs.ts'
import { findExport, setExportProblem } from './export-rows.ts'
import { type ExportSelection, finishExport, sumOfExport } from './make-export.ts'
import { markPayouts, requireExportable, worstOf } from './mark-payouts.ts'
import { takeBackSome } from './undo-export.ts'

const wantedSchema = z.object({
  again: exportWriteSchema.shape.again,
  /** Free again once the export is undone. */
  idempotencyKey: z.nullable(z.string()),
})

interface ExportKindDeps {
  readonly store: Store
  readonly signIn: SignInMode
}

/**
 * Makes an export of many payouts: verifies them all and only then marks them, some at a time, so that other requests need not wait. A small
 * transaction at the end makes it valid. What is in the way, or a person who stops it, undoes it as a whole; a server that ends does not.
 */
export function exportKind({ store, signIn }: ExportKindDeps): JobKind {
  return {
    permission: 'export',
    isLogged: true,
    pace: unbroken,
    byFailure: 'undoing',
    // All that is left is verified again before it goes on.
    turnPieces: 500,
    async pieces(job, renew) {
      const ids = await idsOf(store, job)
      const { again: isAgain } = wantedSchema.parse(job.given)
      const person = await authorityOf(store, signIn, job, 'export')
      const left = typeof person === 'string' ? [] : ids.slice(job.done)
      const proofs =
        typeof person === 'string' ? new Map() : await proveAll(store, person, { ids: left, isAgain }, renew)
      return {
        async doPiece(tx, { id, done }, by, size) {
          const some = ids.slice(done, done + size)
          await markPayouts(tx, by, some, { exportId: id, from: done, isAgain, proofs })
          return { done: done + some.length }
        },
        async finish({ id }) {
          const approvers = new Set<string>()
          const sum = await sumOfExport(store, id, ids, async (rows) => {
            await renew()
            await requireNoHits(store, rows, proofs)
            for (const row of rows)
              for (const { by } of approvalStateOf(store.encryption, row).approvals) approvers.add(by)
          })
          return async (tx, _, by) => {
            // Payouts that are marked are not sent back to review one by one.
            if ((await distrustedAmong(tx, [...approvers], job.askedAt)).size > 0)
              throw new Failure('VERSION_CONFLICT', { params: { what: 'payouts' } })
            await finishExport(tx, by, id, sum)
            return { state: 'done' }
          }
        },
      }
    },
    withoutAuthority: async (_tx, _job, why): Promise<PieceResult> => {
      const params = { why: why === 'suspended' ? 'suspended' : 'roles_changed' } as const
      return { state: 'undoing', why, problem: { code: 'SIGN_IN_REQUIRED', params } }
    },
    undo: (tx, job, _, size) => takeBackSome(tx, job, wantedSchema.parse(job.given), size),
    stuck: retryLater,
    failed: (failure) => reopenRefused(store, failure),
  }
}

const idsInPart = 500

/** Enters the making of an export that has begun, whose id it has. */
export async function addExportJob(
  tx: Transaction,
  person: Member,
  id: string,
  { payoutIds, again }: ExportSelection,
  idempotencyKey: string | null,
): Promise<void> {
  await addJob(tx, {
    ...{ id, kind: 'export', aboutId: id, personId: person.id, state: 'waiting', count: payoutIds.length },
    ...{ given: { again, idempotencyKey }, course: null },
  })
  for (let from = 0; from < payoutIds.length; from += idsInPart)
    await putJobPart(tx, id, from / idsInPart, payoutIds.slice(from, from + idsInPart))
  const thing = { type: 'export', id } as const
  await tx.audit({ personId: person.id, action: 'export.begun', thing, facts: { count: payoutIds.length } })
}

/**
 * Has an export undone that is being prepared, or tries that once more; nothing where it is settled.
 * @throws Failure NOT_FOUND; TAMPERED where its rows were changed past the app: once they are put back, it is undone
 */
export async function stopExport(store: Pick<Store, 'write'>, { id: personId }: Member, id: string): Promise<void> {
  const enter = (tx: Transaction) =>
    tx.audit({ personId, action: 'export.stopped', thing: { type: 'export', id }, facts: {} })
  const stop = async (tx: Transaction) => {
    if ((await findExport(tx.db, id)) === undefined) throw new Failure('NOT_FOUND', { params: { what: 'export' } })
    const isGoing = (await tx.loggedJobs()).courseOf(id) === 'going'
    const job = await findJob(tx, id)
    if (job === undefined || !goesOn(job)) {
      if (isGoing) throw changedPastTheApp()
      return
    }
    const problem = { code: 'EXPORT_UNDONE', params: { why: 'stopped' } } as const
    const stopped = job.state === 'undoing' ? job : ({ ...job, state: 'undoing', why: 'person', problem } as const)
    await saveJob(tx, { ...stopped, dueAt: '' })
    if (isGoing) await enter(tx)
  }
  await stopDespite(store, { id, kind: 'export', to: 'ended' }, stop, enter)
}

/** @throws Failure TAMPERED where it is not the whole list */
async function idsOf(store: Store, { id, count }: Job): Promise<readonly string[]> {
  const ids: string[] = []
  for (let part = 0; part * idsInPart < count; part += 1) {
    const { data } = z.safeParse(z.array(z.string()), await findJobPart(store, id, part))
    ids.push(...(data ?? []))
  }
  if (ids.length !== count) throw changedPastTheApp()
  return ids
}

const retriesSchema = z.nullable(z.object({ failures: z.number() }))

const [firstPauseMs, longestPauseMs] = [5_000, 60 * 60_000]

/** What keeps an export from being undone is shown with it, and it is tried again after longer and longer pauses. */
async function retryLater(
  tx: Transaction,
  { id, course }: Job,
  problem: NonNullable<Job['problem']>,
): Promise<PieceResult> {
  const failures = 1 + (retriesSchema.parse(course)?.failures ?? 0)
  await setExportProblem(tx.db, id, JSON.stringify(problem))
  return { course: { failures }, restMs: Math.min(firstPauseMs * 2 ** failures, longestPauseMs) }
}

/** @throws Failure WARNINGS_UNREVIEWED where a validation of these marked payouts has found what compliance has to look at since */
async function requireNoHits(store: Store, rows: readonly PayoutRow[], known: Proofs): Promise<void> {
  const unknown = rows.filter(({ id }) => !known.has(id)).map(({ id }) => id)
  const others = await proveExportable(store, unknown, true)
  const unreviewed = await unreviewedAmong(
    store,
    rows.map((row) => ({ row, questions: (known.get(row.id) ?? others.get(row.id))?.questions ?? [] })),
  )
  const ids = rows.filter((row) => unreviewed.has(row)).map(({ id }) => id)
  if (ids.length > 0) throw new Failure('WARNINGS_UNREVIEWED', { params: { why: 'validation' }, ids })
}

const provedAtOnce = 50

/** @throws Failure for the worst problem, with the ids of all payouts that have it */
async function proveAll(
  store: Store,
  person: Member,
  { ids: payoutIds, isAgain }: { readonly ids: readonly string[]; readonly isAgain: boolean },
  renew: () => Promise<void>,
): Promise<Proofs> {
  const all = new Map(await proveExportable(store, [], isAgain))
  const failures: Failure[] = []
  for (let from = 0; from < payoutIds.length; from += provedAtOnce) {
    const ids = payoutIds.slice(from, from + provedAtOnce)
    const proofs = await proveExportable(store, ids, isAgain)
    const check = () => requireExportable(store, person, ids, { isAgain, proofs }).then(() => undefined, failureIn)
    // One may have moved on between the reading of its row and of its entries: then the second look finds it as it is.
    const first = await check()
    const failure = first?.code === 'TAMPERED' ? await check() : first
    if (failure !== undefined) failures.push(failure)
    for (const [id, proof] of proofs) all.set(id, proof)
    await renew()
  }
  const worst = worstOf(failures)
  if (worst === undefined) return all
  const ids = failures.filter(({ code }) => code === worst.code).flatMap(({ particulars }) => particulars.ids ?? [])
  throw new Failure(worst.code, { ...worst.particulars, ids })
}

function failureIn(error: unknown): Failure {
  if (error instanceof Failure) return error
  throw error
}

/** What was refused because the rules have changed since it was approved goes back to review, now that this is known. */
export async function reopenRefused(store: Store, error: unknown): Promise<void> {
  if (!(error instanceof Failure) || error.code !== 'STATE_CONFLICT') return
  const stale: string[] = []
  for (const row of await findPayouts(store.db, error.particulars.ids ?? [])) {
    if (isIntact(store.encryption, 'payouts', row) && isStale(store, row)) stale.push(row.id)
    await turn()
  }
  if (stale.length === 0) return
  await store.write(async (tx) => {
    for (const row of await findPayouts(tx.db, stale)) await reopenIfStale(tx, row)
  })
}
