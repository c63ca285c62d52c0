import * as z from 'zod/mini'
import { type Batch, batchSchema } from '#shared/api/batch.ts'
import { checkedRowsSchema, type SavedRows, savedRowsSchema } from '#shared/api/batch-rows.ts'
import type { AcceptedDamage } from '#shared/api/damage.ts'
import { type Issue, issueOn, type ReceivedIssue } from '#shared/api/issue.ts'
import { isIssueCode } from '#shared/api/issue-codes.ts'
import { getVersioned, postJson } from '../../api/api.ts'
import type { ReadyRow, RowAnswer, RowRefusal } from '../protocol.ts'

/** Sends a chunk of rows to be saved, and gives what came of each. Throws as postJson does. */
export async function sendRows(
  batchId: string,
  rows: readonly ReadyRow[],
  idempotencyKey: string,
): Promise<readonly RowAnswer[]> {
  const sent = rows.map(({ decided: _, ...row }) => row)
  const answer = await postJson(`${pathOf(batchId)}/rows`, { rows: sent }, savedRowsSchema, { idempotencyKey })
  return answer.rows.flatMap((saved) => {
    if ('payout' in saved) return { row: saved.row, payoutId: saved.payout.id }
    // Nothing is wrong with the row: it stays to be saved by who signs in again.
    if (saved.problem.code === 'SIGN_IN_REQUIRED') return []
    return { row: saved.row, refusal: refusalOf(saved.problem) }
  })
}

/** Tells the audit log what was decided of rows in the sheet. Throws as postJson does. */
export async function tellDecided(batchId: string, rows: readonly ReadyRow[]): Promise<void> {
  const counts = new Map<string, AcceptedDamage>()
  for (const { count, ...decision } of rows.flatMap(({ decided }) => decided)) {
    const key = JSON.stringify(decision)
    counts.set(key, { ...decision, count: (counts.get(key)?.count ?? 0) + count })
  }
  if (counts.size === 0) return
  await postJson(`${pathOf(batchId)}/accepted-damage`, { accepted: [...counts.values()] }, z.undefined())
}

type RowProblem = Extract<SavedRows['rows'][number], { readonly problem: unknown }>['problem']

/** What is said of fields lands on their cells; the problem as a whole on the row. */
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

/** Of a code that only a newer server knows, nothing can be said here: the row is refused all the same. */
function known({ field, code, params }: ReceivedIssue): readonly Issue[] {
  return isIssueCode(code) ? [{ field, code, params }] : []
}

/** Asks what only the server knows of rows: whom they pay, and what saving them would raise. Throws as postJson does. */
export async function askChecks(rows: readonly ReadyRow[], signal: AbortSignal) {
  const question = { rows: rows.map(({ row, entry }) => ({ row, entry })) }
  const answer = await postJson('/api/batch-checks', question, checkedRowsSchema, { signal })
  return answer.rows.map((checked) => ({ ...checked, warnings: checked.warnings.flatMap(known) }))
}

/** Nothing more is to come. Throws as postJson does. */
export async function finishBatch(
  batchId: string,
  left: { readonly refused: number; readonly skipped: number },
): Promise<Batch> {
  const { version } = await getVersioned(pathOf(batchId), batchSchema)
  return postJson(`${pathOf(batchId)}/finish`, left, batchSchema, { version })
}

function pathOf(batchId: string): string {
  return `/api/batches/${encodeURIComponent(batchId)}`
}
