import { setImmediate as turn } from 'node:timers/promises'
import type { BatchApproval } from '#shared/api/batch-review.ts'
import type { ProblemCode } from '#shared/api/problem.ts'
import { type Job, jobsAbout, openStates } from '../jobs/job-rows.ts'
import { Failure } from '../kernel/failure.ts'
import { undoMs } from '../payout-state/transition.ts'
import type { Member } from '../people/member.ts'
import { refusalOnWire } from '../problems/english-texts.ts'
import type { Reader } from '../store/store.ts'
import { type ApprovalJob, approvalJob, isExpired, partOf } from './approval-job.ts'

/** In which states an act can be taken back. */
export const undoable: ReadonlySet<Job['state']> = new Set(['waiting', 'running', 'paused', 'done'])

/** An act as its person sees it: with what was refused, once it is over. */
export async function presentAct(reader: Reader, act: ApprovalJob): Promise<BatchApproval> {
  const { id, count, done, failed } = act
  const { approved, endedAt } = act.course
  const state = stateOf(act)
  const canUndo = undoable.has(act.state) && endedAt !== null && approved > 0
  return {
    id,
    batchId: act.aboutId === '' ? null : act.aboutId,
    state,
    count,
    done,
    approved,
    refusedCount: failed,
    refused: state === 'approved' || state === 'undone' ? await refusedOf(reader, act) : [],
    undoUntil: canUndo ? new Date(Date.parse(endedAt) + undoMs).toISOString() : null,
  }
}

function stateOf({ state, done, course }: ApprovalJob): BatchApproval['state'] {
  if (state === 'waiting' || state === 'running') return 'approving'
  if (state === 'done') return 'approved'
  if (state === 'failed') return 'stopped'
  return state === 'stopped' && done === 0 && course.undoAskedAt !== null ? 'undone' : state
}

const mostRefusedShown = 1_000

async function refusedOf(reader: Reader, act: ApprovalJob): Promise<BatchApproval['refused']> {
  const found: BatchApproval['refused'] = []
  for (let part = 0; act.failed > 0 && part < act.course.roots.length && found.length < mostRefusedShown; part += 1) {
    const { refused } = await partOf(reader, act, part)
    found.push(
      ...refused.map(({ id, code, params }) => ({ id, problem: refusalOnWire({ code: codeOf(code), params }) })),
    )
    await turn()
  }
  return found.slice(0, mostRefusedShown)
}

/** The refusals that are about one payout, and leave the others as they are. */
const refusals = [
  'NOT_FOUND',
  'TAMPERED',
  'ERASED',
  'STATE_CONFLICT',
  'NOT_PERMITTED',
  'OWN_ENTRY',
  'APPROVAL_STALE',
  'WARNINGS_UNREVIEWED',
  'VERSION_CONFLICT',
  'UNDO_REFUSED',
] as const satisfies readonly ProblemCode[]

export function isRefusal(error: unknown): error is Failure {
  return error instanceof Failure && refusals.some((code) => code === error.code)
}

function codeOf(code: string): ProblemCode {
  return refusals.find((one) => one === code) ?? 'STATE_CONFLICT'
}

/** The newest act of a person about a batch, or nothing, that is not at its end, where it can go on: no newer one that is over or was not given whole hides it. */
export async function actUnderWay(
  reader: Reader,
  { id: personId }: Pick<Member, 'id'>,
  batchId: string,
): Promise<BatchApproval | null> {
  const meant = { kind: 'approval', aboutId: batchId, personId, states: [...openStates, 'paused'] } as const
  const own = (await jobsAbout(reader, meant, mostActs)).find((act) => !isExpired(reader, act))
  return own === undefined ? null : presentAct(reader, approvalJob(own))
}

/** So many of one's own are looked through for one whose day has not passed. */
const mostActs = 5
