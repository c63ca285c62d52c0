import type { Beneficiary, BeneficiarySearch, OneBeneficiary } from '#shared/api/beneficiary.ts'
import { remarkOn } from '#shared/api/fault.ts'
import { countryCodes, isCountryCode } from '#shared/rule-book/country-codes.ts'
import { Failure } from '../failure.ts'
import { readCursor, writeCursor } from '../page-cursor.ts'
import { findBeneficiary } from '../store/beneficiary-rows.ts'
import { searchBook } from '../store/beneficiary-search.ts'
import { detailsOfRow } from '../store/detail-columns.ts'
import { readSearchText } from '../store/search-text.ts'
import type { Store } from '../store/store.ts'
import { notInBook } from './book.ts'
import { paidElsewhereAt } from './book-warnings.ts'
import { presentBeneficiaries, presentBeneficiary } from './present.ts'

const usualLimit = 50

/**
 * One page of those who match, in the order of names. A cursor names the last one shown, so that a page neither repeats nor skips
 * anybody when the book grows meanwhile.
 * @throws Failure FIELDS_INVALID for a cursor that is none, or a country that nobody pays
 */
export async function searchBeneficiaries(
  store: Store,
  { text, country, status, cursor, limit = usualLimit }: BeneficiarySearch,
): Promise<{ readonly items: readonly Beneficiary[]; readonly nextCursor: string | null }> {
  if (country !== undefined && !isCountryCode(country)) throw unknownCountry(country)
  const after = readCursor(cursor)
  const rows = await searchBook(store.db, {
    text: readSearchText(store.sealing, text),
    country,
    status,
    after: after && { nameKey: after.key, id: after.id },
    limit: limit + 1,
  })
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    items: await presentBeneficiaries(store, page),
    nextCursor: last === undefined ? null : writeCursor(last.name_key, last.id),
  }
}

/** @throws Failure NOT_FOUND */
export async function findOne({ db, sealing }: Store, id: string): Promise<OneBeneficiary> {
  const row = await findBeneficiary(db, id)
  if (row === undefined) throw notInBook()
  const details = detailsOfRow(sealing, 'beneficiaries', row)
  const beneficiary = await presentBeneficiary(db, row, details)
  return { ...beneficiary, paidElsewhereAt: await paidElsewhereAt(db, sealing, details, id) }
}

function unknownCountry(given: string): Failure {
  const allowed = [...countryCodes]
  const detail = `“${given}” is not a country that can be paid. Use one of ${allowed.join(', ')}.`
  const fault = remarkOn('country', 'unknown_country', { given, allowed }, detail)
  return new Failure('FIELDS_INVALID', detail, { errors: [fault] })
}
