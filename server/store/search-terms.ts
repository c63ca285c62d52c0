import type { Kysely } from 'kysely'
import type { Details } from '#shared/api/details.ts'
import { idPattern } from '#shared/api/id-text.ts'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { destinationsOf } from '#shared/payout/destinations.ts'
import type { Encryption } from './encryption.ts'
import type { Tables } from './schema.ts'
import { nameOf, searchWords } from './search-words.ts'

export type SearchKind = Tables['search_terms']['kind']

/** What repeats the found row in each of its terms: its place in the order, and what lists are filtered by. */
export interface IndexPlace {
  readonly sortKey: string
  readonly country: string
  readonly status: string
}

const noIndexPlace: IndexPlace = { sortKey: '', country: '', status: '' }

/** What a payout to these details is found by; `request` is what they are read as. */
export function detailTerms(encryption: Encryption, details: Details, request: PayoutRequest): readonly string[] {
  return [...searchWords(nameOf(details)).map((word) => `w:${word}`), ...numberTerms(encryption, request)]
}

/** The terms of the numbers of a request: the document, where money goes, and the last four characters of each. */
export function numberTerms(encryption: Encryption, request: PayoutRequest): readonly string[] {
  const { country, documentNumber, accountNumber, recipientPixKey } = request
  return [
    ...(isNumber(documentNumber) ? [documentTerm(encryption, String(country), documentNumber)] : []),
    ...destinationTerms(encryption, request),
    ...[documentNumber, accountNumber, recipientPixKey].flatMap((value) =>
      isNumber(value) && !value.includes('@') ? [lastFourTerm(encryption, value.slice(-4))] : [],
    ),
  ]
}

/** The term of a document number as the request has it. */
export function documentTerm(encryption: Encryption, country: string, documentNumber: string): string {
  return `d:${encryption.hash('document', JSON.stringify([country, documentNumber]))}`
}

/** The terms of where the money of a request goes. */
export function destinationTerms(encryption: Encryption, request: PayoutRequest): readonly string[] {
  return destinationsOf(request).map((destination) => `a:${encryption.hash('destination', destination)}`)
}

/** The term of whom of the book an unfinished form is about; none for what is no id of ours. */
export function beneficiaryTerm(beneficiaryId: string): readonly string[] {
  return idPattern.test(beneficiaryId) ? [`i:${beneficiaryId}`] : []
}

/** The term of the last four characters of a document, an account or a Pix key. */
export function lastFourTerm(encryption: Encryption, lastFour: string): string {
  return `t:${encryption.hash('last four', lastFour.toUpperCase())}`
}

/** Makes these the terms of a thing, in place of all that it had. */
export async function replaceTerms(
  db: Kysely<Tables>,
  kind: SearchKind,
  id: string,
  terms: readonly string[],
  { sortKey, country, status }: IndexPlace = noIndexPlace,
): Promise<void> {
  await db.deleteFrom('search_terms').where('kind', '=', kind).where('thing_id', '=', id).execute()
  const rows = [...new Set(terms)].map((term) => ({ kind, term, sort_key: sortKey, thing_id: id, country, status }))
  // In pieces: SQLite takes so many values in one statement.
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await db
      .insertInto('search_terms')
      .values(rows.slice(from, from + rowsAtOnce))
      .execute()
  }
}

const rowsAtOnce = 500

/** Puts all terms of a thing under another status. */
export async function setTermStatus(db: Kysely<Tables>, kind: SearchKind, id: string, status: string): Promise<void> {
  await db.updateTable('search_terms').set({ status }).where('kind', '=', kind).where('thing_id', '=', id).execute()
}

/** A hyphen stands where the interface wants a field that holds nothing. */
function isNumber(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value !== '-'
}
