import type { AskedCheck } from '#shared/api/beneficiary.ts'
import { findChecksOfDetails } from '../checks/find-checks.ts'
import { detailsOfRow } from '../store/detail-columns.ts'
import type { Store } from '../store/store.ts'
import { payoutRow } from './current-payout.ts'

/**
 * What the provider has said of exactly the details that a payout keeps: the book may have others by now.
 * @throws Failure NOT_FOUND
 */
export async function findPayoutChecks(store: Store, id: string): Promise<readonly AskedCheck[]> {
  const row = await payoutRow(store.db, id)
  if (row.erased_at !== null) return []
  return findChecksOfDetails(store, detailsOfRow(store.sealing, 'payouts', row))
}
