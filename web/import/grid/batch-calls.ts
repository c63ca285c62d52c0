import * as z from 'zod/mini'
import { type Batch, type BatchMakes, batchSchema } from '#shared/api/batch.ts'
import { checkedRowsSchema, type SavedRow } from '#shared/api/batch-rows.ts'
import type { AcceptedDamage } from '#shared/api/damage.ts'
import { type Issue, issueOn, type ReceivedIssue } from '#shared/api/issue.ts'
import { isIssueCode } from '#shared/api/issue-codes.ts'
import { getVersioned, postJson } from '../../api/api.ts'
import type { ReadyRow, RowAnswer, RowRefusal } from '../protocol.ts'

/** What the server has made of a row; nothing where it can be saved later. */
export function rowAnswerOf(saved: SavedRow): readonly RowAnswer[] {
  if ('payout' in saved) return [{ row: saved.row, savedId: saved.payout.id }]
  if ('beneficiary' in saved) return [{ row: saved.row, savedId: saved.beneficiary.id }]
  // Nothing is wrong with the row: it can be saved after signing in again, or once others were sent to review.
  if (isForLater.has(saved.problem.code)) return []
  return [{ row: saved.row, refusal: refusalOf(saved.problem) }]
}

const isForLater: ReadonlySet<string> = new Set(['SIGN_IN_REQUIRED', 'TOO_MANY_UNSENT', 'TOO_MANY_IMPORTED'])

/** The most that one request takes. */
const decisionsAtOnce = 200

/** Records in the audit log what was decided about damaged rows. Throws as postJson does. */
export async function auditAcceptedDamage(batchId: string, rows: readonly ReadyRow[]): Promise<void> {
  const counts = new Map<string, AcceptedDamage>()
  for (const { count, ...decision } of rows.flatMap(({ accepted }) => accepted)) {
    const key = JSON.stringify(decision)
    counts.set(key, { ...decision, count: (counts.get(key)?.count ?? 0) + count })
  }
  const accepted = [...counts.values()]
  for (let from = 0; from < accepted.length; from += decisionsAtOnce) {
    const some = accepted.slice(from, from + decisionsAtOnce)
    await postJson(`${pathOf(batchId)}/accepted-damage`, { accepted: some }, z.undefined())
  }
}

type RowProblem = Extract<SavedRow, { readonly problem: unknown }>['problem']

/** Issues on fields go to their cells; the problem itself goes to the row. */
function refusalOf({ code, detail, params, errors = [], warnings = [], ids = [] }: RowProblem): RowRefusal {
  const onFields = errors.flatMap(({ pointer, ...error }) =>
    known({ ...error, field: pointer.split('/').at(-1) ?? '' }),
  )
  const taken = issueOn('externalReference', 'reference_taken', { payoutId: ids[0] ?? '' })
  return {
    code,
    detail,
    ...(params !== undefined && { params }),
    errors: code === 'REFERENCE_TAKEN' ? [taken] : onFields,
    warnings: warnings.flatMap(known),
  }
}

/** Issues whose code this page does not know yet cannot be shown, but the row is still refused. */
function known({ field, code, params }: ReceivedIssue): readonly Issue[] {
  return isIssueCode(code) ? [{ field, code, params }] : []
}

/** Looks up what only the server knows about rows: their beneficiaries, and the warnings that saving them would raise. Throws as postJson does. */
export async function lookUpRows(makes: BatchMakes, rows: readonly ReadyRow[], signal: AbortSignal) {
  const question = {
    makes,
    rows: rows.map(({ row, entry, replaces }) => ({ row, entry, ...(replaces !== undefined && { replaces }) })),
  }
  const answer = await postJson('/api/batch-checks', question, checkedRowsSchema, { signal })
  return answer.rows.map((checked) => ({ ...checked, warnings: checked.warnings.flatMap(known) }))
}

/** Completes the batch: no more rows follow. Throws as postJson does. */
export async function closeBatch(
  batchId: string,
  left: { readonly refused: number; readonly skipped: number },
): Promise<Batch> {
  const { version } = await getVersioned(pathOf(batchId), batchSchema)
  return postJson(`${pathOf(batchId)}/finish`, left, batchSchema, { version })
}

function pathOf(batchId: string): string {
  return `/api/batches/${encodeURIComponent(batchId)}`
}
