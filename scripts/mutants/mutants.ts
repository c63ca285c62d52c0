import { accountsMutants } from './accounts-mutants.ts'
import type { Mutant } from './mutant.ts'
import { networkMutants } from './network-mutants.ts'
import { oidcMutants } from './oidc-mutants.ts'
import { reviewMutants } from './review-mutants.ts'

const laws = 'shared/countries/laws.test.ts'
const golden = 'shared/payout/golden-requests.test.ts'
const encryption = {
  file: 'server/store/encryption/encryption.ts',
  killedBy: ['server/store/encryption/encryption.test.ts'],
}

/**
 * Mistakes in what must never go wrong. When code moves or is written in another way, its mutants move along: what each breaks stays
 * the same.
 */
export const mutants: readonly Mutant[] = [
  ...reviewMutants,
  ...networkMutants,
  ...oidcMutants,
  ...accountsMutants,
  {
    breaks: 'Argentina takes an account number that lacks a digit.',
    file: 'shared/countries/argentina.ts',
    text: 'shape: digits(22)',
    replacement: 'shape: digits(21, 22)',
    killedBy: ['shared/countries/argentina.test.ts'],
  },
  {
    breaks: 'Brazil sends the X of an account number instead of a 0.',
    file: 'shared/countries/brazil.ts',
    text: 'cleaning: [withoutSeparators, finalXToZero]',
    replacement: 'cleaning: [withoutSeparators]',
    killedBy: ['shared/countries/brazil.test.ts'],
  },
  {
    breaks: 'Chile takes nine digits for a RUT account.',
    file: 'shared/countries/chile.ts',
    text: 'shape: digits(7, 8)',
    replacement: 'shape: digits(7, 9)',
    killedBy: ['shared/countries/chile.test.ts'],
  },
  {
    breaks: 'Colombia pays instantly, without the account, when one of its fields is left blank.',
    file: 'shared/countries/colombia.ts',
    text: '.every((value) => value === undefined)',
    replacement: '.some((value) => value === undefined)',
    killedBy: ['shared/countries/colombia.test.ts'],
  },
  {
    breaks: 'Ecuador no longer asks for ten digits at Banco Pichincha.',
    file: 'shared/countries/ecuador.ts',
    text: "when: { bankName: ['0023'] }",
    replacement: "when: { bankName: ['0024'] }",
    killedBy: ['shared/countries/ecuador.test.ts'],
  },
  {
    breaks: 'Mexico does not doubt a CLABE of another bank than the chosen one.',
    file: 'shared/countries/mexico.ts',
    text: 'code.endsWith(clabe.slice(0, 3))',
    replacement: 'code.startsWith(clabe.slice(0, 3))',
    killedBy: ['shared/countries/mexico.test.ts'],
  },
  {
    breaks: 'Peru sends the bank beside a CCI.',
    file: 'shared/countries/peru.ts',
    text: "bankName: leftOut('why.cciNamesBank')",
    replacement: 'bankName: optional({ banks: peruvianBanks })',
    killedBy: ['shared/countries/peru.test.ts'],
  },
  {
    breaks: 'Check digits add the product of two digits up as it is, so good CCI and card numbers are doubted.',
    file: 'shared/check-digits/weighted-sum.ts',
    text: 'sum + Math.floor(product / 10) + (product % 10)',
    replacement: 'sum + product',
    killedBy: ['shared/check-digits/cci.test.ts', 'shared/check-digits/luhn.test.ts'],
  },
  {
    breaks: 'A Chilean RUT that ends in K is doubted.',
    file: 'shared/check-digits/rut.ts',
    text: "'0K987654321'",
    replacement: "'00987654321'",
    killedBy: ['shared/check-digits/rut.test.ts'],
  },
  {
    breaks: 'An amount of 1,500 is sent as one and a half.',
    file: 'shared/payout/amount.ts',
    text: "return value.startsWith('0') ? value.replace(',', '.') : 'ambiguous'",
    replacement: "return value.replace(',', '.')",
    killedBy: ['shared/payout/amount.test.ts'],
  },
  {
    breaks: 'US dollars go out although the terms are not approved.',
    file: 'shared/payout/read-field.ts',
    text: 'reading.value === true',
    replacement: 'reading.value !== undefined',
    killedBy: [laws],
  },
  {
    breaks: 'A field that no request has is dropped in silence.',
    file: 'shared/payout/read-entry.ts',
    text: ".filter((name) => name !== 'method' && !Object.hasOwn(fields, name))",
    replacement: '.filter((name) => name === name.toUpperCase())',
    killedBy: [laws],
  },
  {
    breaks: 'The minus sign that some programs write into numbers stays in an account number.',
    file: 'shared/rule-book/cleaning.ts',
    text: 'text.replace(/[\\s.\\p{Pd}\\u2212]/gu',
    replacement: 'text.replace(/[\\s.\\p{Pd}]/gu',
    killedBy: [golden],
  },
  {
    ...encryption,
    breaks: 'An encrypted value can be moved to another row.',
    text: 'JSON.stringify([table, row, column, id])',
    replacement: 'JSON.stringify([table, column, id])',
  },
  {
    ...encryption,
    breaks: 'Every value is encrypted with the same nonce.',
    text: 'const nonce = randomBytes(nonceBytes)',
    replacement: 'const nonce = Buffer.alloc(nonceBytes)',
  },
  {
    ...encryption,
    breaks: 'Search terms are hashed without a secret, so anyone who has the database can try all document numbers.',
    text: 'hash: (purpose, text) => hmac(hashKey, ',
    replacement: "hash: (purpose, text) => hmac(Buffer.from('payout-desk'), ",
  },
  {
    breaks: 'Document numbers stand in clear among the search terms.',
    file: 'server/search/search-terms.ts',
    text: "encryption.hash('document', JSON.stringify([country, documentNumber]))",
    replacement: 'JSON.stringify([country, documentNumber])',
    killedBy: ['server/whole/canaries.test.ts'],
  },
  {
    breaks: 'Lists show eight characters of an account number.',
    file: 'server/entry/masked.ts',
    text: 'length > 8 ? 4',
    replacement: 'length > 8 ? 8',
    killedBy: ['server/entry/masked.test.ts'],
  },
]
