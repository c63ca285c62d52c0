import { type Issue, issueOn } from '#shared/api/issue.ts'
import { detailsHash } from '../beneficiaries/details.ts'
import { readSaved, type Written } from '../beneficiaries/written-entry.ts'
import { findBeneficiary } from '../store/beneficiary-rows.ts'
import { detailsChangesOf } from '../store/details-rows.ts'
import { beneficiaryEntry } from '../store/entry-columns.ts'
import type { PayoutRow } from '../store/payout-rows.ts'
import type { Reader } from '../store/store.ts'

/** A saved beneficiary in the version that a payout names. */
export type Named = Pick<PayoutRow, 'beneficiary_id' | 'beneficiary_version'>

/**
 * Where a payout has other identifying details than its beneficiary had in the version that it names: somebody typed them for this payout
 * alone. Nobody has changed the saved ones, so no other warning need tell of it.
 */
export async function onceWarnings(reader: Reader, written: Written, named: Named): Promise<readonly Issue[]> {
  const from = await savedDetails(reader, named)
  const to = detailsHash(reader, written.reading.request)
  if (from === undefined || from === to) return []
  return [issueOn('beneficiaryFirstName', 'details_once', { from, to })]
}

/** What names the details as they were saved; undefined where nobody knows that any more. */
async function savedDetails(reader: Reader, { beneficiary_id, beneficiary_version }: Named) {
  const row = await findBeneficiary(reader.db, beneficiary_id)
  if (row === undefined || row.erased_at !== null) return undefined
  // By the rules of today, as the payout is read by them too.
  if (row.version === beneficiary_version)
    return detailsHash(reader, readSaved(reader, beneficiaryEntry(reader, row), 'beneficiary').reading.request)
  const changes = await detailsChangesOf(reader.db, beneficiary_id)
  return changes.findLast(({ version }) => version <= beneficiary_version)?.details_hash
}
