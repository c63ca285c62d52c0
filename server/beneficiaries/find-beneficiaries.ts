import type { Beneficiary, BeneficiarySearch, OneBeneficiary } from '#shared/api/beneficiary.ts'
import { issueOn } from '#shared/api/issue.ts'
import { countryCodes, isCountryCode } from '#shared/rule-book/country-codes.ts'
import { Failure } from '../failure.ts'
import { readCursor, writeCursor } from '../page-cursor.ts'
import { findBeneficiary } from '../store/beneficiary-rows.ts'
import { findBeneficiaryRows } from '../store/beneficiary-search.ts'
import { detailsOfRow } from '../store/detail-columns.ts'
import { readSearchText } from '../store/search-text.ts'
import type { Store } from '../store/store.ts'
import { paidElsewhereAt } from './beneficiary-warnings.ts'
import { presentBeneficiaries, presentBeneficiary } from './present.ts'
import { noSuchBeneficiary } from './save-beneficiary.ts'

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
  const rows = await findBeneficiaryRows(store.db, {
    text: readSearchText(store.encryption, text),
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
export async function findOne({ db, encryption }: Store, id: string): Promise<OneBeneficiary> {
  const row = await findBeneficiary(db, id)
  if (row === undefined) throw noSuchBeneficiary()
  const details = detailsOfRow(encryption, 'beneficiaries', row)
  const beneficiary = await presentBeneficiary(db, row, details)
  return { ...beneficiary, paidElsewhereAt: await paidElsewhereAt(db, encryption, details, id) }
}

function unknownCountry(given: string): Failure {
  const allowed = [...countryCodes]
  const detail = `“${given}” is not a country that can be paid. Use one of ${allowed.join(', ')}.`
  const error = issueOn('country', 'unknown_country', { given, allowed }, detail)
  return new Failure('FIELDS_INVALID', detail, { errors: [error] })
}
