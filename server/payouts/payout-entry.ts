import { issueOn } from '#shared/api/issue.ts'
import type { PayoutWrite } from '#shared/api/payout.ts'
import type { Entry, RawEntry } from '#shared/payout/entry.ts'
import { isEmpty } from '#shared/payout/typed-value.ts'
import { requireCurrent } from '../beneficiaries/save-beneficiary.ts'
import { type BeneficiaryRow, findBeneficiaries, findBeneficiary } from '../entry/beneficiary-rows.ts'
import { detailsHash } from '../entry/details.ts'
import { beneficiariesWithDetails } from '../entry/details-rows.ts'
import { beneficiaryEntry, beneficiaryValues, payoutEntry, payoutValues } from '../entry/entry-columns.ts'
import { filledIn, secretsGiven, secretsRead } from '../entry/filled-in.ts'
import { type PayoutRow, payoutsByReference } from '../entry/payout-rows.ts'
import { type TypedValues, typedByNow } from '../entry/typed-by.ts'
import { type EntryWithReading, readUnfinished, readWritten, type TypedEntry } from '../entry/written-entry.ts'
import { breathe } from '../kernel/breathe.ts'
import { caught, Failure } from '../kernel/failure.ts'
import { payoutRowsOf } from '../payout-state/saved-payout.ts'
import type { Actor } from '../people/member.ts'
import { isIntact } from '../store/row-mac.ts'
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
  readonly write: Pick<PayoutWrite, 'entry' | 'beneficiary' | 'replaces'>
  /** The payout that is changed; undefined for a new one. */
  readonly row?: PayoutRow | undefined
  /** Whether a payout without a beneficiary pays the one who is saved with exactly its details; otherwise it makes a new one. */
  readonly isMatched?: boolean
}

/** A payout to save, read by the rules of today. */
export interface ReadPayout extends PayoutToSave {
  readonly written: FilledInEntry & TypedEntry
  /** The saved beneficiary that it pays, with their entry: as given, or found by its details. */
  readonly saved: NamedBeneficiary | undefined
}

interface NamedBeneficiary extends TypedValues {
  readonly beneficiary: NonNullable<PayoutWrite['beneficiary']>
}

/**
 * Reads what is to be saved: fields that are left out filled in from the saved beneficiary, a reference made where there is none.
 * @throws Failure FIELDS_INVALID, REFERENCE_TAKEN, and of the beneficiary NOT_FOUND, ERASED, VERSION_CONFLICT
 */
export async function readWrite(tx: Transaction, person: Actor, given: PayoutToSave): Promise<ReadPayout> {
  const [read] = await readWrites(tx, person, [given])
  if (read === undefined || read instanceof Failure) throw read ?? new Error('What is given is read.')
  return read
}

/** The same of many payouts: each as it was read, or its failure. */
export async function readWrites(
  tx: Transaction,
  person: Actor,
  given: readonly PayoutToSave[],
): Promise<readonly (ReadPayout | Failure)[]> {
  const named = given.flatMap(({ write }) => write.beneficiary?.id ?? [])
  const rows = new Map((await findBeneficiaries(tx.db, named)).map((row) => [row.id, row]))
  const replaced = await payoutRowsOf(
    tx,
    given.flatMap(({ write }) => write.replaces ?? []),
  )
  const isWithout = ({ write, row }: PayoutToSave) => row === undefined && isEmpty(write.entry.externalReference)
  const references = [...(await newReferences(tx, given.filter(isWithout).length))]
  const reads: (ReadPayout | Failure)[] = []
  for (const one of given) {
    const reference = (isWithout(one) ? references.pop() : undefined) ?? ''
    reads.push(
      caught((): ReadPayout => {
        const earlier = one.row ?? replaced.get(one.write.replaces ?? '')
        return readPayout(tx, person, one, savedPayee(tx, one.write, rows, earlier), reference)
      }),
    )
    await breathe()
  }
  const matched = await matchedReads(tx, person, reads)
  const holders = await payoutsByReference(
    tx,
    matched.flatMap((read) => (read instanceof Failure ? [] : read.written.entry.externalReference)),
  )
  return matched.map((read) => (read instanceof Failure ? read : caught(() => withOwnReference(read, holders))))
}

function readPayout(
  tx: Transaction,
  person: Actor,
  given: PayoutToSave,
  saved: NamedBeneficiary | undefined,
  newReference: string,
): ReadPayout {
  const { entry } = given.write
  const filled = saved === undefined ? entry : filledIn(tx, entry, saved.entry)
  const externalReference = isEmpty(filled.externalReference)
    ? (given.row?.external_reference ?? newReference)
    : filled.externalReference
  const written = readWritten(tx, { ...filled, externalReference }, undefined, secretsGiven(tx, filled, entry))
  const typedBy = typedByNow(tx.fields, written.entry, { personId: person.id, given: entry, before: saved })
  return { ...given, written: { ...written, secrets: secretsRead(tx, filled, entry, written), typedBy }, saved }
}

/**
 * Who is named. The copy that a payout keeps, the one that is changed or replaced, is the version that it names, also where the saved beneficiary
 * has gone on since.
 */
function savedPayee(
  tx: Transaction,
  { beneficiary }: PayoutToSave['write'],
  rows: ReadonlyMap<string, BeneficiaryRow>,
  earlier: PayoutRow | Failure | undefined,
): NamedBeneficiary | undefined {
  if (beneficiary === undefined) return undefined
  if (earlier instanceof Failure) throw earlier
  const own = earlier && beneficiaryOf(earlier)
  const isCopy = own?.id === beneficiary.id && own.version === beneficiary.version
  if (earlier !== undefined && isCopy && earlier.erased_at === null)
    return { beneficiary, ...payoutValues(tx, earlier) }
  return { beneficiary, ...beneficiaryValues(tx, requireCurrent(rows.get(beneficiary.id), beneficiary)) }
}

/** With whom is saved with exactly these details, where one is, of those that are to be matched. */
async function matchedReads(
  tx: Transaction,
  person: Actor,
  reads: readonly (ReadPayout | Failure)[],
): Promise<readonly (ReadPayout | Failure)[]> {
  const wanted = reads.flatMap((read) => (read instanceof Failure || !isToMatch(read) ? [] : matchHash(tx, read)))
  const rows = await beneficiariesWithDetails(tx.db, wanted)
  return reads.map((read) => {
    if (read instanceof Failure || !isToMatch(read)) return read
    const [row, ...others] = rows.get(matchHash(tx, read)) ?? []
    return row === undefined || others.length > 0 ? read : caught(() => matchedWith(tx, person, read, row))
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
export function matchedWith(tx: Transaction, person: Actor, read: ReadPayout, row: BeneficiaryRow): ReadPayout {
  const saved = {
    beneficiary: { id: row.id, version: row.version, once: true },
    ...beneficiaryValues(tx, row),
  }
  return readPayout(tx, person, read, saved, read.written.entry.externalReference)
}

/** @throws Failure REFERENCE_TAKEN when another payout has it */
export function withOwnReference(read: ReadPayout, holders: ReadonlyMap<string, string>): ReadPayout {
  const holder = holders.get(read.written.entry.externalReference)
  if (holder === undefined || holder === read.id) return read
  const error = issueOn('externalReference', 'reference_taken', { payoutId: holder })
  throw new Failure('REFERENCE_TAKEN', { errors: [{ within: 'entry', ...error }] })
}

/**
 * The same for what is still being entered, as far as it can be read: without a reference, and for the beneficiary as the payout keeps them that is
 * changed or replaced, else as saved now.
 * @throws Failure FIELDS_INVALID as readUnfinished does
 */
export async function readUnfinishedWrite(
  reader: Reader,
  entry: RawEntry,
  beneficiaryId: string | undefined,
  earlier: PayoutRow | undefined,
): Promise<FilledInEntry> {
  if (beneficiaryId === undefined) return unfinishedTo(reader, entry, undefined)
  const isKept = earlier?.beneficiary_id === beneficiaryId && earlier.erased_at === null
  if (isKept && isIntact(reader.encryption, 'payouts', earlier))
    return unfinishedTo(reader, entry, payoutEntry(reader, earlier))
  const row = await findBeneficiary(reader.db, beneficiaryId)
  return unfinishedTo(reader, entry, row?.erased_at === null ? beneficiaryEntry(reader, row) : undefined)
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
    return caught(() => {
      const saved = beneficiaryEntry(reader, payee)
      return { written: unfinishedTo(reader, entries[place] ?? {}, saved), payee }
    })
  })
}

function unfinishedTo(reader: Reader, entry: RawEntry, saved: Entry | undefined): FilledInEntry {
  const given = saved === undefined ? entry : filledIn(reader, entry, saved)
  const written = readUnfinished(reader, given)
  return { ...written, secrets: secretsRead(reader, given, entry, written) }
}
