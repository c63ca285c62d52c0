import { randomInt } from 'node:crypto'
import { issueOn } from '#shared/api/issue.ts'
import type { PayoutWrite } from '#shared/api/payout.ts'
import { isCountryCode, methodIn, ruleBook } from '#shared/countries/rule-book.ts'
import { type Entry, filledFields, type RawEntry } from '#shared/payout/entry.ts'
import { fieldUses } from '#shared/payout/field-uses.ts'
import { upperCode } from '#shared/payout/read-code.ts'
import { isBlank, isEmpty, isTooLong } from '#shared/payout/typed-value.ts'
import { currentRow } from '../beneficiaries/save-beneficiary.ts'
import { readUnfinished, readWritten, type Written } from '../beneficiaries/written-entry.ts'
import { Failure } from '../failure.ts'
import { findBeneficiary } from '../store/beneficiary-rows.ts'
import { beneficiaryEntry, payoutEntry } from '../store/entry-columns.ts'
import { type PayoutRow, payoutByReference } from '../store/payout-rows.ts'
import type { Reader, Transaction } from '../store/store.ts'

/** The saved beneficiary that a payout was saved with. */
export function beneficiaryOf({ beneficiary_id, beneficiary_version }: PayoutRow) {
  return { id: beneficiary_id, version: beneficiary_version }
}

/** A payout as somebody wrote it. */
export interface WrittenPayout extends Written {
  /** Secret numbers that were filled in: the person was not shown them. */
  readonly secrets: readonly string[]
}

/**
 * Reads what is to be saved: fields that are left out filled in from the saved beneficiary, a reference made where there is none.
 * @param row the payout that is changed; undefined for a new one
 * @throws Failure FIELDS_INVALID, REFERENCE_TAKEN, and of the beneficiary NOT_FOUND, ERASED, VERSION_CONFLICT
 */
export async function readWrite(
  tx: Transaction,
  id: string,
  { entry, beneficiary }: Pick<PayoutWrite, 'entry' | 'beneficiary'>,
  row: PayoutRow | undefined,
): Promise<WrittenPayout> {
  const saved = beneficiary && (await savedEntryOf(tx, beneficiary, row))
  const given = saved === undefined ? entry : filledIn(tx, entry, saved)
  const externalReference = isEmpty(given.externalReference)
    ? (row?.external_reference ?? (await newReference(tx)))
    : given.externalReference
  const written = readWritten(tx, { ...given, externalReference }, undefined, secretsIn(tx, given, entry))
  await requireOwnReference(tx, written.entry.externalReference, id)
  return { ...written, secrets: secretsOf(tx, given, entry, written) }
}

/**
 * The same for what is still being entered, as far as it can be read: without a reference, and of whoever is saved by now.
 * @throws Failure FIELDS_INVALID as readUnfinished does
 */
export async function readUnfinishedWrite(
  reader: Reader,
  entry: RawEntry,
  beneficiaryId: string | undefined,
): Promise<WrittenPayout> {
  const row = beneficiaryId === undefined ? undefined : await findBeneficiary(reader.db, beneficiaryId)
  const isThere = row !== undefined && row.erased_at === null
  const given = isThere ? filledIn(reader, entry, beneficiaryEntry(reader, row)) : entry
  const written = readUnfinished(reader, given)
  return { ...written, secrets: secretsOf(reader, given, entry, written) }
}

function secretsOf(reader: Reader, given: RawEntry, typed: RawEntry, { reading }: Written): readonly string[] {
  return [...secretsIn(reader, given, typed), ...secretsIn(reader, given, typed, reading.request)]
}

/** The secret numbers that were filled in, or what `values` has of them. */
function secretsIn({ fields }: Reader, given: RawEntry, typed: RawEntry, values = given): readonly string[] {
  const hidden = Object.keys(given).filter((name) => fields[name]?.isSecret && !Object.hasOwn(typed, name))
  return hidden.map((name) => values[name]).filter((value) => typeof value === 'string')
}

/** The copy that a payout keeps is the version that it names, also where the saved beneficiary has gone on since. */
async function savedEntryOf(
  tx: Transaction,
  beneficiary: NonNullable<PayoutWrite['beneficiary']>,
  row?: PayoutRow,
): Promise<Entry> {
  const own = row && beneficiaryOf(row)
  if (row !== undefined && own?.id === beneficiary.id && own.version === beneficiary.version)
    return payoutEntry(tx, row)
  return beneficiaryEntry(tx, await currentRow(tx, beneficiary))
}

/**
 * The fields that an entry leaves out, from a saved beneficiary: of these what the country and the method of the entry ask for. In another
 * country a document or an account is another one, so that only what all countries share comes along.
 */
function filledIn({ fields }: Reader, given: RawEntry, saved: Entry): RawEntry {
  const code = typeof given.country === 'string' ? upperCode(given.country).value : saved.country
  if (!isCountryCode(code)) return given
  const isAbroad = code !== saved.country
  const isLeftOut = isBlank(given.method) && !isTooLong(given.method)
  const method = isAbroad || !isLeftOut ? given.method : saved.method
  const uses = fieldUses(ruleBook[code], methodIn(ruleBook[code], String(method)), fields)
  const filled = Object.entries(filledFields(saved)).filter(([name]) => {
    const field = fields[name]
    return field?.of === 'beneficiary' && uses[name]?.use === 'asked' && (!isAbroad || field.isShared === true)
  })
  return { ...Object.fromEntries(filled), ...given, ...(method !== undefined && { method }) }
}

/** Without 0 and O, 1, I and L, U and V, which are taken for each other. */
const letters = '23456789ABCDEFGHJKMNPQRSTWXYZ'

const length = 8

/** A reference of ours that no payout has, such as PD-7K3MX2QA. */
export async function newReference(reader: Reader): Promise<string> {
  for (;;) {
    const characters = Array.from({ length }, () => letters[randomInt(letters.length)])
    const reference = `PD-${characters.join('')}`
    if ((await payoutByReference(reader, reference)) === undefined) return reference
  }
}

/** Whether it has the form of those that the app makes; any other was typed, and may say anything. */
export function isOwnReference(reference: string): boolean {
  return ownReference.test(reference)
}

const ownReference = new RegExp(`^PD-[${letters}]{${length}}$`)

/** @throws Failure REFERENCE_TAKEN when another payout has it */
async function requireOwnReference(reader: Reader, reference: string, payoutId: string): Promise<void> {
  const holder = await otherWithReference(reader, reference, payoutId)
  if (holder === null) return
  const error = issueOn('externalReference', 'reference_taken', { payoutId: holder })
  throw new Failure('REFERENCE_TAKEN', { errors: [{ within: 'entry', ...error }] })
}

/** The id of the other payout that has a reference; null when there is none. */
export async function otherWithReference(
  reader: Reader,
  reference: string,
  payoutId: string | undefined,
): Promise<string | null> {
  const holder = await payoutByReference(reader, reference)
  return holder === undefined || holder === payoutId ? null : holder
}
