import type * as z from 'zod/mini'
import { type ReceivedIssue, warningId } from '#shared/api/issue.ts'
import type { revealedPayoutSchema } from '#shared/api/payout.ts'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import type { Person } from '#shared/api/person.ts'
import { filledFields } from '#shared/payout/entry.ts'
import { requestDifferences } from '#shared/payout/request-differences.ts'
import { Failure } from '../failure.ts'
import { lastExported, type PayoutRow } from '../store/payout-rows.ts'
import { personNames } from '../store/people-rows.ts'
import type { Transaction } from '../store/store.ts'
import { reopenIfStale } from './act-on-payout.ts'
import { beneficiaryOf } from './payout-entry.ts'
import { payoutRow, savedRequest, writtenPayout } from './saved-payout.ts'
import { savedConfirmations, warningsHash, warningsOf } from './warnings.ts'

type RevealedPayout = z.input<typeof revealedPayoutSchema>

/**
 * Shows a payout in clear: the exact request, and all that belongs to deciding about it; audited.
 * @throws Failure NOT_FOUND, ERASED
 */
export async function revealPayout(tx: Transaction, person: Person, id: string): Promise<RevealedPayout> {
  const row = await reopenIfStale(tx, await payoutRow(tx, id))
  const request = savedRequest(tx, row)
  if (request === undefined)
    throw new Failure('ERASED', 'The beneficiary of this payout has been erased.', { params: { what: 'payout' } })
  const facts = { version: row.version }
  await tx.audit({ personId: person.id, action: 'payout.revealed', thing: { type: 'payout', id }, facts })
  const written = writtenPayout(tx, row)
  const { changes, notices } = written.reading
  const warnings = await warningsOf(tx, written, { beneficiaryId: row.beneficiary_id, payout: row })
  return {
    version: row.version,
    beneficiary: beneficiaryOf(row),
    entry: filledFields(written.entry),
    request,
    requestHash: row.request_hash,
    changes: [...changes],
    notices: notices.map(plainIssue),
    warnings: await withConfirmations(tx, row, warnings),
    warningsHash: warningsHash(tx.encryption, row.id, warnings),
    sinceLastPayout: await sinceLast(tx, row, request),
  }
}

async function withConfirmations(
  tx: Transaction,
  row: PayoutRow,
  warnings: readonly ReceivedIssue[],
): Promise<RevealedPayout['warnings']> {
  const confirmations = savedConfirmations(tx, row)
  const personOf = await personNames(
    tx.db,
    confirmations.map(({ by }) => by),
  )
  return warnings.map((warning) => {
    const confirmation = confirmations.find((one) => one.warningId === warningId(warning))
    if (confirmation === undefined)
      return { ...plainIssue(warning), reason: null, confirmedBy: null, confirmedAt: null }
    const { reason = null, by, at } = confirmation
    return { ...plainIssue(warning), reason, confirmedBy: personOf(by), confirmedAt: at }
  })
}

/** What differs from the last payout to the same beneficiary; not the reference, which always does. */
async function sinceLast(
  tx: Transaction,
  row: PayoutRow,
  request: PayoutRequest,
): Promise<RevealedPayout['sinceLastPayout']> {
  const last = await lastExported(tx.db, row)
  const before = last && savedRequest(tx, last)
  if (before === undefined || last?.exported_at == null) return null
  const differences = requestDifferences(before, request, tx.fields).filter(
    ({ field }) => field !== 'externalReference',
  )
  return { payoutId: last.id, exportedAt: last.exported_at, differences }
}

function plainIssue({ field, code, params, detail }: ReceivedIssue) {
  return { field, code, params: { ...params }, detail }
}
