import { randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import type { DecidedDamage } from '#shared/api/damage.ts'
import type { namedBeneficiarySchema, paidBeneficiarySchema } from '#shared/api/entry.ts'
import { issueOn } from '#shared/api/issue.ts'
import type { PayoutWrite } from '#shared/api/payout.ts'
import type { RawEntry } from '#shared/payout/entry.ts'
import { isEmpty } from '#shared/payout/typed-value.ts'
import { noSuchBeneficiary, requireCurrent } from '../beneficiaries/save-beneficiary.ts'
import { type BeneficiaryRow, findBeneficiaries } from '../entry/beneficiary-rows.ts'
import { detailsHash } from '../entry/details.ts'
import { beneficiariesWithDetails } from '../entry/details-rows.ts'
import { beneficiaryValues, type DecidedValue, payoutValues } from '../entry/entry-columns.ts'
import { beneficiariesByExternalId } from '../entry/external-ids.ts'
import { type FilledInEntry, readFilledIn } from '../entry/filled-in.ts'
import { beneficiaryOf, type PayoutRow, payoutsByReference } from '../entry/payout-rows.ts'
import type { TypedValues } from '../entry/typed-by.ts'
import type { EntryWithReading, TypedEntry } from '../entry/written-entry.ts'
import { breathe } from '../kernel/breathe.ts'
import { caught, Failure } from '../kernel/failure.ts'
import { payoutRowsOf } from '../payout-state/saved-payout.ts'
import type { Actor } from '../people/member.ts'
import type { Reader, Transaction } from '../store/store.ts'
import { newReferences } from './own-reference.ts'

/* The first two steps of saving payouts: each is read by the rules of today, and who is saved already among those whom they pay is found. */

/** What is to be saved as a payout. */
export interface PayoutToSave {
  readonly write: Pick<
    PayoutWrite,
    'entry' | 'unreadAmount' | 'beneficiary' | 'confirmed' | 'submit' | 'draft' | 'replaces'
  >
  /** The payout that it changes; left out for a new one. */
  readonly row?: PayoutRow
  /** The row of a batch, with a hash of its content. Unless it names a beneficiary, it pays the one who is saved with exactly its details. */
  readonly ofBatch?: {
    readonly id: string
    readonly row: number
    readonly hash: string
    readonly decided?: readonly DecidedDamage[] | undefined
    /** Whether it is saved with errors and unconfirmed warnings too, as a payout by itself is. */
    readonly withErrors: boolean
  }
}

/** A payout to save, read by the rules of today. */
export interface ReadPayout extends PayoutToSave {
  readonly id: string
  readonly written: FilledInEntry & TypedEntry
  /** The saved beneficiary that it pays, with their entry: as given, or found by its details. */
  readonly saved: NamedBeneficiary | undefined
}

interface NamedBeneficiary extends TypedValues {
  readonly beneficiary: z.infer<typeof paidBeneficiarySchema>
  /** The payout whose copy of the beneficiary it is: the one that is changed or replaced. */
  readonly copied?: PayoutRow
}

/** Payouts that are saved together. */
export interface ReadPayouts {
  readonly reads: readonly (ReadPayout | Failure)[]
  /**
   * A payout after those before it were saved: it pays the beneficiary that one of them has made of the same details.
   * @throws Failure REFERENCE_TAKEN
   */
  inTurn(read: ReadPayout): ReadPayout
  /** Of one that was saved, with its beneficiary if that is new. */
  add(read: ReadPayout, beneficiary: BeneficiaryRow | undefined): void
}

/**
 * Reads what is to be saved: fields that are left out filled in from the saved beneficiary, a reference made where there is none. Of each, it may
 * fail with FIELDS_INVALID, REFERENCE_TAKEN, and of the beneficiary with NOT_FOUND, ERASED, VERSION_CONFLICT.
 */
export async function readPayouts(
  tx: Transaction,
  person: Actor,
  given: readonly PayoutToSave[],
): Promise<ReadPayouts> {
  const all = await readByNames(tx, person, given)
  const read = all.flatMap((one) => (one instanceof Failure ? [] : one))
  const payees = await beneficiariesByDetails(tx, read.flatMap(unmatchedDetails(tx)))
  const holders = await payoutsByReference(
    tx,
    read.map(({ written }) => written.entry.externalReference),
  )
  const inTurn = (one: ReadPayout): ReadPayout => {
    const [payee] = unmatchedDetails(tx)(one).flatMap((hash) => payees.get(hash) ?? [])
    const matched = payee === undefined ? one : matchedWith(tx, person, one, payee)
    requireOwnReference(matched, holders)
    return matched
  }
  return {
    reads: all.map((one) => (one instanceof Failure ? one : caught(() => inTurn(one)))),
    inTurn,
    add({ id, written }, beneficiary) {
      holders.set(written.entry.externalReference, id)
      if (beneficiary !== undefined) payees.set(detailsHash(tx, written.reading.request), beneficiary)
    },
  }
}

/** Each by itself, paying the saved beneficiary that it names. */
async function readByNames(tx: Transaction, person: Actor, given: readonly PayoutToSave[]) {
  const payees = await beneficiariesByName(
    tx,
    given.flatMap(({ write }) => write.beneficiary ?? []),
  )
  const replaced = await payoutRowsOf(
    tx,
    given.flatMap(({ write }) => write.replaces ?? []),
  )
  const isWithout = ({ write, row }: PayoutToSave) => row === undefined && isEmpty(write.entry.externalReference)
  const references = [...(await newReferences(tx, given.filter(isWithout).length))]
  const reads: (ReadPayout | Failure)[] = []
  for (const one of given) {
    const reference = one.row?.external_reference ?? (isWithout(one) ? references.pop() : undefined) ?? ''
    const earlier = one.row ?? replaced.get(one.write.replaces ?? '')
    const id = one.row?.id ?? randomUUID()
    reads.push(
      caught(() => readPayout(tx, person, { ...one, id }, savedPayee(tx, one.write, payees, earlier), reference)),
    )
    await breathe()
  }
  return reads
}

type BeneficiaryName = z.infer<typeof namedBeneficiarySchema>

/** Who is saved under what writes name them by; undefined where no one is. */
export async function beneficiariesByName(
  reader: Reader,
  named: readonly BeneficiaryName[],
): Promise<(one: BeneficiaryName) => BeneficiaryRow | undefined> {
  const byExternalId = await beneficiariesByExternalId(
    reader,
    named.flatMap((one) => ('externalId' in one ? one.externalId : [])),
  )
  const rows = await findBeneficiaries(
    reader.db,
    named.flatMap((one) => ('externalId' in one ? [] : one.id)),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (one) => ('externalId' in one ? byExternalId.get(one.externalId) : byId.get(one.id))
}

function readPayout(
  tx: Transaction,
  person: Actor,
  given: PayoutToSave & Pick<ReadPayout, 'id'>,
  saved: NamedBeneficiary | undefined,
  ownReference: string,
): ReadPayout {
  const { entry, unreadAmount, submit } = given.write
  const isDraft = given.ofBatch === undefined ? !submit : given.ofBatch.withErrors
  const before = saved ?? ownValues(tx, given.row)
  const written = readFilledIn(tx, person, entry, before, { reference: ownReference, isDraft })
  const decided = decidedValues(tx, given, written)
  return { ...given, written: { ...written, decided, unreadAmount: unreadIn(written, unreadAmount, entry) }, saved }
}

/** Of a draft that has no saved beneficiary, what is left out stays as it is there. */
function ownValues(tx: Transaction, row: PayoutRow | undefined): TypedValues | undefined {
  return row === undefined || row.beneficiary_id !== null ? undefined : payoutValues(tx, row)
}

/** Nothing is an amount of which it is not certain what it means: until a person says so, it is kept beside the entry. */
function unreadIn({ reading }: EntryWithReading, asked: string | undefined, { amount }: RawEntry): string | undefined {
  if (reading.request.amount !== undefined) return undefined
  return asked || (isEmpty(amount) ? undefined : String(amount))
}

/** Whether there are errors in whom or how it pays. */
export function hasPayeeErrors({ fields }: Pick<Reader, 'fields'>, { reading }: EntryWithReading): boolean {
  return reading.errors.some(({ field }) => fields[field]?.of === 'beneficiary')
}

/** What was decided when it was imported stays with a payout through its changes. */
function decidedValues(
  tx: Transaction,
  { row, ofBatch }: PayoutToSave,
  { entry }: TypedEntry,
): readonly DecidedValue[] | undefined {
  if (row !== undefined) return row.erased_at === null ? payoutValues(tx, row).decided : undefined
  const texts: Readonly<Record<string, unknown>> = entry
  return ofBatch?.decided?.map((one) => ({ ...one, to: String(texts[one.field] ?? '') }))
}

/**
 * The beneficiary that is named. The copy that a payout keeps, the one that is changed or replaced, is the version that it names, also where the
 * saved beneficiary has gone on since.
 */
function savedPayee(
  tx: Transaction,
  { beneficiary: given }: PayoutToSave['write'],
  payees: Awaited<ReturnType<typeof beneficiariesByName>>,
  earlier: PayoutRow | Failure | undefined,
): NamedBeneficiary | undefined {
  if (given === undefined) return undefined
  if (earlier instanceof Failure) throw earlier
  const row = payees(given)
  if (row === undefined) throw noSuchBeneficiary()
  const beneficiary = 'externalId' in given ? { id: row.id, version: row.version, once: given.once } : given
  const own = earlier && beneficiaryOf(earlier)
  const isCopy = own?.id === beneficiary.id && own.version === beneficiary.version
  if (earlier !== undefined && isCopy && earlier.erased_at === null)
    return { beneficiary, copied: earlier, ...payoutValues(tx, earlier) }
  return { beneficiary, ...beneficiaryValues(tx, requireCurrent(row, beneficiary)) }
}

/** The details of the row of a batch whose beneficiary is still to be found by them. */
function unmatchedDetails(tx: Transaction) {
  return ({ ofBatch, saved, written }: ReadPayout) =>
    ofBatch === undefined || saved !== undefined || hasPayeeErrors(tx, written)
      ? []
      : [detailsHash(tx, written.reading.request)]
}

/** Who is saved with exactly these details, where one beneficiary is. */
export async function beneficiariesByDetails(
  { db }: Pick<Reader, 'db'>,
  hashes: readonly string[],
): Promise<Map<string, BeneficiaryRow>> {
  const found = await beneficiariesWithDetails(db, hashes)
  return new Map([...found].flatMap(([hash, [row, ...others]]) => (row && others.length === 0 ? [[hash, row]] : [])))
}

/** Read once more as paying a saved beneficiary, who is left as they are. */
function matchedWith(tx: Transaction, person: Actor, read: ReadPayout, row: BeneficiaryRow): ReadPayout {
  const saved = { beneficiary: { id: row.id, version: row.version, once: true }, ...beneficiaryValues(tx, row) }
  return readPayout(tx, person, read, saved, read.written.entry.externalReference)
}

function requireOwnReference({ id, written }: ReadPayout, holders: ReadonlyMap<string, string>): void {
  const holder = holders.get(written.entry.externalReference)
  if (holder === undefined || holder === id) return
  const error = issueOn('externalReference', 'reference_taken', { payoutId: holder })
  throw new Failure('REFERENCE_TAKEN', { errors: [{ within: 'entry', ...error }] })
}
