import { type Issue, issueOn } from '#shared/api/issue.ts'
import type { BeneficiaryRow } from '../entry/beneficiary-rows.ts'
import { detailsHash } from '../entry/details.ts'
import type { SavedDetails } from '../entry/details-rows.ts'
import { beneficiaryEntry } from '../entry/entry-columns.ts'
import { type EntryWithReading, readSaved } from '../entry/written-entry.ts'
import type { Reader } from '../store/store.ts'

/** A saved beneficiary in the version that a payout names. */
export interface BeneficiaryVersionColumns {
  readonly beneficiary_id: string
  readonly beneficiary_version: number
}

/** The saved beneficiaries that payouts name, and the history of their details. */
interface SavedBeneficiaries {
  readonly beneficiaries: ReadonlyMap<string, BeneficiaryRow>
  readonly details: SavedDetails
}

/**
 * Where a payout has other identifying details than its beneficiary had in the version that it names: they were typed for this payout
 * alone. The saved ones did not change, so no other warning reports it.
 */
export function onceWarnings(
  reader: Reader,
  saved: SavedBeneficiaries,
  written: EntryWithReading,
  named: BeneficiaryVersionColumns,
): readonly Issue[] {
  const from = savedDetails(reader, saved, named)
  const to = detailsHash(reader, written.reading.request)
  if (from === undefined || from === to) return []
  return [issueOn('beneficiaryFirstName', 'details_once', { from, to })]
}

/** The hash of the details as they were saved; undefined where they are no longer known. */
function savedDetails(
  reader: Reader,
  { beneficiaries, details }: SavedBeneficiaries,
  named: BeneficiaryVersionColumns,
): string | undefined {
  const { beneficiary_id, beneficiary_version } = named
  const row = beneficiaries.get(beneficiary_id)
  if (row === undefined || row.erased_at !== null) return undefined
  // By the rules of today, as the payout is read by them too.
  if (row.version === beneficiary_version)
    return detailsHash(reader, readSaved(reader, beneficiaryEntry(reader, row), 'beneficiary').reading.request)
  return details.changes(beneficiary_id).findLast(({ version }) => version <= beneficiary_version)?.details_hash
}
