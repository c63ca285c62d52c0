import { randomUUID } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import type { ExportWrite } from '#shared/api/export.ts'
import { issueOn } from '#shared/api/issue.ts'
import { addTotals, type Total } from '#shared/payout/totals.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import { Failure } from '../kernel/failure.ts'
import { countsOf, sumOfCounts } from '../payout-state/confirmations.ts'
import type { Actor } from '../people/member.ts'
import type { Reader, Transaction } from '../store/store.ts'
import type { Proofs } from './export-proofs.ts'
import { concludeExport, createDigest, type ExportRow, exportParts, insertExport } from './export-rows.ts'
import { markedFor, markPayouts } from './mark-payouts.ts'

/** What is to be exported, by its ids. */
export interface ExportSelection extends Pick<ExportWrite, 'format' | 'again'> {
  readonly payoutIds: readonly string[]
}

/**
 * Exports payouts in one transaction, all of them or none, in the order given.
 * @throws Failure FIELDS_INVALID, and what marking them throws
 */
export async function makeExport(
  tx: Transaction,
  person: Actor,
  wanted: ExportSelection,
  proofs: Proofs = new Map(),
): Promise<ExportRow> {
  requireOnce(wanted.payoutIds)
  const exportId = await beginExport(tx, person, wanted)
  await markPayouts(tx, person, wanted.payoutIds, { exportId, from: 0, isAgain: wanted.again, proofs })
  return finishExport(tx, person, exportId, await sumOfExport(tx, exportId, wanted.payoutIds))
}

/** @throws Failure FIELDS_INVALID */
export function requireOnce(ids: readonly string[]): void {
  if (new Set(ids).size === ids.length) return
  throw new Failure('FIELDS_INVALID', { errors: [issueOn('payoutIds', 'given_twice', {})] })
}

/** An export without its payouts yet. */
export async function beginExport(
  tx: Transaction,
  person: Actor,
  { payoutIds, format }: ExportSelection,
): Promise<string> {
  const id = randomUUID()
  await insertExport(tx.db, {
    id,
    format,
    count: payoutIds.length,
    again: 0,
    totals: '[]',
    created_at: tx.now().toISOString(),
    created_by: person.id,
    state: 'preparing',
  })
  return id
}

type ExportTotalColumn =
  | 'count'
  | 'again'
  | 'totals'
  | 'warnings'
  | 'stated_paid'
  | 'stated_refused'
  | 'stated_contradicted'

interface ExportSum extends Pick<ExportRow, ExportTotalColumn> {
  readonly digest: string
}

/** So many are added up before other requests have a turn. */
const atOnce = 500

/**
 * Adds up the payouts that were asked for, each as it was marked for this export, which lists them and no others.
 * @throws Failure NOT_FOUND, TAMPERED
 */
export async function sumOfExport(
  reader: Reader,
  exportId: string,
  ids: readonly string[],
  lookAt: (rows: readonly PayoutRow[]) => Promise<void> = async () => {},
): Promise<ExportSum> {
  await requireListed(reader, exportId, ids)
  const digest = createDigest()
  const sum = { count: 0, again: 0, totals: noTotals, warnings: sumOfCounts([]) }
  // Of those that were exported before.
  const stated = { stated_paid: 0, stated_refused: 0, stated_contradicted: 0 }
  for (let from = 0; from < ids.length; from += atOnce, await turn()) {
    const marked = await markedFor(reader, exportId, ids.slice(from, from + atOnce))
    const rows = marked.map(({ row }) => row)
    for (const row of rows) {
      digest.add(row)
      if (row.outcome !== null) stated[`stated_${row.outcome}`] += 1
    }
    sum.count += rows.length
    sum.again += marked.filter(({ isAgain }) => isAgain).length
    sum.totals = addTotals(
      sum.totals,
      rows.map(({ amount, currency_code }) => ({ amount, currencyCode: currency_code })),
    )
    sum.warnings = sumOfCounts([sum.warnings, ...rows.map(countsOf)])
    await lookAt(rows)
  }
  const { count, again, totals, warnings } = sum
  const json = { totals: JSON.stringify(totals), warnings: JSON.stringify(warnings) }
  return { count, again, ...json, ...stated, digest: digest.hex() }
}

const noTotals: readonly Total[] = []

/** @throws Failure TAMPERED where other payouts were put in or taken out past the app */
async function requireListed({ db }: Reader, exportId: string, ids: readonly string[]): Promise<void> {
  let at = 0
  for await (const rows of exportParts(db, exportId))
    for (const { id, place } of rows) {
      if (ids[at] !== id || place !== at) throw new Failure('TAMPERED', { params: { why: 'list' }, ids: [id] })
      at += 1
    }
  if (at !== ids.length) throw new Failure('TAMPERED', { params: { why: 'list' } })
}

/** From here on the export is made: its file can be downloaded. */
export async function finishExport(
  tx: Transaction,
  person: Actor,
  id: string,
  { digest, ...sum }: ExportSum,
): Promise<ExportRow> {
  const made = await concludeExport(tx.db, id, { ...sum, state: 'made' })
  const { format, count, again } = made
  const facts = { format, count, again, digest }
  await tx.audit({ personId: person.id, action: 'export.created', thing: { type: 'export', id }, facts })
  return made
}
