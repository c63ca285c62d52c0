import type * as z from 'zod/mini'
import type { Beneficiary, BeneficiarySearch, OneBeneficiary, revealedSchema } from '#shared/api/beneficiary.ts'
import { issueOn } from '#shared/api/issue.ts'
import { countryCodes, isCountryCode } from '#shared/countries/rule-book.ts'
import { type Entry, filledFields } from '#shared/payout/entry.ts'
import { type BeneficiaryRow, findBeneficiary, findBeneficiaryRows } from '../entry/beneficiary-rows.ts'
import { beneficiaryEntry } from '../entry/entry-columns.ts'
import { maskedOf } from '../entry/masked.ts'
import { readSaved } from '../entry/written-entry.ts'
import { Failure } from '../kernel/failure.ts'
import { readCursor, writeCursor } from '../kernel/page-cursor.ts'
import { detailsWarnings } from '../payout-state/details-warnings.ts'
import { personNames } from '../people/people-rows.ts'
import { type Asker, requireReveal } from '../people/permitted.ts'
import { warningOnWire } from '../problems/english-texts.ts'
import { payeeName, readSearchText } from '../search/search-terms.ts'
import type { Reader, Store } from '../store/store.ts'
import { noSuchBeneficiary } from './save-beneficiary.ts'

const usualLimit = 50

/**
 * One page of those who match, in the order of names. A cursor names the last one shown, so that a page neither repeats nor skips
 * anyone when others are saved meanwhile.
 * @throws Failure FIELDS_INVALID for an invalid cursor, or a country without payouts
 */
export async function searchBeneficiaries(
  reader: Reader,
  { text, country, status, cursor, limit = usualLimit }: BeneficiarySearch,
): Promise<{ readonly items: readonly Beneficiary[]; readonly nextCursor: string | null }> {
  if (country !== undefined && !isCountryCode(country)) throw unknownCountry(country)
  const after = readCursor(cursor)
  const rows = await findBeneficiaryRows(reader.db, {
    text: readSearchText(reader.encryption, text),
    country,
    status,
    after: after && { nameKey: after.key, id: after.id },
    limit: limit + 1,
  })
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  const shown = await presenting(reader, page)
  return {
    items: page.map((row) => shown(row, beneficiaryEntry(reader, row))),
    nextCursor: last === undefined ? null : writeCursor(last.name_key, last.id),
  }
}

/** @throws Failure NOT_FOUND */
export async function findOne(reader: Reader, id: string): Promise<OneBeneficiary> {
  const row = await findBeneficiary(reader.db, id)
  if (row === undefined) throw noSuchBeneficiary()
  const entry = beneficiaryEntry(reader, row)
  return {
    ...(await presentBeneficiary(reader, row, entry)),
    detailsChanged:
      row.erased_at === null
        ? (await detailsWarnings(reader, readSaved(reader, entry, 'beneficiary'), id)).map(warningOnWire)
        : [],
  }
}

/**
 * Everything of a beneficiary in clear. It is audited before it is shown.
 * @throws Failure NOT_FOUND, ERASED
 */
export function revealBeneficiary(
  store: Store,
  asker: Asker,
  id: string,
  purpose: string,
): Promise<z.input<typeof revealedSchema>> {
  return store.write(async (tx) => {
    const row = await findBeneficiary(tx.db, id)
    if (row === undefined) throw noSuchBeneficiary()
    if (row.erased_at !== null) throw new Failure('ERASED', { params: { what: 'beneficiary' } })
    requireReveal(asker, [row.created_by, row.updated_by], tx.now())
    const { version } = row
    const thing = { type: 'beneficiary', id } as const
    await tx.audit({ personId: asker.person.id, action: 'beneficiary.revealed', thing, facts: { purpose, version } })
    return { version, entry: filledFields(beneficiaryEntry(tx, row)) }
  })
}

/** Replaces an erased name. */
export const erasedName = 'Erased'

/** One row as lists and screens show it, for who has decrypted its entry already. */
export async function presentBeneficiary(reader: Reader, row: BeneficiaryRow, entry: Entry): Promise<Beneficiary> {
  return (await presenting(reader, [row]))(row, entry)
}

async function presenting(
  { db, fields }: Reader,
  rows: readonly BeneficiaryRow[],
): Promise<(row: BeneficiaryRow, entry: Entry) => Beneficiary> {
  const personOf = await personNames(
    db,
    rows.flatMap(({ created_by, updated_by }) => [created_by, updated_by]),
  )
  return (row, entry) => ({
    id: row.id,
    version: row.version,
    status: row.status,
    name: row.erased_at === null ? payeeName(entry, fields) : erasedName,
    country: row.country,
    method: row.method,
    beneficiaryType: entry.beneficiaryType,
    documentType: entry.documentType,
    bankName: entry.bankName,
    payoutAccountTypeCode: entry.payoutAccountTypeCode,
    city: entry.city,
    masked: maskedOf(entry, fields),
    createdAt: row.created_at,
    createdBy: personOf(row.created_by),
    updatedAt: row.updated_at,
    updatedBy: personOf(row.updated_by),
    lastPayoutAt: row.last_payout_at,
    erasedAt: row.erased_at,
  })
}

function unknownCountry(given: string): Failure {
  const allowed = [...countryCodes]
  const error = issueOn('country', 'unknown_country', { given, allowed })
  return new Failure('FIELDS_INVALID', { errors: [error] })
}
