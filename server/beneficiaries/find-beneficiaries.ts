import type * as z from 'zod/mini'
import type {
  Beneficiary,
  BeneficiarySearch,
  beneficiaryFormSchema,
  OneBeneficiary,
  revealedSchema,
} from '#shared/api/beneficiary.ts'
import { issueOn } from '#shared/api/issue.ts'
import { countryCodes, isCountryCode } from '#shared/countries/rule-book.ts'
import type { Entry } from '#shared/payout/entry.ts'
import { type BeneficiaryRow, findBeneficiary, findBeneficiaryRows } from '../entry/beneficiary-rows.ts'
import { beneficiaryEntry, beneficiaryValues } from '../entry/entry-columns.ts'
import { beneficiariesByExternalId, externalIdOf } from '../entry/external-ids.ts'
import { maskedOf } from '../entry/masked.ts'
import { hiddenEntry, revealableTo, revealedTo } from '../entry/revealed.ts'
import { readSaved } from '../entry/written-entry.ts'
import { caught, Failure } from '../kernel/failure.ts'
import { readCursor, writeCursor } from '../kernel/page-cursor.ts'
import { detailsWarnings } from '../payout-state/details-warnings.ts'
import type { Actor } from '../people/member.ts'
import { personNames } from '../people/people-rows.ts'
import { samplePeople } from '../people/sample-people.ts'
import { unbelievedName, warningOnWire } from '../problems/english-texts.ts'
import { payeeName, readSearchText } from '../search/search-terms.ts'
import type { Reader, Transaction } from '../store/store.ts'
import { noSuchBeneficiary } from './save-beneficiary.ts'

const usualLimit = 50

/**
 * One page of those who match, in the order of names. A cursor names the last one shown, so that a page neither repeats nor skips
 * anyone when others are saved meanwhile. A row that was changed past the app says so, and hides no other.
 * @throws Failure FIELDS_INVALID for an invalid cursor, or a country without payouts
 */
export async function searchBeneficiaries(
  reader: Reader,
  { text, country, status, samples, cursor, limit = usualLimit }: BeneficiarySearch,
): Promise<{ readonly items: readonly Beneficiary[]; readonly nextCursor: string | null }> {
  if (country !== undefined && !isCountryCode(country)) throw unknownCountry(country)
  const after = readCursor('beneficiaries', cursor)
  const rows = await findBeneficiaryRows(reader.db, {
    text: readSearchText(reader.encryption, text),
    country,
    status,
    notEnteredBy: samples === false ? await samplePeople(reader) : undefined,
    after: after && { nameKey: after.key, id: after.id },
    limit: limit + 1,
  })
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  const shown = await presenting(reader, page)
  return {
    items: page.map((row) => {
      const item = caught(() => shown(row, beneficiaryEntry(reader, row)))
      return item instanceof Failure ? shown(row, undefined) : item
    }),
    nextCursor: last === undefined ? null : writeCursor('beneficiaries', last.name_key, last.id),
  }
}

/** The one beneficiary that has an id of the merchant's own system, if there is one. */
export async function findByExternalId(reader: Reader, externalId: string): Promise<readonly Beneficiary[]> {
  const rows = [...(await beneficiariesByExternalId(reader, [externalId])).values()]
  const shown = await presenting(reader, rows)
  return rows.map((row) => shown(row, beneficiaryEntry(reader, row)))
}

/** @throws Failure NOT_FOUND */
export async function findOne(reader: Reader, person: Actor, id: string): Promise<OneBeneficiary> {
  const row = await findBeneficiary(reader.db, id)
  if (row === undefined) throw noSuchBeneficiary()
  const values = beneficiaryValues(reader, row)
  const { entry } = values
  return {
    ...(await presentBeneficiary(reader, row, entry)),
    detailsChanged:
      row.erased_at === null
        ? (await detailsWarnings(reader, readSaved(reader, entry, 'beneficiary'), id)).map(warningOnWire)
        : [],
    revealable: revealableTo(person, values, reader),
  }
}

/**
 * A beneficiary in clear, as far as the person may see it so. It is audited before it is shown.
 * @throws Failure NOT_FOUND, ERASED, NOT_PERMITTED
 */
export async function revealBeneficiary(
  tx: Transaction,
  person: Actor,
  id: string,
  purpose: string,
): Promise<z.input<typeof revealedSchema>> {
  const row = await notErased(tx, id)
  const { version } = row
  const { entry, masked, fields } = revealedTo(person, beneficiaryValues(tx, row), tx)
  const thing = { type: 'beneficiary', id } as const
  await tx.audit({ personId: person.id, action: 'beneficiary.revealed', thing, facts: { purpose, version, fields } })
  return { version, entry, masked }
}

/**
 * What the form of an edit begins with.
 * @throws Failure NOT_FOUND, ERASED
 */
export async function beneficiaryForm(reader: Reader, id: string): Promise<z.input<typeof beneficiaryFormSchema>> {
  const row = await notErased(reader, id)
  return { version: row.version, ...hiddenEntry(beneficiaryValues(reader, row), reader) }
}

async function notErased(reader: Reader, id: string): Promise<BeneficiaryRow> {
  const row = await findBeneficiary(reader.db, id)
  if (row === undefined) throw noSuchBeneficiary()
  if (row.erased_at !== null) throw new Failure('ERASED', { params: { what: 'beneficiary' } })
  return row
}

/** Replaces an erased name. */
export const erasedName = 'Erased'

/** One row as lists and screens show it, for who has decrypted its entry already. */
export async function presentBeneficiary(reader: Reader, row: BeneficiaryRow, entry: Entry): Promise<Beneficiary> {
  return (await presenting(reader, [row]))(row, entry)
}

async function presenting(
  { db, encryption, fields }: Reader,
  rows: readonly BeneficiaryRow[],
): Promise<(row: BeneficiaryRow, entry: Entry | undefined) => Beneficiary> {
  const personOf = await personNames(
    db,
    rows.flatMap(({ created_by, updated_by }) => [created_by, updated_by]),
  )
  const ofEntry = (row: BeneficiaryRow, entry: Entry) => ({
    name: row.erased_at === null ? payeeName(entry, fields) : erasedName,
    beneficiaryType: entry.beneficiaryType,
    documentType: entry.documentType,
    bankName: entry.bankName,
    payoutAccountTypeCode: entry.payoutAccountTypeCode,
    city: entry.city,
    masked: maskedOf(entry, fields),
    externalId: externalIdOf({ encryption }, row),
    tampered: null,
  })
  return (row, entry) => ({
    id: row.id,
    version: row.version,
    status: row.status,
    country: row.country,
    method: row.method,
    ...(entry === undefined ? unbelieved : ofEntry(row, entry)),
    createdAt: row.created_at,
    createdBy: personOf(row.created_by),
    updatedAt: row.updated_at,
    updatedBy: personOf(row.updated_by),
    lastPayoutAt: row.last_payout_at,
    erasedAt: row.erased_at,
  })
}

/** What is shown in place of an entry that was changed past the app. */
const unbelieved = {
  ...unbelievedName,
  beneficiaryType: '',
  documentType: '',
  bankName: '',
  payoutAccountTypeCode: '',
  city: '',
  masked: {},
  externalId: null,
} satisfies Partial<Beneficiary>

function unknownCountry(given: string): Failure {
  const allowed = [...countryCodes]
  const error = issueOn('country', 'unknown_country', { given, allowed })
  return new Failure('FIELDS_INVALID', { errors: [error] })
}
