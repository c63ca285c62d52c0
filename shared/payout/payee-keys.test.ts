import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { bankRulesOf } from '#shared/rule-book/bank-code.ts'
import { sampleEntries } from '#shared/testing/sample-entries.ts'
import { payeeKeysOf } from './payee-keys.ts'
import { readEntry } from './read-entry.ts'

/** Of a number, with more or fewer zeros before it and hyphens, dots or spaces in it. */
const spelt = (text: string) =>
  fc
    .tuple(
      fc.nat(4),
      fc.array(fc.constantFrom('', '', '-', '.', ' '), { minLength: text.length, maxLength: text.length }),
    )
    .map(([zeros, marks]) => '0'.repeat(zeros) + [...text].map((letter, i) => `${letter}${marks[i]}`).join(''))

const digits = (min: number, max: number) =>
  fc.array(fc.constantFrom(...'0123456789'), { minLength: min, maxLength: max }).map((all) => `7${all.join('')}`)

const anyCase = (text: string) =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((upper) => [...text].map((letter, i) => (upper[i] === true ? letter.toUpperCase() : letter)).join(''))

const account = fc.record({ bank: fc.constantFrom('1', '341'), agency: digits(2, 4), number: digits(4, 10) })

describe.each(Object.values(ruleBook).map(({ code }) => code))('Whom a request pays in %s', (country) => {
  const destinations = (request: Record<string, string>) => payeeKeysOf({ country, ...request }).destinations

  it('One account is one payee, with or without leading zeros of agency and number, however they are grouped', () => {
    fc.assert(
      fc.property(
        account.chain((one) => fc.tuple(fc.constant(one), spelt(one.agency), spelt(one.number))),
        ([{ bank, agency, number }, agencySpelt, numberSpelt]) => {
          const request = { bankName: bank, accountAgencyNumber: agency, accountNumber: number }
          const other = { bankName: bank, accountAgencyNumber: agencySpelt, accountNumber: numberSpelt }
          expect(destinations(other)).toEqual(destinations(request))
        },
      ),
    )
  })

  it('One account is one payee in the digits of any script', () => {
    const number = (digits: string) => destinations({ bankName: '001', accountNumber: digits })
    expect([number('\u0660\u0662\u0664\u0661\u0667'), number('\u0966\u0968\u096a\u0967\u096d')]).toEqual([
      number('02417'),
      number('02417'),
    ])
  })

  it('Two accounts of one bank are two payees, also where they differ in zeros at the end or within', () => {
    fc.assert(
      fc.property(account, account, (one, other) => {
        fc.pre(one.number !== other.number)
        const [first, second] = [one, other].map(({ number }) => ({ bankName: '341', accountNumber: number }))
        expect(destinations(first!)).not.toEqual(destinations(second!))
      }),
    )
  })

  it('A Pix key is one payee in whatever case, a document with or without its marks', () => {
    fc.assert(
      fc.property(anyCase('bob.a@example.com'), spelt('1144777'), (recipientPixKey, documentNumber) => {
        const keys = payeeKeysOf({ country, recipientPixKey, documentNumber })
        expect(keys).toEqual(payeeKeysOf({ country, recipientPixKey: 'bob.a@example.com', documentNumber: '1144777' }))
      }),
    )
  })
})

it('A payee is the same whose bank is named in words in two ways, or whose account is a telephone number with its prefix or without', () => {
  const [one, ...others] = [
    { bankName: 'GCB', accountNumber: '0244123456' },
    { bankName: 'GCB Bank Ltd', accountNumber: '+233 24 412 3456' },
    { bankName: '-', accountNumber: '233244123456' },
    { accountNumber: '244123456' },
  ].map((request) => payeeKeysOf({ country: 'GH', ...request }))
  for (const other of others) expect(other).toEqual(one)
  expect(payeeKeysOf({ country: 'KE', accountNumber: '244123456' })).not.toEqual(one)
})

/** What a person could write in place of a number to the same effect. */
const disguised = (number: string) =>
  fc.constantFrom(
    ...[number, `NGN ${number}`, `00${number}`, number.replaceAll('0', 'O'), number.replaceAll('1', 'l')],
    number.replaceAll(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  )

const listless = Object.values(ruleBook).filter((country) => bankRulesOf(country).length === 0)

it.each(listless.map(({ code, phonePrefix }) => [code, phonePrefix]))(
  'Where no list has the banks of a country, as in %s, a payee is known by the digits of the account, whatever bank and agency are written',
  (country, prefix) => {
    const bank = fc.constantFrom('Zenith Bank', '057', '57', '057150013', 'MTN', '300', '-')
    const number = digits(7, 9).chain((one) => disguised(`2${one}`).map((written) => ({ one: `2${one}`, written })))
    fc.assert(
      fc.property(number, bank, fc.constantFrom('', '-', '1', '250655'), (account, bankName, accountAgencyNumber) => {
        const [one, other, abroad] = [
          { accountNumber: account.one },
          { accountNumber: account.written, bankName, accountAgencyNumber },
          { accountNumber: `+${prefix}${account.one}`, bankName, accountAgencyNumber },
        ].map((request) => payeeKeysOf({ country, ...request }))
        expect([other, abroad]).toEqual([one, one])
      }),
    )
  },
)

it.each([
  ['MX', '002010077777777771'],
  ['AR', '2850590940090418135201'],
  ['PE', '01124100019000658270'],
])('In %s a number that names its bank is one payee under whichever bank code', (country, accountNumber) => {
  const [one, other] = ['40002', '40012'].map((bankName) => payeeKeysOf({ country, accountNumber, bankName }))
  expect(other).toEqual(one)
})

it.each(sampleEntries)(
  'A payee of $name has a key of its account and of its document, where it has these',
  (sample) => {
    const reading = readEntry(sample.entry)
    if (!('request' in reading)) throw new Error('A sample can be read.')
    const { request } = reading
    const isGiven = (value: unknown) => value !== undefined && value !== '-'
    const { destinations, documents } = payeeKeysOf(request)
    // In Brazil one more, of the account without its check digit.
    const accounts = request.country === 'BR' ? Array(2).fill(request.accountNumber) : [request.accountNumber]
    const wanted = [...accounts, request.recipientPixKey].filter(isGiven)
    expect([destinations.length, documents.length]).toEqual([wanted.length, isGiven(request.documentNumber) ? 1 : 0])
  },
)

it('A bank of the rule book has a code of digits, by which accounts at two banks are two payees', () => {
  const banks = Object.values(ruleBook).flatMap((country) => bankRulesOf(country).flatMap((rule) => rule.banks))
  expect(banks.length).toBeGreaterThan(100)
  for (const { code } of banks) expect(code).toMatch(/^\d+$/)
})

it('Brazil: accounts of one bank share no key unless one is the other without its check digit; another phone has another key', () => {
  const keys = (request: Record<string, string>) => payeeKeysOf({ country: 'BR', ...request }).destinations
  const isShared = (one: string, other: string) =>
    keys({ bankName: '001', accountNumber: one }).some((key) =>
      keys({ bankName: '001', accountNumber: other }).includes(key),
    )
  expect([isShared('12345-6', '12345'), isShared('12345-6', '123456'), isShared('1234X', '1234')]).toEqual([
    true,
    true,
    true,
  ])
  expect([isShared('12345-6', '12355-6'), isShared('12345-6', '1234'), isShared('7', '8')]).toEqual([
    false,
    false,
    false,
  ])
  expect(keys({ bankName: '001', accountNumber: '12345-6' })).not.toEqual(
    keys({ bankName: '341', accountNumber: '12345-6' }),
  )
  const phones = [
    '+5511976543210',
    '+551176543210',
    '+55 011 97654-3210',
    '+5521976543210',
    '+5511976543211',
    '+1976543210',
  ]
  expect(new Set(phones.map((recipientPixKey) => keys({ recipientPixKey })[0])).size).toBe(4)
})
