import { type Issue, issueOn } from '#shared/api/issue.ts'
import { detailsHash } from '../entry/details.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import { nameKeyOf, payeeName } from '../search/search-terms.ts'
import { isIntact } from '../store/row-mac.ts'
import type { Reader } from '../store/store.ts'
import type { PayoutToAssess } from './facts.ts'

/**
 * Where a payout pays in the place of one to another person, country or currency: its `replaces` may name the wrong payout. The person is the same
 * by the saved beneficiary or by the name alone: documents are not compared, as the answer would give away whether a guess is right.
 */
export function replacedWarnings(
  reader: Reader,
  replaced: ReadonlyMap<string, PayoutRow>,
  { written, beneficiaryId, replacedId }: PayoutToAssess,
): readonly Issue[] {
  const before = replaced.get(replacedId ?? '')
  if (before === undefined) return []
  const { entry, reading } = written
  const isSamePerson =
    before.erased_at !== null ||
    before.beneficiary_id === beneficiaryId ||
    before.name_key === nameKeyOf(payeeName(entry, reader.fields))
  const isGenuine = isIntact(reader.encryption, 'payouts', before)
  const about = {
    payoutId: before.id,
    to: detailsHash(reader, reading.request),
    currency: entry.currencyCode,
  }
  if (!(isGenuine && isSamePerson))
    return [issueOn('beneficiaryFirstName', 'replaces_another', { ...about, what: 'person' })]
  if (before.country !== entry.country) return [issueOn('country', 'replaces_another', { ...about, what: 'country' })]
  if (before.currency_code !== entry.currencyCode)
    return [issueOn('currencyCode', 'replaces_another', { ...about, what: 'currency' })]
  return []
}
