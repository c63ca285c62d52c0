import { canonicalJson } from '#shared/api/canonical-json.ts'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { identifyingIn } from '#shared/payout/fields.ts'
import { type RequestDifference, requestDifferences } from '#shared/payout/request-differences.ts'
import type { Actor } from '../people/member.ts'
import { onceForEach } from '../store/once-for-each.ts'
import type { Reader } from '../store/store.ts'
import type { DetailsChange } from './details-rows.ts'
import type { EntryRowReader } from './entry-columns.ts'
import type { EntryWithReading } from './written-entry.ts'

/*
 * The identifying details of a request: with whom it pays and where, as they are sent. However they were typed, equal ones are equal.
 */

/** A keyed hash that identifies details without revealing them. */
export const detailsHash = onceForEach(({ encryption, fields }: EntryRowReader, request) => {
  const named = identifyingIn(fields).flatMap((name) => {
    const { [name]: value } = request
    return value === undefined ? [] : [[name, value] as const]
  })
  return encryption.hash('details', canonicalJson(Object.fromEntries(named)))
})

/** The identifying fields in which two requests differ. */
export function detailsDifferences(
  { fields }: Pick<Reader, 'fields'>,
  before: PayoutRequest,
  now: PayoutRequest,
): readonly RequestDifference[] {
  const identifying = identifyingIn(fields)
  return requestDifferences(before, now, fields).filter(({ field }) => identifying.includes(field))
}

/** Who has changed which identifying details; undefined where these are as before. */
export function detailsChange(
  reader: Reader,
  person: Actor,
  { id, version }: Pick<DetailsChange, 'version'> & { readonly id: string },
  before: PayoutRequest,
  { reading: { request } }: Pick<EntryWithReading, 'reading'>,
): DetailsChange | undefined {
  const fields = detailsDifferences(reader, before, request).map(({ field }) => field)
  if (fields.length === 0) return undefined
  return {
    beneficiary_id: id,
    version,
    details_hash: detailsHash(reader, request),
    fields: JSON.stringify(fields),
    changed_by: person.id,
    changed_at: reader.now().toISOString(),
  }
}
