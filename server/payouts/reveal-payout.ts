import { type Remark, remarkKey } from '#shared/api/fault.ts'
import type { RevealedPayout } from '#shared/api/payout.ts'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import type { Person } from '#shared/api/person.ts'
import { requestDifferences } from '#shared/payout/request-differences.ts'
import { Failure } from '../failure.ts'
import { detailsOfRow } from '../store/detail-columns.ts'
import { lastExported, type PayoutRow } from '../store/payout-rows.ts'
import { personNames } from '../store/person-names.ts'
import type { Transaction } from '../store/store.ts'
import { keptConfirmations } from './confirmations.ts'
import { payoutRow } from './current-payout.ts'
import { keptRequest, termsOfRow, todaysReading } from './kept-request.ts'
import type { PayoutParts } from './payout-parts.ts'
import { reopenIfStale } from './reopen-payout.ts'
import { warningsHash, warningsOf } from './warnings.ts'

/**
 * Shows a payout in clear: the exact request, and all that belongs to deciding about it; recorded.
 * @throws Failure NOT_FOUND, ERASED
 */
export async function revealPayout(
  tx: Transaction,
  parts: PayoutParts,
  person: Person,
  id: string,
): Promise<RevealedPayout> {
  const { sealing } = parts
  const row = await reopenIfStale(tx, parts, await payoutRow(tx.db, id))
  const request = keptRequest(sealing, row)
  if (request === undefined)
    throw new Failure('ERASED', 'The beneficiary of this payout has been erased.', { params: { what: 'payout' } })
  const facts = { version: row.version }
  await tx.record({ personId: person.id, action: 'payout.revealed', thing: { type: 'payout', id }, facts })
  const details = detailsOfRow(sealing, 'payouts', row)
  const reading = todaysReading(sealing, row)
  const warnings = await warningsOf(tx.db, parts, { details, reading, beneficiaryId: row.beneficiary_id, payout: row })
  return {
    version: row.version,
    beneficiary: { id: row.beneficiary_id, version: row.beneficiary_version },
    details,
    terms: termsOfRow(row),
    request,
    requestHash: row.request_hash,
    changes: [...reading.changes],
    notices: reading.notices.map(plainRemark),
    warnings: await withConfirmations(tx, parts, row, warnings),
    warningsHash: warningsHash(sealing, row.id, warnings),
    sinceLastPayout: await sinceLast(tx, parts, row, request),
  }
}

async function withConfirmations(
  { db }: Transaction,
  { sealing }: PayoutParts,
  row: PayoutRow,
  warnings: readonly Remark[],
): Promise<RevealedPayout['warnings']> {
  const confirmations = keptConfirmations(sealing, row)
  const nameOf = await personNames(
    db,
    confirmations.map(({ by }) => by),
  )
  return warnings.map((warning) => {
    const confirmation = confirmations.find(({ key }) => key === remarkKey(warning))
    const confirmed = confirmation && { confirmedBy: nameOf(confirmation.by), confirmedAt: confirmation.at }
    return { ...plainRemark(warning), ...(confirmed ?? { confirmedBy: null, confirmedAt: null }) }
  })
}

/** What differs from the last payout to the same beneficiary; not the reference, which always does. */
async function sinceLast(
  { db }: Transaction,
  { sealing }: PayoutParts,
  row: PayoutRow,
  request: PayoutRequest,
): Promise<RevealedPayout['sinceLastPayout']> {
  const last = await lastExported(db, row)
  const before = last && keptRequest(sealing, last)
  if (before === undefined || last?.exported_at == null) return null
  const differences = requestDifferences(before, request).filter(({ field }) => field !== 'externalReference')
  return { payoutId: last.id, exportedAt: last.exported_at, differences }
}

function plainRemark({ field, code, params, detail }: Remark) {
  return { field, code, params: { ...params }, detail }
}
