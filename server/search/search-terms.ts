import type { Kysely } from 'kysely'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { idPattern } from '#shared/api/texts.ts'
import { folded } from '#shared/banks/folded.ts'
import { destinationsOf } from '#shared/payout/destinations.ts'
import type { Entry } from '#shared/payout/entry.ts'
import type { FieldDefinition, FieldTable } from '#shared/payout/fields.ts'
import { clean, numberSteps, textSteps } from '#shared/rule-book/cleaning.ts'
import type { Encryption } from '../store/encryption/encryption.ts'
import { insertRows } from '../store/insert-rows.ts'
import { onceForEach } from '../store/once-for-each.ts'
import type { Tables } from '../store/schema.ts'
import type { Reader } from '../store/store.ts'
import { type SearchAmounts, searchAmounts } from './search-amounts.ts'

/*
 * Search terms: they are in a separate table, as the values that they represent are encrypted. schema.ts lists the kinds of terms.
 */

type SearchKind = Tables['search_terms']['kind']

/** The terms of the numbers of a request, or of its part: each whole and by its end, the document, and where the money goes. */
export function numberTerms(
  { encryption, fields }: Pick<Reader, 'encryption' | 'fields'>,
  request: PayoutRequest,
  part?: FieldDefinition['of'],
): readonly string[] {
  return [
    ...documentTerms(encryption, request),
    ...destinationTerms(encryption, request),
    ...searchedIn(fields, 'number', request, part).flatMap((value) => termsOfNumber(encryption, request, value)),
  ]
}

/** Of a number, whole and by its end. */
function termsOfNumber(encryption: Encryption, request: PayoutRequest, value: string): readonly string[] {
  const known = knownNumbers({ encryption }, request)
  const terms = known.get(value) ?? [
    wholeNumberTerm(encryption, value),
    ...(value.includes('@') ? [] : [lastFourTerm(encryption, value.slice(-4))]),
  ]
  known.set(value, terms)
  return terms
}

/** Of each request the terms of its numbers. */
const knownNumbers = onceForEach(() => new Map<string, readonly string[]>())

/** The terms of the references of a request. */
export function referenceTerms({ fields }: Pick<Reader, 'fields'>, request: PayoutRequest): readonly string[] {
  return searchedIn(fields, 'reference', request).map((value) => `r:${referenceKey(value)}`)
}

function searchedIn(
  fields: Reader['fields'],
  search: FieldDefinition['search'],
  request: PayoutRequest,
  part?: FieldDefinition['of'],
): readonly string[] {
  const searched = Object.entries(fields).filter(
    ([, field]) => field.search === search && field.of === (part ?? field.of),
  )
  return searched.map(([name]) => request[name]).filter(isNumber)
}

/** The interface's placeholder for a required field without a value is a hyphen. */
function isNumber(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value !== '-'
}

/** The term of the document of a request; none where it has none. */
export function documentTerms(encryption: Encryption, request: PayoutRequest): readonly string[] {
  return knownDocuments({ encryption }, request)
}

const knownDocuments = onceForEach(({ encryption }, { country, documentNumber }): readonly string[] =>
  isNumber(documentNumber) ? [documentTerm(encryption, String(country), documentNumber)] : [],
)

/** The term of a document number as the request has it: in another country the same number belongs to another person. */
export function documentTerm(encryption: Encryption, country: string, documentNumber: string): string {
  return `d:${encryption.hash('document', JSON.stringify([country, documentNumber]))}`
}

/** The terms of where the money of a request goes. */
export function destinationTerms(encryption: Encryption, request: PayoutRequest): readonly string[] {
  return knownDestinations({ encryption }, request)
}

const knownDestinations = onceForEach(({ encryption }, request): readonly string[] =>
  destinationsOf(request).map((destination) => `a:${encryption.hash('destination', destination)}`),
)

/** The search term for the saved beneficiary that an unfinished form is about; none for what is no id of ours. */
export function beneficiaryTerm(beneficiaryId: string): readonly string[] {
  return idPattern.test(beneficiaryId) ? [`i:${beneficiaryId}`] : []
}

/** The term of a whole number, however it is grouped. */
function wholeNumberTerm(encryption: Encryption, number: string): string {
  return `n:${encryption.hash('number', numberKey(number))}`
}

/** The term of the last four characters of a number. */
function lastFourTerm(encryption: Encryption, lastFour: string): string {
  return `t:${encryption.hash('last four', lastFour.toUpperCase())}`
}

/** What a search text asks for: all of the words, any of the terms, or the beginning of the reference. */
export interface SearchText {
  /** Beginnings of words, the longest first. */
  readonly words: readonly string[]
  /** Terms of a whole number or of last characters, where the text can be one. */
  readonly terms: readonly string[]
  /** Folded; empty where nothing is left of it. */
  readonly reference: string
  /** What it says as an amount. */
  readonly amounts: SearchAmounts
}

/** More than anyone types; each costs a separate search. */
const mostWords = 8

/** Reads what was typed to search; undefined where nothing was. */
export function readSearchText(encryption: Encryption, text: string | undefined): SearchText | undefined {
  const typed = text?.trim() ?? ''
  if (typed === '') return undefined
  const words = searchWords(typed).toSorted((a, b) => b.length - a.length)
  // "maria mar" asks nothing more than "maria".
  const needed = words.filter((word, i) => !words.slice(0, i).some((longer) => longer.startsWith(word)))
  return {
    words: needed.slice(0, mostWords),
    terms: [...wholeNumbersIn(encryption, typed), ...lastFourIn(encryption, typed)],
    reference: referenceKey(typed),
    amounts: searchAmounts(typed),
  }
}

/** A document, an account or a Pix key, which may be an e-mail address; pasted with its label or without. */
function wholeNumbersIn(encryption: Encryption, text: string): readonly string[] {
  // Such as PD-7K3MX2QA, or its beginning: a reference of ours.
  if (/^PD-/i.test(text)) return []
  const { value } = clean(text, numberSteps())
  return /[\d@]/.test(text) && numberKey(value) !== '' ? [wholeNumberTerm(encryption, value)] : []
}

/** The terms of each number that a text may name, whatever else it says: with its label, grouped, or among others. */
export function anyNumbersIn(encryption: Encryption, text: string): readonly string[] {
  const pieces = text.split(/[\s:;,/]+/).filter((piece) => /[\d@]/.test(piece))
  return [...pieces, pieces.join('')].flatMap((piece) => wholeNumbersIn(encryption, piece))
}

function lastFourIn(encryption: Encryption, text: string): readonly string[] {
  return /^[\p{L}\p{N}]{4}$/u.test(text) && /\d/.test(text) ? [lastFourTerm(encryption, text)] : []
}

/** What repeats the found row in each of its terms: its place in the order, and what lists are filtered by. */
interface IndexPlace {
  readonly sortKey: string
  readonly country: string
  readonly status: string
}

const noIndexPlace: IndexPlace = { sortKey: '', country: '', status: '' }

/** Makes these the terms of a thing, in place of all that it had. */
export async function replaceTerms(
  db: Kysely<Tables>,
  kind: SearchKind,
  id: string,
  terms: readonly string[],
  place: IndexPlace = noIndexPlace,
): Promise<void> {
  await db.deleteFrom('search_terms').where('kind', '=', kind).where('thing_id', '=', id).execute()
  await insertRows(db, 'search_terms', termRows(kind, id, terms, place))
}

/** The terms of a thing as rows. */
export function termRows(
  kind: SearchKind,
  id: string,
  terms: readonly string[],
  { sortKey, country, status }: IndexPlace = noIndexPlace,
): readonly Tables['search_terms'][] {
  return [...new Set(terms)].map((term) => ({ kind, term, sort_key: sortKey, thing_id: id, country, status }))
}

/** Puts all terms of a thing under another status. */
export async function setTermStatus(db: Kysely<Tables>, kind: SearchKind, id: string, status: string): Promise<void> {
  await db.updateTable('search_terms').set({ status }).where('kind', '=', kind).where('thing_id', '=', id).execute()
}

/** Longer ones are saved and compared by their beginning: an index of PostgreSQL takes no entry of over 2,700 bytes. */
const longestWord = 40
const longestNameKey = 400
const longestReference = 200

/** The words of a text as they are searched: without case, accents, marks and what cannot be seen. */
export function searchWords(text: string): readonly string[] {
  const words = searchable(text).split(' ')
  return [...new Set(words.filter((word) => word !== '').map((word) => beginning(word, longestWord)))]
}

/** A name folded, for the order of names. */
export function nameKeyOf(name: string): string {
  return beginning(searchable(name), longestNameKey)
}

/** The name of who is paid, as typed: all fields of it in their order. */
export function payeeName(entry: Entry, fields: FieldTable): string {
  const values: Readonly<Record<string, unknown>> = entry
  const names = Object.keys(fields).filter((name) => fields[name]?.search === 'name')
  return names
    .map((name) => values[name])
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' ')
    .trim()
}

/** A reference by which it is found: without case and spaces. */
function referenceKey(reference: string): string {
  return beginning(reference.toLowerCase().replace(/\s/gu, ''), longestReference)
}

/** A number by which it is found: only its digits and letters, however it is grouped. */
export function numberKey(number: string): string {
  return number.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()
}

/** The first letters of a text, never half of one. */
export function beginning(text: string, letters: number): string {
  return Array.from(text).slice(0, letters).join('')
}

/** A sigma is written differently at the end of a word, which the beginning of a longer word is not. */
function searchable(text: string): string {
  return folded(clean(text, textSteps).value).replaceAll('ς', 'σ')
}
