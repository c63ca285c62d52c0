import { issueOn } from '#shared/api/issue.ts'
import type { PayoutWrite } from '#shared/api/payout.ts'
import { isCountryCode, methodIn, ruleBook } from '#shared/countries/rule-book.ts'
import { type Entry, filledFields, type RawEntry } from '#shared/payout/entry.ts'
import { fieldUses } from '#shared/payout/field-uses.ts'
import { upperCode } from '#shared/payout/read-code.ts'
import { isBlank, isEmpty, isTooLong } from '#shared/payout/typed-value.ts'
import { requireCurrent } from '../beneficiaries/save-beneficiary.ts'
import { type BeneficiaryRow, findBeneficiaries, findBeneficiary } from '../entry/beneficiary-rows.ts'
import { detailsHash } from '../entry/details.ts'
import { beneficiariesWithDetails } from '../entry/details-rows.ts'
import { beneficiaryEntry, payoutEntry } from '../entry/entry-columns.ts'
import { type PayoutRow, payoutsByReference } from '../entry/payout-rows.ts'
import { type EntryWithReading, readUnfinished, readWritten } from '../entry/written-entry.ts'
import { breathe } from '../kernel/breathe.ts'
import { caught, Failure } from '../kernel/failure.ts'
import type { Reader, Transaction } from '../store/store.ts'
import { newReferences } from './own-reference.ts'

/** The saved beneficiary that a payout was saved with. */
export function beneficiaryOf({ beneficiary_id, beneficiary_version }: PayoutRow) {
  return { id: beneficiary_id, version: beneficiary_version }
}

/** A payout's entry after blank fields were filled in. */
export interface FilledInEntry extends EntryWithReading {
  /** Secret numbers that were filled in: the person was not shown them. */
  readonly secrets: readonly string[]
}

/** What is to be saved as a payout. */
interface PayoutToSave {
  readonly id: string
  readonly write: Pick<PayoutWrite, 'entry' | 'beneficiary'>
  /** The payout that is changed; undefined for a new one. */
  readonly row?: PayoutRow | undefined
  /** Whether a payout without a beneficiary pays the one who is saved with exactly its details; otherwise it makes a new one. */
  readonly isMatched?: boolean
}

/** A payout to save, read by the rules of today. */
export interface ReadPayout extends PayoutToSave {
  readonly written: FilledInEntry
  /** The saved beneficiary that it pays, with their entry: as given, or found by its details. */
  readonly saved: NamedBeneficiary | undefined
}

interface NamedBeneficiary {
  readonly beneficiary: NonNullable<PayoutWrite['beneficiary']>
  readonly entry: Entry
}

/**
 * Reads what is to be saved: fields that are left out filled in from the saved beneficiary, a reference made where there is none.
 * @throws Failure FIELDS_INVALID, REFERENCE_TAKEN, and of the beneficiary NOT_FOUND, ERASED, VERSION_CONFLICT
 */
export async function readWrite(tx: Transaction, given: PayoutToSave): Promise<ReadPayout> {
  const [read] = await readWrites(tx, [given])
  if (read === undefined || read instanceof Failure) throw read ?? new Error('What is given is read.')
  return read
}

/** The same of many payouts: each as it was read, or its failure. */
export async function readWrites(
  tx: Transaction,
  given: readonly PayoutToSave[],
): Promise<readonly (ReadPayout | Failure)[]> {
  const named = given.flatMap(({ write }) => write.beneficiary?.id ?? [])
  const rows = new Map((await findBeneficiaries(tx.db, named)).map((row) => [row.id, row]))
  const isWithout = ({ write, row }: PayoutToSave) => row === undefined && isEmpty(write.entry.externalReference)
  const references = [...(await newReferences(tx, given.filter(isWithout).length))]
  const reads: (ReadPayout | Failure)[] = []
  for (const one of given) {
    const reference = (isWithout(one) ? references.pop() : undefined) ?? ''
    reads.push(caught((): ReadPayout => readPayout(tx, one, savedPayee(tx, one, rows), reference)))
    await breathe()
  }
  const matched = await matchedReads(tx, reads)
  const holders = await payoutsByReference(
    tx,
    matched.flatMap((read) => (read instanceof Failure ? [] : read.written.entry.externalReference)),
  )
  return matched.map((read) => (read instanceof Failure ? read : caught(() => withOwnReference(read, holders))))
}

function readPayout(
  tx: Transaction,
  given: PayoutToSave,
  saved: NamedBeneficiary | undefined,
  newReference: string,
): ReadPayout {
  const { entry } = given.write
  const filled = saved === undefined ? entry : filledIn(tx, entry, saved.entry)
  const externalReference = isEmpty(filled.externalReference)
    ? (given.row?.external_reference ?? newReference)
    : filled.externalReference
  const written = readWritten(tx, { ...filled, externalReference }, undefined, secretsIn(tx, filled, entry))
  return { ...given, written: { ...written, secrets: secretsOf(tx, filled, entry, written) }, saved }
}

/** Who is named. The copy that a payout keeps is the version that it names, also where the saved beneficiary has gone on since. */
function savedPayee(
  tx: Transaction,
  { write: { beneficiary }, row }: PayoutToSave,
  rows: ReadonlyMap<string, BeneficiaryRow>,
): NamedBeneficiary | undefined {
  if (beneficiary === undefined) return undefined
  const own = row && beneficiaryOf(row)
  if (row !== undefined && own?.id === beneficiary.id && own.version === beneficiary.version)
    return { beneficiary, entry: payoutEntry(tx, row) }
  return { beneficiary, entry: beneficiaryEntry(tx, requireCurrent(rows.get(beneficiary.id), beneficiary)) }
}

/** With whom is saved with exactly these details, where one is, of those that are to be matched. */
async function matchedReads(
  tx: Transaction,
  reads: readonly (ReadPayout | Failure)[],
): Promise<readonly (ReadPayout | Failure)[]> {
  const wanted = reads.flatMap((read) => (read instanceof Failure || !isToMatch(read) ? [] : matchHash(tx, read)))
  const rows = await beneficiariesWithDetails(tx.db, wanted)
  return reads.map((read) => {
    if (read instanceof Failure || !isToMatch(read)) return read
    const [row, ...others] = rows.get(matchHash(tx, read)) ?? []
    return row === undefined || others.length > 0 ? read : caught(() => matchedWith(tx, read, row))
  })
}

/** Whether its beneficiary is still to be found by its details. */
export function isToMatch({ isMatched = false, saved }: Pick<ReadPayout, 'isMatched' | 'saved'>): boolean {
  return isMatched && saved === undefined
}

export function matchHash(tx: Transaction, { written }: Pick<ReadPayout, 'written'>): string {
  return detailsHash(tx, written.reading.request)
}

/** Read once more as paying a saved beneficiary, who is left as they are. */
export function matchedWith(tx: Transaction, read: ReadPayout, row: BeneficiaryRow): ReadPayout {
  const saved = {
    beneficiary: { id: row.id, version: row.version, once: true },
    entry: beneficiaryEntry(tx, row),
  }
  return readPayout(tx, read, saved, read.written.entry.externalReference)
}

/** @throws Failure REFERENCE_TAKEN when another payout has it */
export function withOwnReference(read: ReadPayout, holders: ReadonlyMap<string, string>): ReadPayout {
  const holder = holders.get(read.written.entry.externalReference)
  if (holder === undefined || holder === read.id) return read
  const error = issueOn('externalReference', 'reference_taken', { payoutId: holder })
  throw new Failure('REFERENCE_TAKEN', { errors: [{ within: 'entry', ...error }] })
}

/**
 * The same for what is still being entered, as far as it can be read: without a reference, and for the beneficiary as saved now.
 * @throws Failure FIELDS_INVALID as readUnfinished does
 */
export async function readUnfinishedWrite(
  reader: Reader,
  entry: RawEntry,
  beneficiaryId: string | undefined,
): Promise<FilledInEntry> {
  const row = beneficiaryId === undefined ? undefined : await findBeneficiary(reader.db, beneficiaryId)
  return unfinishedTo(reader, entry, row)
}

/** An unfinished payout with who is saved with exactly its details; why not, for what no form holds. */
export interface UnfinishedPayout {
  readonly written: FilledInEntry
  readonly payee: BeneficiaryRow | undefined
}

/** The same of rows of a batch that are being corrected. */
export async function readUnfinishedRows(
  reader: Reader,
  entries: readonly RawEntry[],
): Promise<readonly (UnfinishedPayout | Failure)[]> {
  const read = entries.map((entry) => caught(() => unfinishedTo(reader, entry, undefined)))
  const hashOf = ({ reading: { errors, request } }: EntryWithReading) =>
    errors.length > 0 ? [] : [detailsHash(reader, request)]
  const hashes = read.flatMap((written) => (written instanceof Failure ? [] : hashOf(written)))
  const rows = await beneficiariesWithDetails(reader.db, hashes)
  return read.map((written, place) => {
    if (written instanceof Failure) return written
    const [payee, ...others] = hashOf(written).flatMap((hash) => rows.get(hash) ?? [])
    if (payee === undefined || others.length > 0) return { written, payee: undefined }
    return caught(() => ({ written: unfinishedTo(reader, entries[place] ?? {}, payee), payee }))
  })
}

function unfinishedTo(reader: Reader, entry: RawEntry, row: BeneficiaryRow | undefined): FilledInEntry {
  const isThere = row !== undefined && row.erased_at === null
  const given = isThere ? filledIn(reader, entry, beneficiaryEntry(reader, row)) : entry
  const written = readUnfinished(reader, given)
  return { ...written, secrets: secretsOf(reader, given, entry, written) }
}

function secretsOf(reader: Reader, given: RawEntry, typed: RawEntry, { reading }: EntryWithReading): readonly string[] {
  return [...secretsIn(reader, given, typed), ...secretsIn(reader, given, typed, reading.request)]
}

/** The secret numbers that were filled in, or what `values` has of them. */
function secretsIn({ fields }: Reader, given: RawEntry, typed: RawEntry, values = given): readonly string[] {
  const hidden = Object.keys(given).filter((name) => fields[name]?.isSecret && !Object.hasOwn(typed, name))
  return hidden.map((name) => values[name]).filter((value) => typeof value === 'string')
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
