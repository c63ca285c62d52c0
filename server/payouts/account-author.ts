import type { Details } from '#shared/api/details.ts'
import type { Person } from '#shared/api/person.ts'
import { readableRequest } from '../beneficiaries/read-details.ts'
import { isPaidElsewhere } from '../beneficiaries/save-beneficiary.ts'
import { findBeneficiary } from '../store/beneficiary-rows.ts'
import { detailsOfRow } from '../store/detail-columns.ts'
import { lastDestinations, wasPaidAt } from '../store/payout-destinations.ts'
import { destinationTerms } from '../store/search-terms.ts'
import type { Transaction } from '../store/store.ts'
import type { PayoutDeps } from './payout-deps.ts'

/** What is going to be saved: whom of the book it pays, undefined for somebody new, and as what. */
interface Paid {
  readonly details: Details
  readonly beneficiaryId: string | undefined
}

/**
 * Who typed where the money of a payout goes: who saves it, where that is new or changed, else who last changed it in the book. Null
 * once a payout to there was exported, as somebody has approved that.
 */
export async function accountAuthor(
  { db }: Transaction,
  deps: PayoutDeps,
  person: Person,
  { details, beneficiaryId }: Paid,
): Promise<string | null> {
  const row = beneficiaryId === undefined ? undefined : await findBeneficiary(db, beneficiaryId)
  if (row === undefined) return person.id
  if (isPaidElsewhere(deps, detailsOfRow(deps.encryption, 'beneficiaries', row), details)) return person.id
  const destinations = destinationTerms(deps.encryption, readableRequest(details))
  // Where a country asks for no account, the beneficiary is the place.
  const wasPaid =
    destinations.length === 0 ? (await lastDestinations(db, row.id)) !== undefined : await wasPaidAt(db, destinations)
  return wasPaid ? null : row.account_by
}
