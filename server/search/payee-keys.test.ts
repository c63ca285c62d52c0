import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { readEntry } from '#shared/payout/read-entry.ts'
import { longestAsTyped } from '#shared/payout/read-text.ts'
import { bankRulesOf } from '#shared/rule-book/bank-code.ts'
import { runs } from '#shared/testing/runs.ts'
import { sampleEntries } from '#shared/testing/sample-entries.ts'
import { payeeKeysOf } from './payee-keys.ts'

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
          expect(areOne(destinations(other), destinations(request))).toBe(true)
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

const areOne = (one: readonly string[], other: readonly string[]) => one.some((key) => other.includes(key))

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
        for (const same of [other!, abroad!]) expect(areOne(same.destinations, one!.destinations)).toBe(true)
      }),
    )
  },
)

/** With words, a bank, an agency or a remark before and after it. */
const decorated = (number: string) =>
  fc
    .tuple(
      fc.constantFrom(
        '',
        'GCB ',
        'Ecobank Lomé-',
        'Pol',
        'Oil ',
        'Branch 12 ',
        '250655 ',
        'A/C no. ',
        'Agence 01234, ',
      ),
      fc.constantFrom('', ' GCB', '/Accra', ' 12', ' (branch 102)', ' Ecobank 057', ' Oil', ', tel. 1'),
    )
    .map(([before, after]) => before + number + after)

describe.each(listless.filter(({ undocumented }) => undocumented !== undefined))(
  'Where no rule says what an account is, as in $code',
  (country) => {
    const keys = (accountNumber: string) => payeeKeysOf({ country: country.code, accountNumber }).destinations
    const [, longest] = country.phoneDigits

    it('A number is the same payee whatever is written before and after it', () => {
      const written = digits(6, 15).chain((one) => fc.tuple(fc.constant(one), decorated(one), decorated(one)))
      fc.assert(
        fc.property(written, ([number, one, other]) => {
          expect(areOne(keys(one), keys(number)), one).toBe(true)
          expect(areOne(keys(one), keys(other)), `${one} ${other}`).toBe(true)
        }),
        { numRuns: runs(50) },
      )
    })

    it('A number is the same payee behind as many others as its text can have', () => {
      const number = '2441234567'.slice(0, longest)
      const groups = number.match(/.{1,3}/g) ?? []
      for (const filler of ['1 ', '12 ', '123 ', '1,', '241234567 ']) {
        const text = filler.repeat(Math.floor((longestAsTyped - 13) / filler.length)) + groups.join(' ')
        expect(text.length).toBeLessThanOrEqual(longestAsTyped)
        expect(areOne(keys(text), keys(number)), text).toBe(true)
      }
    })

    it('Two numbers are two payees with the same words', () => {
      const two = fc
        .integer({ min: 6, max: 10 })
        .chain((length) => fc.tuple(digits(length, length), digits(length, length)))
        .filter(([one, other]) => one !== other)
        .chain(([one, other]) => fc.tuple(decorated(one), decorated(other)))
      fc.assert(
        fc.property(two, ([one, other]) => {
          expect(areOne(keys(one), keys(other)), `${one} ${other}`).toBe(false)
        }),
        { numRuns: runs(50) },
      )
    })

    it('A telephone number is one payee with the prefix of its country, with 0 or without, in whichever groups, and another has another key', () => {
      const groupings = [[longest], [3, 3, longest], [2, 2, 2, 2, longest], [1, 4, longest]]
      const grouped = (number: string) =>
        fc.constantFrom(...groupings).map((sizes) => {
          const ends = sizes.map((_, i) => sizes.slice(0, i + 1).reduce((sum, size) => sum + size, 0))
          return ends
            .map((end, i) => number.slice(ends[i - 1] ?? 0, end))
            .join(' ')
            .trim()
        })
      const phone = digits(longest - 2, longest - 2).map((tail) => (country.code === 'CI' ? `0${tail}` : `${tail}7`))
      const national = (number: string) => (country.code === 'CI' ? number : number.slice(0, longest))
      const trunk = country.code === 'CI' ? '' : '0'
      const before = fc.constantFrom(
        '',
        trunk,
        `+${country.phonePrefix} `,
        `00${country.phonePrefix}`,
        country.phonePrefix,
      )
      const written = phone.chain((one) =>
        fc.tuple(
          fc.constant(national(one)),
          fc.tuple(before, grouped(national(one))).chain(([prefix, number]) => decorated(prefix + number)),
        ),
      )
      fc.assert(
        fc.property(written, phone.map(national), ([number, one], other) => {
          fc.pre(other !== number)
          expect(areOne(keys(one), keys(number)), one).toBe(true)
          expect(areOne(keys(one), keys(other)), `${one} ${other}`).toBe(false)
        }),
        { numRuns: runs(50) },
      )
    })
  },
)

it.each([
  ['CI', 'CI93CI0080111130113429120089', 'CI008 01111 301134291200 89', '301134291200', '30113429120089'],
  ['SN', 'SN08SN0100152000048500003035', 'SN010 01520 000485000030 35', '000485000030', '01520 000485000030 35'],
  ['BF', 'BF42BF0840101300463574000390', 'BF42 BF08 4010 1300 4635 7400 0390', '004635740003', '00463574000390'],
  ['CM', 'CM2110002000300277976315008', '10002 00030 02779763150 08', '02779763150', '0277976315008'],
])('An IBAN of %s and the account in it are one payee, and two of one agency are two', (country, iban, ...others) => {
  const keys = (accountNumber: string) => payeeKeysOf({ country, accountNumber }).destinations
  for (const other of others) expect(areOne(keys(iban), keys(other)), other).toBe(true)
  const neighbour = (account: string) =>
    account.replace(/(\d)(\D*\d\D*\d)$/, (_, digit, end) => `${(Number(digit) + 1) % 10}${end}`)
  for (const one of [iban, ...others]) expect(areOne(keys(iban), keys(neighbour(one))), one).toBe(false)
})

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
    const isOnCci = request.country === 'PE' && sample.method.id !== 'wallet'
    // In Brazil one more, of the account without its check digit; in Peru that of the account in the CCI; in Chile the RUT without its check digit.
    const accounts = Array(request.country === 'BR' || isOnCci ? 2 : 1).fill(request.accountNumber)
    const wanted = [...accounts, request.recipientPixKey].filter(isGiven)
    const people = isGiven(request.documentNumber) ? (request.country === 'CL' ? 2 : 1) : 0
    expect([destinations.length, documents.length]).toEqual([wanted.length, people])
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

const keysOf = (request: Record<string, unknown>) => {
  const { destinations, documents } = payeeKeysOf({ amount: 1, ...request })
  return [...destinations, ...documents]
}
/** Digits as they may be written: in other scripts, in circles, and as letters that look like them. */
const digitForms: readonly ((digit: number) => string)[] = [
  String,
  (digit) => String.fromCodePoint(0xff10 + digit),
  (digit) => String.fromCodePoint(0x660 + digit),
  (digit) => String.fromCodePoint(0x1d7d8 + digit),
  (digit) => (digit === 0 ? '\u24ea' : String.fromCodePoint(0x2460 + digit - 1)),
  (digit) => (digit === 0 ? '\u24ff' : String.fromCodePoint(0x2776 + digit - 1)),
  (digit) => (digit === 0 ? '\u{1f10b}' : String.fromCodePoint(0x2780 + digit - 1)),
  (digit) => ['O', 'l', '2', '\u0417'][digit] ?? String(digit),
  (digit) => ['\u041e', 'I', '\u00b2', '3'][digit] ?? String(digit),
]

/** A number as it may be written: with zeros and a label before it, marks within, and each digit in another form. */
const written = (number: string) =>
  fc
    .record({
      before: fc.constantFrom('', '', '0', '00', 'No: ', '\u200b'),
      forms: fc.array(fc.constantFrom(...digitForms, String, String, String), { minLength: 1, maxLength: 3 }),
      marks: fc.array(fc.constantFrom('', '', '', ' ', '.', '-', '\u2060'), { minLength: 1, maxLength: 5 }),
    })
    .map(({ before, forms, marks }) => {
      const signs = [...number].map((sign, i) => {
        const mark = marks[i % marks.length] ?? ''
        return (/\d/.test(sign) ? (forms[i % forms.length] ?? String)(Number(sign)) : sign) + mark
      })
      return before + signs.join('')
    })

it.each(sampleEntries)(
  'However the numbers of $name are written, where the request takes them they have the same keys',
  ({ country, entry }) => {
    const base: Record<string, unknown> = {
      ...entry,
      ...(country.documents.length === 0 && { documentNumber: '17123456' }),
    }
    const numbers = ['accountNumber', 'accountAgencyNumber', 'documentNumber'].filter((name) => name in base)
    const requestOf = (one: Record<string, unknown>) => {
      const reading = readEntry(one)
      return 'request' in reading && reading.errors.length === 0 ? reading.request : undefined
    }
    const own = payeeKeysOf(requestOf(base)!)
    let taken = 0
    fc.assert(
      fc.property(fc.tuple(...numbers.map((name) => written(String(base[name])))), (texts) => {
        // One at a time, as one that is refused would hide the others.
        for (const [i, name] of numbers.entries()) {
          const request = requestOf({ ...base, [name]: texts[i] })
          if (request === undefined) continue
          taken += 1
          const { destinations, documents } = payeeKeysOf(request)
          const shared = destinations.filter((key) => own.destinations.includes(key))
          expect({ destinations: shared, documents }, `${name} ${texts[i]}`).toEqual(own)
        }
      }),
      { numRuns: runs(300) },
    )
    if (numbers.length > 0) expect(taken).toBeGreaterThan(0)
  },
)

const peruvian = { country: 'PE', documentNumber: '12345678' }

it.each([
  ['PE', 'BCP, savings', '0003', '19412345678012', '00219411234567801250'],
  ['PE', 'BCP, current', '0003', '1941234567012', '00219400123456701250'],
  ['PE', 'Interbank', '0001', '2003001234567', '00320000300123456739'],
  ['PE', 'BBVA', '0002', '001101750100034567', '01117500010003456760'],
  ['PE', 'BBVA with its control digits', '0002', '001101750100034567', '00110175460100034567'],
  ['PE', 'Scotiabank', '0004', '0004032571', '00900000000403257194'],
])('%s: the own number of an account and its CCI are one payee: %s', (_, __, bankName, own, cci) => {
  const keys = keysOf({ country: 'PE', bankName, accountNumber: own })
  expect(areOne(keys, keysOf({ country: 'PE', accountNumber: cci }))).toBe(true)
  const [other, atAnother] = [`${cci.slice(0, 17)}${(Number(cci[17]) + 1) % 10}${cci.slice(18)}`, `043${cci.slice(3)}`]
  if (!cci.startsWith('0011')) expect(areOne(keys, keysOf({ country: 'PE', accountNumber: other }))).toBe(false)
  expect(areOne(keys, keysOf({ country: 'PE', accountNumber: atAnother }))).toBe(false)
})

it.each<[string, Record<string, unknown>, Record<string, unknown>, Record<string, unknown>]>([
  [
    'a CPF that is the Pix key of one payout and the document of another',
    { country: 'BR', recipientPixKey: '52998224725', documentNumber: '11144477735' },
    { country: 'BR', bankName: '001', accountNumber: '123456', documentNumber: '52998224725' },
    { country: 'BR', bankName: '001', accountNumber: '123456', documentNumber: '39053344705' },
  ],
  [
    'a telephone that is a Pix key, and its digits alone, which are read as a CPF',
    { country: 'BR', recipientPixKey: '+5511987650001' },
    { country: 'BR', recipientPixKey: '11987650001' },
    { country: 'BR', recipientPixKey: '11987650002' },
  ],
  ...['<bob@example.com>', "'Bob@example.com'", '(bob)@example.com', 'bob@[example.com]', 'bob@example.com;'].map(
    (written): [string, Record<string, unknown>, Record<string, unknown>, Record<string, unknown>] => [
      `an e-mail key with signs around it: ${written}`,
      { country: 'BR', recipientPixKey: 'bob@example.com' },
      { country: 'BR', recipientPixKey: written },
      { country: 'BR', recipientPixKey: written.replace(/bob/i, 'rob') },
    ],
  ),
  [
    'an e-mail key with a question after it',
    { country: 'BR', recipientPixKey: 'bob@example.com' },
    { country: 'BR', recipientPixKey: 'bob@example.com?subject=x' },
    { country: 'BR', recipientPixKey: 'bob@example.com.br' },
  ],
  ...['00100123456-7', '013.00123456-7', '1288001234567'].map(
    (written): [string, Record<string, unknown>, Record<string, unknown>, Record<string, unknown>] => [
      `an account of Caixa with its operation: ${written}`,
      { country: 'BR', bankName: '104', accountNumber: '123456-7' },
      { country: 'BR', bankName: '104', accountNumber: written },
      { country: 'BR', bankName: '341', accountNumber: written },
    ],
  ),
  [
    'an account with a stroke for a 1',
    { country: 'GH', accountNumber: '0247654331' },
    { country: 'GH', accountNumber: '024765433|' },
    { country: 'GH', accountNumber: '0247654332' },
  ],
  [
    'a RUT with its check digit and without',
    { country: 'CL', documentNumber: '123456785' },
    { country: 'CL', documentNumber: '12345678' },
    { country: 'CL', documentNumber: '12345786' },
  ],
  [
    'a RUT account and the RUT of its owner',
    { country: 'CL', bankName: '012', payoutAccountTypeCode: '0004', accountNumber: '12345678' },
    {
      country: 'CL',
      bankName: '037',
      payoutAccountTypeCode: '0001',
      accountNumber: '00991',
      documentNumber: '123456785',
    },
    { country: 'CL', bankName: '037', payoutAccountTypeCode: '0001', accountNumber: '12345678' },
  ],
  [
    'a cédula and the NIT of its person, with its check digit and without',
    { country: 'CO', documentType: '01', documentNumber: '1020304050' },
    { country: 'CO', documentType: '03', documentNumber: '10203040507' },
    { country: 'CO', documentType: '01', documentNumber: '1020304051' },
  ],
  [
    'a cédula and the RUC of its person',
    { country: 'EC', documentType: '04', documentNumber: '0926687856' },
    { country: 'EC', documentType: '05', documentNumber: '0926687856001' },
    { country: 'EC', documentType: '05', documentNumber: '0990017514001' },
  ],
  [
    'a DNI and the RUC of its person',
    peruvian,
    { ...peruvian, documentType: '05', documentNumber: '10123456781' },
    { ...peruvian, documentType: '05', documentNumber: '20123456786' },
  ],
  [
    'a debit card under two banks',
    { country: 'MX', bankName: '40002', payoutAccountTypeCode: '0010', accountNumber: '4111111111111111' },
    { country: 'MX', bankName: '40012', payoutAccountTypeCode: '0010', accountNumber: '4111111111111111' },
    { country: 'MX', bankName: '40012', payoutAccountTypeCode: '0010', accountNumber: '4111111111111129' },
  ],
  [
    'a telephone at two wallets',
    { country: 'PE', bankName: '0029', accountNumber: '912345678' },
    { country: 'PE', bankName: '0030', accountNumber: '912345678' },
    { country: 'PE', bankName: '0030', accountNumber: '912345679' },
  ],
  [
    'a CURP with a letter in place of a digit',
    { country: 'MX', documentNumber: 'BOXW310820HNERXN09' },
    { country: 'MX', documentNumber: 'BOXW31O82OHNERXNO9' },
    { country: 'MX', documentNumber: 'BOXW310820HNERXN08' },
  ],
  [
    'a document whose form is not known, with and without its marks',
    { country: 'GH', documentNumber: 'GHA-712345678-9' },
    { country: 'GH', documentNumber: 'No. \u2786\u24f5\u24f6 345678 9' },
    { country: 'GH', documentNumber: 'GHA-712345678-8' },
  ],
])('One payee: %s', (_, one, same, another) => {
  expect(areOne(keysOf(one), keysOf(same))).toBe(true)
  expect(areOne(keysOf(one), keysOf(another))).toBe(false)
})

it('No request has a CNPJ: neither as a Pix key nor as a document', () => {
  const brazil = sampleEntries.find(({ name }) => name.startsWith('Brazil'))!
  for (const name of ['recipientPixKey', 'documentNumber']) {
    const { errors } = readEntry({ ...brazil.entry, [name]: '11.222.333/0001-81' })
    expect(errors).toEqual([expect.objectContaining({ field: name })])
  }
})
