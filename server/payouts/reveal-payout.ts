import { type ReceivedIssue, warningId } from '#shared/api/issue.ts'
import type { RevealedPayout } from '#shared/api/payout.ts'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import type { Person } from '#shared/api/person.ts'
import { requestDifferences } from '#shared/payout/request-differences.ts'
import { Failure } from '../failure.ts'
import { detailsOfRow } from '../store/detail-columns.ts'
import { lastExported, type PayoutRow } from '../store/payout-rows.ts'
import { personNames } from '../store/person-names.ts'
import type { Transaction } from '../store/store.ts'
import { savedConfirmations } from './confirmations.ts'
import { payoutRow } from './current-payout.ts'
import type { PayoutDeps } from './payout-deps.ts'
import { reopenIfStale } from './reopen-payout.ts'
import { savedRequest, termsOfRow, todaysReading } from './saved-request.ts'
import { warningsHash, warningsOf } from './warnings.ts'

/**
 * Shows a payout in clear: the exact request, and all that belongs to deciding about it; recorded.
 * @throws Failure NOT_FOUND, ERASED
 */
export async function revealPayout(
  tx: Transaction,
  deps: PayoutDeps,
  person: Person,
  id: string,
): Promise<RevealedPayout> {
  const { encryption } = deps
  const row = await reopenIfStale(tx, deps, await payoutRow(tx.db, id))
  const request = savedRequest(encryption, row)
  if (request === undefined)
    throw new Failure('ERASED', 'The beneficiary of this payout has been erased.', { params: { what: 'payout' } })
  const facts = { version: row.version }
  await tx.record({ personId: person.id, action: 'payout.revealed', thing: { type: 'payout', id }, facts })
  const details = detailsOfRow(encryption, 'payouts', row)
  const reading = todaysReading(encryption, row)
  const warnings = await warningsOf(tx.db, deps, { details, reading, beneficiaryId: row.beneficiary_id, payout: row })
  return {
    version: row.version,
    beneficiary: { id: row.beneficiary_id, version: row.beneficiary_version },
    details,
    terms: termsOfRow(row),
    request,
    requestHash: row.request_hash,
    changes: [...reading.changes],
    notices: reading.notices.map(plainIssue),
    warnings: await withConfirmations(tx, deps, row, warnings),
    warningsHash: warningsHash(encryption, row.id, warnings),
    sinceLastPayout: await sinceLast(tx, deps, row, request),
  }
}

async function withConfirmations(
  { db }: Transaction,
  { encryption }: PayoutDeps,
  row: PayoutRow,
  warnings: readonly ReceivedIssue[],
): Promise<RevealedPayout['warnings']> {
  const confirmations = savedConfirmations(encryption, row)
  const nameOf = await personNames(
    db,
    confirmations.map(({ by }) => by),
  )
  return warnings.map((warning) => {
    const confirmation = confirmations.find(({ key }) => key === warningId(warning))
    const confirmed = confirmation && { confirmedBy: nameOf(confirmation.by), confirmedAt: confirmation.at }
    return { ...plainIssue(warning), ...(confirmed ?? { confirmedBy: null, confirmedAt: null }) }
  })
}

/** What differs from the last payout to the same beneficiary; not the reference, which always does. */
async function sinceLast(
  { db }: Transaction,
  { encryption }: PayoutDeps,
  row: PayoutRow,
  request: PayoutRequest,
): Promise<RevealedPayout['sinceLastPayout']> {
  const last = await lastExported(db, row)
  const before = last && savedRequest(encryption, last)
  if (before === undefined || last?.exported_at == null) return null
  const differences = requestDifferences(before, request).filter(({ field }) => field !== 'externalReference')
  return { payoutId: last.id, exportedAt: last.exported_at, differences }
}

function plainIssue({ field, code, params, detail }: ReceivedIssue) {
  return { field, code, params: { ...params }, detail }
}
