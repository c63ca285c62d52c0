import { setImmediate as turn } from 'node:timers/promises'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { findPayouts, type PayoutRow } from '../entry/payout-rows.ts'
import { Failure } from '../kernel/failure.ts'
import { requireIntact } from '../payout-state/genuine.ts'
import { requestHash, savedRequest } from '../payout-state/saved-payout.ts'
import { isIntact } from '../store/row-mac.ts'
import type { Reader, RowReader } from '../store/store.ts'
import { createDigest, exportedPayouts } from './export-rows.ts'
import { auditedExport } from './export-trail.ts'

/*
 * The requests that went out with an export. Its list is read and verified once, before the file begins, as a file has no place for a problem;
 * each payout is verified against that list again as it is written, since its row can be another one by then.
 */

/** A payout as it went out. */
interface SentPayout extends Pick<PayoutRow, 'id' | 'request_hash'> {
  readonly isErased: boolean
}

/** Requests, some at a time. */
export type Requests = AsyncIterable<readonly PayoutRequest[]>

/**
 * The payouts of an export in the order of its file, which are those of the audit log.
 * @throws Failure TAMPERED
 */
export async function sentPayouts(reader: Reader, exportId: string): Promise<readonly SentPayout[]> {
  const sent: SentPayout[] = []
  const digest = createDigest()
  for (let from = 0; ; await turn()) {
    const rows = await exportedPayouts(reader.db, exportId, from)
    const last = rows.at(-1)
    if (last === undefined) break
    await requireIntact(reader, rows)
    for (const row of rows) {
      digest.add(row)
      sent.push({ id: row.id, request_hash: row.request_hash, isErased: row.request_encrypted === null })
    }
    from = last.place + 1
  }
  const audited = await auditedExport(reader, exportId)
  if (audited?.digest !== digest.hex()) throw new Failure('TAMPERED', { params: { why: 'audit' } })
  return sent
}

/** So many are read and verified in a few milliseconds. */
const atOnce = 100

/**
 * The requests as they were exported: an exported payout never changes, but that it is erased.
 * @throws Failure TAMPERED in the middle, which breaks the file off
 */
export async function* requestsOf(reader: RowReader, sent: readonly SentPayout[]): Requests {
  for (let from = 0; from < sent.length; from += atOnce, await turn()) {
    const some = sent.slice(from, from + atOnce)
    const rows = await findPayouts(
      reader.db,
      some.map(({ id }) => id),
    )
    const byId = new Map(rows.map((row) => [row.id, row]))
    yield some.map((one) => requestSent(reader, one, byId.get(one.id))).filter((request) => request !== undefined)
  }
}

function requestSent(reader: RowReader, sent: SentPayout, row: PayoutRow | undefined): PayoutRequest | undefined {
  const { encryption } = reader
  if (row !== undefined && isIntact(encryption, 'payouts', row) && row.request_hash === sent.request_hash) {
    const request = savedRequest(reader, row)
    if (request === undefined && row.erased_at !== null) return undefined
    if (request !== undefined && requestHash(encryption, row.id, request) === sent.request_hash) return request
  }
  throw new Failure('TAMPERED', { ids: [sent.id] })
}
