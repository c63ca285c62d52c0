import { canonicalJson } from '#shared/api/canonical-json.ts'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { identifyingIn } from '#shared/payout/fields.ts'
import { type RequestDifference, requestDifferences } from '#shared/payout/request-differences.ts'
import type { Reader } from '../store/store.ts'

/*
 * The identifying details of a request: with whom it pays and where, as they are sent. However they were typed, equal ones are equal.
 */

/** What names identifying details: nobody can tell them by it. */
export function detailsHash({ encryption, fields }: Pick<Reader, 'encryption' | 'fields'>, request: PayoutRequest) {
  const named = identifyingIn(fields).flatMap((name) => {
    const { [name]: value } = request
    return value === undefined ? [] : [[name, value] as const]
  })
  return encryption.hash('details', canonicalJson(Object.fromEntries(named)))
}

/** The identifying fields in which two requests differ. */
export function detailsDifferences(
  { fields }: Pick<Reader, 'fields'>,
  before: PayoutRequest,
  now: PayoutRequest,
): readonly RequestDifference[] {
  const identifying = identifyingIn(fields)
  return requestDifferences(before, now, fields).filter(({ field }) => identifying.includes(field))
}
