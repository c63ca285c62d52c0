import type { RawEntry } from '#shared/payout/entry.ts'
import { filledFields } from '#shared/payout/entry.ts'
import { nthPerson } from './many-beneficiaries.ts'

/** One of many rows of a file, always the same for a number: in five countries, each to another beneficiary, and without warnings. */
export function nthRow(i: number): RawEntry {
  const { beneficiaryFirstName, beneficiaryLastName } = filledFields(nthPerson(i))
  const country = countries[i % countries.length]?.(i)
  return {
    beneficiaryFirstName,
    beneficiaryLastName,
    ...country,
    amount: `${100 + (i % 900)}.${String(i % 100).padStart(2, '0')}`,
    externalReference: `INV-${i}`,
    PaymentReason: 'Salary of July',
  }
}

const countries: readonly ((i: number) => RawEntry)[] = [
  (i) => ({
    country: 'BR',
    method: 'bank',
    documentType: '1',
    documentNumber: cpf(100_000_000 + i * 37),
    bankName: '001',
    accountAgencyNumber: '4321',
    accountNumber: String(10_000_000 + i),
    payoutAccountTypeCode: '0002',
  }),
  (i) => ({
    country: 'CO',
    documentType: '01',
    documentNumber: String(52_000_000 + i),
    bankName: '0007',
    accountNumber: String(12_345_600_000 + i),
    payoutAccountTypeCode: '0001',
  }),
  (i) => ({
    country: 'PE',
    documentType: '04',
    documentNumber: String(40_000_000 + i),
    bankName: '0001',
    accountNumber: String(1_910_000_000_000 + i),
    payoutAccountTypeCode: '0001',
  }),
  (i) => ({ country: 'GH', accountNumber: String(1_020_000_000 + i) }),
  (i) => ({
    country: 'BR',
    method: 'pix',
    documentType: '1',
    documentNumber: cpf(300_000_000 + i * 37),
    recipientPixKey: `payee-${i}@example.com`,
  }),
]

/** With its two check digits. */
function cpf(first: number): string {
  const digits = [...String(first)].map(Number)
  for (const length of [9, 10]) {
    const sum = digits.slice(0, length).reduce((total, digit, place) => total + digit * (length + 1 - place), 0)
    digits.push(((sum * 10) % 11) % 10)
  }
  return digits.join('')
}
