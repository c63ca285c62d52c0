import type { Details } from '#shared/api/details.ts'

/** A Brazilian of the tests with a bank account; `changes` over it. */
export function souza(changes: Partial<Details> = {}): Details {
  return {
    country: 'BR',
    method: 'bank',
    beneficiaryFirstName: 'Ana',
    beneficiaryLastName: 'Souza',
    documentType: '1',
    documentNumber: '111.444.777-35',
    bankName: '001',
    accountAgencyNumber: '4321',
    accountNumber: '987654-3',
    payoutAccountTypeCode: '0002',
    email: 'ana.souza@example.com',
    city: 'Recife',
    ...changes,
  }
}

/** Somebody in Ghana, where nothing but the name is asked. */
export function named(beneficiaryFirstName: string, beneficiaryLastName: string): Details {
  return { country: 'GH', method: 'account', beneficiaryFirstName, beneficiaryLastName }
}
