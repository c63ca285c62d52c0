import { setImmediate as turn } from 'node:timers/promises'
import type { BatchApproval } from '#shared/api/batch-review.ts'
import type { ProblemCode } from '#shared/api/problem.ts'
import { Failure } from '../kernel/failure.ts'
import { undoMs } from '../payout-state/transition.ts'
import type { Member } from '../people/member.ts'
import { refusalOnWire } from '../problems/english-texts.ts'
import type { Reader } from '../store/store.ts'
import { actOf, believed, isOver, partOf, type SavedBatchApproval } from './batch-approval.ts'
import { newestBatchApproval } from './batch-approval-rows.ts'

/** An act as its person sees it: with what was refused, once it is over. */
export async function presentAct(reader: Reader, act: SavedBatchApproval): Promise<BatchApproval> {
  const { id, batchId, state, count, done, approved, refused } = act
  const canUndo = (state === 'approving' || state === 'approved') && act.endedAt !== null && approved > 0
  return {
    id,
    batchId,
    state,
    count,
    done,
    approved,
    refusedCount: refused,
    refused: state === 'approved' || state === 'undone' ? await refusedOf(reader, act) : [],
    undoUntil: canUndo ? new Date(Date.parse(act.endedAt ?? '') + undoMs).toISOString() : null,
  }
}

const mostRefusedShown = 1_000

async function refusedOf(reader: Reader, act: SavedBatchApproval): Promise<BatchApproval['refused']> {
  const found: BatchApproval['refused'] = []
  for (let part = 0; act.refused > 0 && part < act.roots.length && found.length < mostRefusedShown; part += 1) {
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

/** The newest act of a person about a batch that is not at its end, where it can go on. */
export async function actUnderWay(reader: Reader, person: Member, batchId: string): Promise<BatchApproval | null> {
  const row = await believed(() => newestBatchApproval(reader, batchId, person.id))
  if (row === undefined || isOver(reader, row)) return null
  const act = await actOf(reader, person, row.id)
  return act.state === 'approving' || act.state === 'undoing' ? presentAct(reader, act) : null
}
