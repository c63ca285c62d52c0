import type { AskedValidation } from '#shared/api/beneficiary.ts'
import { detailsOfRow } from '../store/detail-columns.ts'
import type { Store } from '../store/store.ts'
import { findValidationsOfDetails } from '../validations/find-validations.ts'
import { payoutRow } from './current-payout.ts'

/**
 * What the provider has said of exactly the details that a payout keeps: the book may have others by now.
 * @throws Failure NOT_FOUND
 */
export async function findPayoutValidations(store: Store, id: string): Promise<readonly AskedValidation[]> {
  const row = await payoutRow(store.db, id)
  if (row.erased_at !== null) return []
  return findValidationsOfDetails(store, detailsOfRow(store.encryption, 'payouts', row))
}
