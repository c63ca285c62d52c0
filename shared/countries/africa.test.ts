import { describe, expect, it } from 'vitest'
import { english } from '#shared/language/english.ts'
import { countryName } from '#shared/rule-book/country.ts'
import {
  bankErrorsOf,
  changesOf,
  errorsOf,
  identityErrorsOf,
  noticesOf,
  requestOf,
  warningsOf,
} from '#shared/testing/preview-in-tests.ts'
import { ruleBook } from './rule-book.ts'

/** The countries for which the interface documents no values but the currency. */
const table = Object.values(ruleBook)
  .filter(({ undocumented }) => undocumented !== undefined)
  .map((country) => [english(countryName(country)), country.code, country.currency] as const)

describe.each(table)('%s', (_, country, currencyCode) => {
  const payout = { country, beneficiaryFirstName: 'Amara', beneficiaryLastName: 'Diallo', amount: '15000' }

  it(`is paid in ${currencyCode}, and says that the values of its document and account are not documented`, () => {
    expect(requestOf(payout)).toEqual({ ...payout, amount: 15000, currencyCode })
    expect(changesOf('currencyCode', payout)).toEqual([`currency_filled:  → ${currencyCode}`])
    expect(noticesOf(payout)).toContain('undocumented_values')
  })

  it('asks to confirm a request that names no account', () => {
    expect(warningsOf(payout)).toEqual(['accountNumber no_account_named'])
    expect(warningsOf({ ...payout, accountNumber: '-' })).toEqual(['accountNumber no_account_named'])
    expect(warningsOf({ ...payout, accountNumber: '0712 345-678' })).toEqual([])
  })

  it('takes city, e-mail, reference, reason and notification address', () => {
    const more = {
      city: 'Ville',
      email: 'amara@example.com',
      externalReference: 'A-17',
      PaymentReason: 'Salary',
      NotificationUrl: 'https://example.com/paid',
      testMode: true,
    }
    expect(requestOf({ ...payout, ...more })).toEqual({ ...payout, ...more, amount: 15000, currencyCode })
  })

  it.each([
    'documentType',
    'documentNumber',
    'bankName',
    'accountAgencyNumber',
    'accountNumber',
    'payoutAccountTypeCode',
  ])('sends %s as it is typed, without the spaces around it', (field) => {
    expect(requestOf({ ...payout, [field]: ' M-Pesa 0712 ' })[field]).toBe('M-Pesa 0712')
    expect(requestOf({ ...payout, [field]: '-' })[field]).toBe('-')
    expect(requestOf({ ...payout, [field]: ' ' })).not.toHaveProperty(field)
  })

  it.each(['recipientPixKey', 'beneficiaryType'])('uses no %s', (field) => {
    expect(errorsOf({ ...payout, [field]: '123' })).toEqual([`${field} not_applicable`])
    expect(requestOf({ ...payout, [field]: '-' })).toEqual(requestOf(payout))
  })

  it('takes US dollars with the terms approved, and no third currency', () => {
    expect(errorsOf({ ...payout, currencyCode: 'USD' })).toEqual(['TermsApproved terms_required'])
    expect(requestOf({ ...payout, currencyCode: 'USD', TermsApproved: true })).toMatchObject({
      currencyCode: 'USD',
      TermsApproved: true,
    })
    expect(errorsOf({ ...payout, currencyCode: 'EUR' })).toEqual(['currencyCode currency_not_allowed'])
  })

  it('has no validation', () => {
    const body = { country, firstName: 'Amara', lastName: 'Diallo', documentNumber: '1' }
    expect(identityErrorsOf(body)).toEqual(['country COUNTRY_NOT_SUPPORTED'])
    expect(bankErrorsOf({ ...body, documentType: 'ID', accountNumber: '1' })).toEqual(['country COUNTRY_NOT_SUPPORTED'])
  })
})

describe('Africa: decimals', () => {
  const payout = { beneficiaryFirstName: 'Amara', beneficiaryLastName: 'Diallo', amount: '15000.5', accountNumber: '1' }

  it.each(['BF', 'CM', 'CI', 'RW', 'SN', 'UG'])(
    'Africa: decimals: %s: francs and shillings of Uganda have none',
    (country) => {
      expect(warningsOf({ ...payout, country })).toEqual(['amount too_many_decimals'])
    },
  )

  it.each(['GH', 'KE', 'NG', 'TZ', 'ZA'])('Africa: decimals: %s: has two', (country) => {
    expect(warningsOf({ ...payout, country })).toEqual([])
    expect(warningsOf({ ...payout, country, amount: '15000.505' })).toEqual(['amount too_many_decimals'])
  })
})

it('The countries of which nothing but the currency is documented are found', () => {
  expect(table).toContainEqual(['Kenya', 'KE', 'KES'])
})
