import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import type { Entry } from '#shared/payout/entry.ts'
import { onceForEach } from '../store/once-for-each.ts'
import type { Reader } from '../store/store.ts'
import { payeeKeysOf } from './payee-keys.ts'
import { lookOfWord, withoutFrames } from './plain-characters.ts'
import { payeeName, searchWords } from './search-terms.ts'

/** A payout, with the saved beneficiary that it pays. */
export interface PaidEntry {
  readonly written: { readonly entry: Entry; readonly reading: { readonly request: PayoutRequest } }
  /** Null while one who is new has errors. */
  readonly beneficiaryId: string | null
}

/**
 * The terms of whom a payout pays, by which sums to one payee are found: each destination, the document and the saved beneficiary; where it has
 * neither account nor document, the words of the name.
 */
export function payeeTerms(
  { encryption, fields }: Pick<Reader, 'encryption' | 'fields'>,
  { written: { entry, reading }, beneficiaryId }: PaidEntry,
): readonly string[] {
  const known = knownTerms({ encryption }, reading.request)
  const name = known.length > 0 ? [] : [term(encryption, nameKey(payeeName(entry, fields), reading.request.country))]
  return [...known, ...name, ...(beneficiaryId === null ? [] : [`b:${beneficiaryId}`])]
}

const knownTerms = onceForEach(({ encryption }, request): readonly string[] => {
  const { destinations, documents } = payeeKeysOf(request)
  return [...destinations, ...documents].map((key) => term(encryption, key))
})

function term(encryption: Reader['encryption'], key: string): string {
  return `b:${encryption.hash('payee', key)}`
}

/**
 * The same payout as the details that are compared with those of payments before: whom it pays by the document, or else by name and country,
 * and each destination.
 */
export function comparedTerms(
  { encryption, fields }: Pick<Reader, 'encryption' | 'fields'>,
  { written: { entry, reading } }: Pick<PaidEntry, 'written'>,
): { readonly documents: readonly string[]; readonly name: string; readonly destinations: readonly string[] } {
  const { destinations, documents } = payeeKeysOf(reading.request)
  return {
    documents: documents.map((key) => term(encryption, key)),
    name: term(encryption, nameKey(payeeName(entry, fields), reading.request.country)),
    // Without an account, the name is where it goes.
    destinations: (destinations.length > 0 ? destinations : ['none']).map((key) => term(encryption, key)),
  }
}

/** In whatever order and letters that look the same, however often, and with or without initials and numbers. */
function nameKey(name: string, country: unknown): string {
  const words = searchWords(withoutFrames(name))
  const long = words.filter((word) => word.length > 1 && /\p{L}/u.test(word))
  const looks = new Set((long.length > 0 ? long : words).map(lookOfWord))
  return JSON.stringify([country, 'name', ...[...looks].toSorted()])
}
