import type { PayoutEntry } from './client.ts'

/** What the own system wants to pay. The reference is its number of the invoice. */
export const invoices: readonly (PayoutEntry & { readonly externalReference: string })[] = [
  {
    country: 'BR',
    method: 'pix',
    beneficiaryFirstName: 'Ana',
    beneficiaryLastName: 'Souza',
    documentType: '1',
    documentNumber: '11144477735',
    email: 'ana@example.com',
    recipientPixKey: 'ana@example.com',
    amount: '1500',
    currencyCode: 'BRL',
    externalReference: 'INV-2026-0815',
  },
  {
    country: 'GH',
    method: 'account',
    beneficiaryFirstName: 'Kofi',
    beneficiaryLastName: 'Mensah',
    documentNumber: 'GHA-000000000-0',
    accountNumber: '0241234567',
    amount: '980.50',
    currencyCode: 'GHS',
    externalReference: 'INV-2026-0816',
  },
]
