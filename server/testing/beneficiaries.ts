import { completeEntry, type Entry } from '#shared/payout/entry.ts'
import { readWritten, type TypedEntry } from '../entry/written-entry.ts'
import type { Reader } from '../store/store.ts'

/** A Brazilian of the tests with a bank account, or with a Pix key alone; `changes` over it. */
export function souza(changes: Partial<Entry> = {}): Entry {
  const account = {
    bankName: '001',
    accountAgencyNumber: '4321',
    accountNumber: '987654-3',
    payoutAccountTypeCode: '0002',
  }
  return completeEntry({
    country: 'BR',
    method: 'bank',
    beneficiaryFirstName: 'Ana',
    beneficiaryLastName: 'Souza',
    documentType: '1',
    documentNumber: '111.444.777-35',
    ...(changes.method !== 'pix' && account),
    email: 'ana.souza@example.com',
    city: 'Recife',
    ...changes,
  })
}

/** A beneficiary in Ghana, where nothing but the name is needed. */
export function named(beneficiaryFirstName: string, beneficiaryLastName: string): Entry {
  return completeEntry({ country: 'GH', method: 'account', beneficiaryFirstName, beneficiaryLastName })
}

/** What a route hands on of such an entry; who typed it is not known. */
export function writtenBeneficiary(reader: Reader, entry: Entry): TypedEntry {
  return { ...readWritten(reader, entry, 'beneficiary'), typedBy: {} }
}
