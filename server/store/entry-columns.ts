import { completeEntry, type Entry, filledFields, type RawEntry } from '#shared/payout/entry.ts'
import type { BeneficiaryRow } from './beneficiary-rows.ts'
import type { Place } from './encryption/encryption.ts'
import type { EntryColumns, PaymentColumns } from './schema.ts'
import type { Reader } from './store.ts'

type Keys = Pick<Reader, 'encryption' | 'fields'>

type EntryTable = 'beneficiaries' | 'payouts'

/** An entry as one row keeps it, encrypted for that row alone. */
export function entryColumns({ encryption }: Keys, table: EntryTable, id: string, entry: Entry): EntryColumns {
  const { country, method } = entry
  const document = JSON.stringify(filledFields(entry))
  return { country, method, entry_encrypted: encryption.encrypt(document, placeOf(table, id)) }
}

/** What of a payout's entry stands in clear as well. */
export function paymentColumns({ encryption }: Keys, entry: Entry): PaymentColumns {
  const { amount, currencyCode, externalReference, testMode } = entry
  return {
    amount,
    currency_code: currencyCode,
    amount_key: amountKey(currencyCode, amount),
    test_mode: testMode === true ? 1 : 0,
    ...referenceColumns(encryption, externalReference),
  }
}

/**
 * By what amounts of one currency stand in order, such as `BRL041500.5`: a whole number with more digits is larger, and of as many the text
 * decides.
 */
export function amountKey(currencyCode: string, amount: string): string {
  const [whole = ''] = amount.split('.')
  return `${currencyCode.padEnd(3)}${String(whole.length).padStart(2, '0')}${amount}`
}

/** The columns of a reference, by which each is there once. */
export function referenceColumns(encryption: Keys['encryption'], reference: string) {
  return { external_reference: reference, reference_hash: encryption.hash('reference', reference) }
}

type SavedBeneficiary = Pick<BeneficiaryRow, 'id' | keyof EntryColumns>

/**
 * The entry of a saved beneficiary; of an erased one only what stands in clear.
 * @throws Error when the document was changed or comes of another row
 */
export function beneficiaryEntry(keys: Keys, row: SavedBeneficiary): Entry {
  const { country, method } = row
  return completeEntry({ ...documentIn(keys, 'beneficiaries', row), country, method }, keys.fields)
}

/** The entry of a saved payout, as {@link beneficiaryEntry}. What stands in clear counts: where somebody changed it, the request is another. */
export function payoutEntry(keys: Keys, row: SavedBeneficiary & PaymentColumns): Entry {
  const { country, method, amount, currency_code: currencyCode, external_reference: externalReference } = row
  const { testMode, ...document } = documentIn(keys, 'payouts', row)
  const isTest = row.test_mode === 1
  const clear = {
    country,
    method,
    amount,
    currencyCode,
    externalReference,
    ...((isTest || testMode !== undefined) && { testMode: isTest }),
  }
  return completeEntry({ ...document, ...clear }, keys.fields)
}

function documentIn({ encryption }: Keys, table: EntryTable, { id, entry_encrypted }: SavedBeneficiary): RawEntry {
  return entry_encrypted === null ? {} : JSON.parse(encryption.decrypt(entry_encrypted, placeOf(table, id)))
}

function placeOf(table: EntryTable, id: string): Place {
  return { table, id, column: 'entry_encrypted' }
}
