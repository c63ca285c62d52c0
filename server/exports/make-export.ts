import { randomUUID } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import type { ExportWrite } from '#shared/api/payout.ts'
import type { Person } from '#shared/api/person.ts'
import type { ProblemCode } from '#shared/api/problem.ts'
import { totalsOf } from '#shared/payout/totals.ts'
import { notePayout } from '../beneficiaries/book.ts'
import { Failure } from '../failure.ts'
import { proofOf, standingOf } from '../payouts/kept-request.ts'
import type { PayoutParts } from '../payouts/payout-parts.ts'
import { refusalOf } from '../payouts/transition.ts'
import { type ExportRow, insertExport, markExported } from '../store/export-rows.ts'
import { findPayouts, type PayoutRow } from '../store/payout-rows.ts'
import type { Transaction } from '../store/store.ts'

/**
 * Exports payouts, all of them or none, in the order given. Each must still be the request that was approved.
 * @throws Failure FIELDS_INVALID, NOT_FOUND, STATE_CONFLICT, ALREADY_EXPORTED, ERASED, with the ids of those that are in the way
 */
export async function makeExport(
  tx: Transaction,
  parts: PayoutParts,
  person: Person,
  { payoutIds, format, again: isAgain }: ExportWrite,
): Promise<ExportRow> {
  requireOnce(payoutIds)
  const rows = await inOrder(tx, payoutIds)
  await requireExportable(parts, person, rows, isAgain)
  const at = parts.clock.date().toISOString()
  const made: ExportRow = {
    id: randomUUID(),
    format,
    count: rows.length,
    again: rows.filter(({ state }) => state === 'exported').length,
    totals: JSON.stringify(
      totalsOf(rows.map(({ amount, currency_code }) => ({ amount, currencyCode: currency_code }))),
    ),
    created_at: at,
    created_by: person.id,
  }
  await markExported(tx.db, payoutIds, { updated_at: at, updated_by: person.id, exported_at: at })
  await insertExport(tx.db, made, payoutIds)
  const beneficiaryIds = rows.map(({ beneficiary_id }) => beneficiary_id)
  await notePayout(tx, beneficiaryIds, at)
  const facts = { format, count: made.count, again: made.again }
  await tx.record({ personId: person.id, action: 'export.created', thing: { type: 'export', id: made.id }, facts })
  return made
}

function requireOnce(ids: readonly string[]): void {
  if (new Set(ids).size === ids.length) return
  const detail = 'A payout stands twice in the list. Name each once.'
  throw new Failure('FIELDS_INVALID', detail, {
    errors: [{ field: 'payoutIds', code: 'given_twice', params: {}, detail }],
  })
}

async function inOrder({ db }: Transaction, ids: readonly string[]): Promise<readonly PayoutRow[]> {
  const byId = new Map((await findPayouts(db, ids)).map((row) => [row.id, row]))
  const missing = ids.filter((id) => !byId.has(id))
  if (missing.length > 0) throw new Failure('NOT_FOUND', 'Some of the payouts are not there.', { ids: missing })
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Other requests have a turn after each so many payouts: reading one anew takes a part of a millisecond. */
const rowsATurn = 50

/** Says of all at once what is in the way: first what cannot be mended by asking again. */
async function requireExportable(
  { sealing }: PayoutParts,
  person: Person,
  rows: readonly PayoutRow[],
  isAgain: boolean,
): Promise<void> {
  const refused: { readonly id: string; readonly failure: Failure }[] = []
  for (const [place, row] of rows.entries()) {
    if (place % rowsATurn === 0) await turn()
    const proof = proofOf(sealing, row)
    const failure = refusalOf(standingOf(row), { act: 'export', isAgain, proof }, person.id)
    if (failure !== undefined) refused.push({ id: row.id, failure })
  }
  const [worst] = refused.toSorted((a, b) => rank(a.failure.code) - rank(b.failure.code))
  if (worst === undefined) return
  const { code, detail } = worst.failure
  throw new Failure(code, detail, { ids: refused.filter(({ failure }) => failure.code === code).map(({ id }) => id) })
}

function rank(code: ProblemCode): number {
  return code === 'ALREADY_EXPORTED' ? 1 : 0
}
