import { type Issue, issueOn } from '#shared/api/issue.ts'
import { detailsHash } from '../beneficiaries/details.ts'
import { readSaved, type Written } from '../beneficiaries/written-entry.ts'
import type { BeneficiaryRow } from '../store/beneficiary-rows.ts'
import type { SavedDetails } from '../store/details-rows.ts'
import { beneficiaryEntry } from '../store/entry-columns.ts'
import type { PayoutRow } from '../store/payout-rows.ts'
import type { Reader } from '../store/store.ts'

/** A saved beneficiary in the version that a payout names. */
export type Named = Pick<PayoutRow, 'beneficiary_id' | 'beneficiary_version'>

/** The saved beneficiaries that payouts name, and how they came to their details. */
interface Saved {
  readonly beneficiaries: ReadonlyMap<string, BeneficiaryRow>
  readonly details: SavedDetails
}

/**
 * Where a payout has other identifying details than its beneficiary had in the version that it names: somebody typed them for this payout
 * alone. Nobody has changed the saved ones, so no other warning need tell of it.
 */
export function onceWarnings(reader: Reader, saved: Saved, written: Written, named: Named): readonly Issue[] {
  const from = savedDetails(reader, saved, named)
  const to = detailsHash(reader, written.reading.request)
  if (from === undefined || from === to) return []
  return [issueOn('beneficiaryFirstName', 'details_once', { from, to })]
}

/** What names the details as they were saved; undefined where nobody knows that any more. */
function savedDetails(reader: Reader, { beneficiaries, details }: Saved, named: Named): string | undefined {
  const { beneficiary_id, beneficiary_version } = named
  const row = beneficiaries.get(beneficiary_id)
  if (row === undefined || row.erased_at !== null) return undefined
  // By the rules of today, as the payout is read by them too.
  if (row.version === beneficiary_version)
    return detailsHash(reader, readSaved(reader, beneficiaryEntry(reader, row), 'beneficiary').reading.request)
  return details.changes(beneficiary_id).findLast(({ version }) => version <= beneficiary_version)?.details_hash
}
