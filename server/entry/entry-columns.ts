import type { DecidedDamage } from '#shared/api/damage.ts'
import { completeEntry, type Entry, filledFields, type RawEntry } from '#shared/payout/entry.ts'
import type { CellAddress } from '../store/encryption/encryption.ts'
import type { EntryColumns, PaymentColumns } from '../store/schema.ts'
import type { Reader } from '../store/store.ts'
import type { BeneficiaryRow } from './beneficiary-rows.ts'
import type { TypedBy, TypedValues } from './typed-by.ts'

/** What it takes to write and read the entry of a row. */
export type EntryRowReader = Pick<Reader, 'encryption' | 'fields'>

type EntryTable = 'beneficiaries' | 'payouts'

/**
 * An entry as one row keeps it, encrypted for that row alone, together with who typed its secrets: without the key, no change of the database makes
 * another person their author.
 */
export function entryColumns(
  { encryption }: EntryRowReader,
  table: EntryTable,
  id: string,
  entry: Entry,
  typedBy: TypedBy = {},
  { decided, unreadAmount }: BesideEntry = {},
): EntryColumns {
  const { country, method } = entry
  const document = JSON.stringify({
    entry: filledFields(entry),
    typedBy,
    ...(decided && { decided }),
    ...(unreadAmount !== undefined && { unreadAmount }),
  } satisfies EntryDocument)
  return { country, method, entry_encrypted: encryption.encrypt(document, placeOf(table, id)) }
}

/** The fields of a payout's entry that are saved in plain text as well. */
export function paymentColumns({ encryption }: EntryRowReader, entry: Entry): PaymentColumns {
  const { amount, currencyCode, externalReference, testMode } = entry
  return {
    amount,
    currency_code: currencyCode,
    // A draft may have no amount yet.
    amount_key: amountKey(currencyCode, amount || '0'),
    test_mode: testMode === true ? 1 : 0,
    ...referenceColumns(encryption, externalReference),
  }
}

/**
 * A key that sorts the amounts of one currency, such as `BRL041500.5`: a whole number with more digits is larger, and among those with equally
 * many digits the text decides.
 */
export function amountKey(currencyCode: string, amount: string): string {
  const [whole = ''] = amount.split('.')
  return `${currencyCode.padEnd(3)}${String(whole.length).padStart(2, '0')}${amount}`
}

/** The columns of a reference, by which each is there once. */
export function referenceColumns(encryption: EntryRowReader['encryption'], reference: string) {
  return { external_reference: reference, reference_hash: encryption.hash('reference', reference) }
}

type SavedBeneficiary = Pick<BeneficiaryRow, 'id' | keyof EntryColumns>

/**
 * The entry of a saved beneficiary; of an erased one only the plain columns.
 * @throws Error when the document was changed or comes of another row
 */
export function beneficiaryEntry(keys: EntryRowReader, row: SavedBeneficiary): Entry {
  return beneficiaryValues(keys, row).entry
}

/** The same with who typed its secrets. */
export function beneficiaryValues(keys: EntryRowReader, row: SavedBeneficiary): TypedValues {
  const { country, method } = row
  const { entry, typedBy } = documentIn(keys, 'beneficiaries', row)
  return { entry: completeEntry({ ...entry, country, method }, keys.fields), typedBy }
}

/** The entry of a saved payout, as {@link beneficiaryEntry}. The plain columns take precedence: a change of theirs makes another request. */
export function payoutEntry(keys: EntryRowReader, row: SavedBeneficiary & PaymentColumns): Entry {
  return payoutValues(keys, row).entry
}

/** The same with who typed its secrets, what was decided about damaged values when it was imported, and an amount that could not be read. */
export function payoutValues(keys: EntryRowReader, row: SavedBeneficiary & PaymentColumns): PayoutValues {
  const { country, method, amount, currency_code: currencyCode, external_reference: externalReference } = row
  const { entry, typedBy, ...beside } = documentIn(keys, 'payouts', row)
  const { testMode, ...document } = entry
  const isTest = row.test_mode === 1
  const clear = {
    country,
    method,
    amount,
    currencyCode,
    externalReference,
    ...((isTest || testMode !== undefined) && { testMode: isTest }),
  }
  return { entry: completeEntry({ ...document, ...clear }, keys.fields), typedBy, ...beside }
}

/** What a person decided about a damaged value of a file, and the value that it is for. */
export interface DecidedValue extends DecidedDamage {
  readonly to: string
}

/** What a payout keeps beside its entry. */
interface BesideEntry {
  readonly decided?: readonly DecidedValue[] | undefined
  readonly unreadAmount?: string | undefined
}

interface PayoutValues extends TypedValues, BesideEntry {}

interface EntryDocument extends BesideEntry {
  readonly entry: RawEntry
  readonly typedBy: TypedBy
}

function documentIn(
  { encryption }: EntryRowReader,
  table: EntryTable,
  { id, entry_encrypted }: SavedBeneficiary,
): EntryDocument {
  if (entry_encrypted === null) return { entry: {}, typedBy: {} }
  return JSON.parse(encryption.decrypt(entry_encrypted, placeOf(table, id)))
}

function placeOf(table: EntryTable, id: string): CellAddress {
  return { table, id, column: 'entry_encrypted' }
}
