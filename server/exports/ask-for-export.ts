import * as z from 'zod/mini'
import { type ExportWrite, type givenExportSchema, leftOutSchema, mostExported } from '#shared/api/export.ts'
import { issueOn } from '#shared/api/issue.ts'
import type { SignInMode } from '#shared/api/session.ts'
import type { JobRunner } from '../jobs/run-jobs.ts'
import { caughtFailure, Failure } from '../kernel/failure.ts'
import type { Member } from '../people/member.ts'
import { requireSame } from '../people/permitted.ts'
import { samplePeople } from '../people/sample-people.ts'
import { itemProblem } from '../problems/problem-for.ts'
import type { Store } from '../store/store.ts'
import { type GivenAnswer, type Intent, keyOf, type WriteResult, type Writes } from '../writes/writes.ts'
import { addExportJob, reopenRefused } from './export-kind.ts'
import { proveExportable } from './export-proofs.ts'
import { approvedPayoutIds, findExport } from './export-rows.ts'
import { presentExport } from './find-exports.ts'
import { beginExport, type ExportSelection, makeExport, requireOnce } from './make-export.ts'
import { requireExportable } from './mark-payouts.ts'
import { failureIn } from './undo-export.ts'

interface Deps {
  readonly store: Store
  readonly writes: Writes
  readonly signIn: SignInMode
  readonly jobRunner: Pick<JobRunner, 'wake' | 'settledWithin'>
}

/** Up to this many are exported in one transaction, which hardly delays other requests. */
const mostInOne = 20

/** An answer waits so long for the export of more; then it says how far that is. */
const answerMs = 3_000

/**
 * Exports payouts, once however often the same is asked.
 * @throws Failure as makeExport and Writes do
 */
export async function askForExport(
  deps: Deps,
  person: Member,
  write: ExportWrite,
  intent: Intent,
): Promise<GivenAnswer<z.input<typeof givenExportSchema>>> {
  // Before all else: what is approved now is not what was approved when it was asked for.
  const earlier = () => deps.writes.earlier(intent, savedSchema)
  const given = (await earlier()) ?? (await begin(deps, person, write, intent).catch(orElse(earlier)))
  await deps.jobRunner.settledWithin(given.body.id, answerMs)
  const row = await findExport(deps.store.db, given.body.id)
  if (row === undefined) throw new Failure('NOT_FOUND', { params: { what: 'export' } })
  const failure = failureIn(row)
  if (failure !== undefined) throw failure
  const { leftOut } = given.body
  return { ...given, body: { ...(await presentExport(deps.store.db, row)), ...(leftOut && { leftOut }) } }
}

/** For what fails because the same was done while it was being prepared: the answer to that. */
function orElse<Value>(find: () => Promise<Value | undefined>): (error: unknown) => Promise<Value> {
  return async (error) => {
    const found = await find()
    if (found === undefined) throw error
    return found
  }
}

/** What is kept under a key. */
const savedSchema = z.object({ id: z.string(), leftOut: z.optional(leftOutSchema) })

type LeftOut = z.infer<typeof leftOutSchema>

async function begin(deps: Deps, person: Member, write: ExportWrite, intent: Intent) {
  const ids = await idsOf(deps.store, write)
  requireOnce(ids)
  const { format, again, leaveOut = false } = write
  const leftOut = leaveOut ? await unexportable(deps.store, person, ids, again) : []
  const others = new Set(leftOut.map(({ id }) => id))
  const payoutIds = ids.filter((id) => !others.has(id))
  const wanted = { payoutIds, format, again, ...(leaveOut && { leftOut }) }
  return payoutIds.length > mostInOne ? beginLong(deps, person, wanted, intent) : makeNow(deps, person, wanted, intent)
}

interface WantedExport extends ExportSelection {
  readonly leftOut?: LeftOut
}

/**
 * Those that cannot be exported now, each with why. What changes until they are exported is refused then.
 * @throws Failure the last of them, where that leaves none
 */
async function unexportable(store: Store, person: Member, ids: readonly string[], isAgain: boolean): Promise<LeftOut> {
  const proofs = await proveExportable(store, ids, isAgain)
  const failures = new Map<string, Failure>()
  for (;;) {
    const rest = ids.filter((id) => !failures.has(id))
    const failure = await requireExportable(store, person, rest, { isAgain, proofs }).then(
      () => undefined,
      caughtFailure,
    )
    if (failure === undefined) break
    await reopenRefused(store, failure)
    const inTheWay = (failure.particulars.ids ?? []).filter((id) => rest.includes(id))
    if (inTheWay.length === 0 || inTheWay.length === rest.length) throw failure
    for (const id of inTheWay) failures.set(id, failure)
  }
  return [...failures].map(([id, failure]) => {
    const { ids: _, ...problem } = itemProblem(failure)
    return { id, problem }
  })
}

/** @throws Failure FIELDS_INVALID, NOT_FOUND where nothing is approved */
async function idsOf(store: Store, { payoutIds, batchId, all }: ExportWrite): Promise<readonly string[]> {
  const ways = [payoutIds, batchId, all].filter((way) => way !== undefined).length
  if (ways !== 1)
    throw new Failure('FIELDS_INVALID', {
      errors: [issueOn('payoutIds', 'one_of_these', { names: 'payoutIds, batchId, all' })],
    })
  const notEnteredBy = all === 'own' ? await samplePeople(store) : []
  const ids = payoutIds ?? (await approvedPayoutIds(store.db, { batchId, notEnteredBy, limit: mostExported }))
  if (ids.length === 0) throw new Failure('NOT_FOUND', { params: { what: 'payouts' } })
  return ids
}

async function makeNow({ store, writes, signIn }: Deps, person: Member, wanted: WantedExport, intent: Intent) {
  const proofs = await proveExportable(store, wanted.payoutIds, wanted.again)
  try {
    return await writes.once(intent, savedSchema, async (tx) => {
      await requireSame(tx, signIn, person)
      return answerOf((await makeExport(tx, person, wanted, proofs)).id, wanted)
    })
  } catch (error) {
    await reopenRefused(store, error)
    throw error
  }
}

async function beginLong(deps: Deps, person: Member, wanted: WantedExport, intent: Intent) {
  const { writes, signIn, jobRunner } = deps
  const given = await writes.once(intent, savedSchema, async (tx) => {
    await requireSame(tx, signIn, person)
    const id = await beginExport(tx, person, wanted)
    await addExportJob(tx, person, id, wanted, keyOf(intent))
    return answerOf(id, wanted)
  })
  jobRunner.wake()
  return given
}

function answerOf(id: string, { leftOut }: WantedExport): WriteResult {
  return { body: { id, leftOut }, location: `/api/exports/${id}/file` }
}
