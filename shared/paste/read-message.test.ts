import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { CountryCode } from '#shared/countries/rule-book.ts'
import { cpuTimeMs } from '#shared/testing/cpu-time.ts'
import { runs, some } from '#shared/testing/runs.ts'
import { longestMessage } from './pasted-text.ts'
import { readMessage, readMessagePart } from './read-message.ts'
import { argentineMessages } from './testing/argentina.ts'
import { brazilianMessages } from './testing/brazil.ts'
import { chileanMessages } from './testing/chile.ts'
import { colombianMessages } from './testing/colombia.ts'
import { ecuadorianMessages } from './testing/ecuador.ts'
import { mexicanMessages } from './testing/mexico.ts'
import type { PastedMessage } from './testing/pasted-message.ts'
import { peruvianMessages } from './testing/peru.ts'

const byCountry: readonly (readonly [CountryCode, readonly PastedMessage[]])[] = [
  ['AR', argentineMessages],
  ['BR', brazilianMessages],
  ['CL', chileanMessages],
  ['CO', colombianMessages],
  ['EC', ecuadorianMessages],
  ['MX', mexicanMessages],
  ['PE', peruvianMessages],
]

const all = byCountry.flatMap(([code, messages]) => messages.map((message) => ({ code, ...message })))

/** What is found in each message: many fields are asked of one reading. */
const readings = new Map(all.map(({ text }) => [text, readMessage(text)]))

function fieldsOf(text: string) {
  return (readings.get(text) ?? readMessage(text)).fields
}

/** The values found for a field, and whether one is sure. */
function found(text: string, field: string) {
  const fields = fieldsOf(text).filter((one) => one.field === field)
  return fields.map(({ value, sureness }) => `${value} ${sureness}`)
}

it('Messages of seven countries are at least sixty, eight a country', () => {
  expect(all.length).toBeGreaterThanOrEqual(60)
  for (const [, messages] of byCountry) expect(messages.length).toBeGreaterThanOrEqual(8)
})

it('Messages of seven countries give at least 97 of 100 fields that a careful person would enter', () => {
  const expected = all.flatMap(({ text, fields }) =>
    Object.entries(fields).map(([field, value]) => ({ text, field, value })),
  )
  const missed = expected.filter(
    ({ text, field, value }) => !found(text, field).some((one) => one.startsWith(`${value} `)),
  )
  expect(expected.length).toBeGreaterThan(350)
  expect(1 - missed.length / expected.length).toBeGreaterThanOrEqual(0.97)
})

it('Messages of seven countries mark at least 75 of 100 of them as sure', () => {
  const expected = all.flatMap(({ text, fields }) =>
    Object.entries(fields).map(([field, value]) => ({ text, field, value })),
  )
  const sure = expected.filter(({ text, field, value }) => found(text, field).includes(`${value} sure`))
  expect(sure.length / expected.length).toBeGreaterThanOrEqual(0.75)
})

it('Messages of seven countries never mark a wrong value as sure', () => {
  const wrong = all.flatMap(({ text, fields }) => {
    const expected: Readonly<Record<string, string>> = fields
    return fieldsOf(text).filter(({ field, value, sureness }) => sureness === 'sure' && expected[field] !== value)
  })
  expect(wrong).toEqual([])
})

it.each(all)('Messages of seven countries tell the country: $code, $text', ({ code, text, method }) => {
  const reading = readMessage(text)
  expect(reading.country?.code).toBe(code)
  if (method !== undefined) expect(reading.method?.id).toBe(method)
})

it('Never sure: eleven digits that are a CPF as well as a phone are offered as both', () => {
  const keys = found('Chave pix: 11900000083, valor R$ 10,00, CPF 111.444.777-35', 'recipientPixKey')
  expect(keys).toEqual(expect.arrayContaining(['11900000083 likely', '+5511900000083 likely']))
  expect(keys.join()).not.toContain('sure')
})

it('Never sure: a number whose check digits do not fit', () => {
  expect(found('CPF: 111.444.777-36, R$ 50,00', 'documentNumber')).toEqual(['11144477736 likely'])
  expect(found('CLABE 012180011835971231 MXN', 'accountNumber')).toEqual(['012180011835971231 likely'])
})

it('Never sure: a number of the wrong length comes with what its rule asks for', () => {
  const [field] = readMessage('CLABE: 0121 8001 1835 9712 3, México').fields.filter(
    (one) => one.field === 'accountNumber',
  )
  expect(field).toMatchObject({
    value: '01218001183597123',
    sureness: 'likely',
    reason: {
      is: 'againstRule',
      error: { code: 'wrong_length', params: { expected: { params: { count: 18 } }, length: 17 } },
    },
  })
})

it('Never sure: two candidates for one field', () => {
  expect(found('DNI 30.123.456 o DNI 30.123.457, CBU 0070099340275183640000', 'documentNumber')).toEqual([
    '30123456 likely',
    '30123457 likely',
  ])
})

it('Never sure: a bank that differs from the one in the CLABE', () => {
  expect(found('CLABE 0020 1007 7777 7777 71 BBVA', 'bankName').toSorted()).toEqual(['40002 likely', '40012 likely'])
})

it('A point or comma that groups is sure where it does so, and not where it is the decimal separator', () => {
  expect(found('CPF 111.444.777-35, valor: R$ 1.000', 'amount')).toEqual(['1000 sure'])
  expect(found('CPF 111.444.777-35, valor: R$ 1.000,00', 'amount')).toEqual(['1000 sure'])
  expect(found('CPF 111.444.777-35, valor: R$ 1,000', 'amount')).toEqual(['1000 likely'])
  expect(found('CURP GOMA850312MDFRRN09, total 1.500', 'amount')).toEqual(['1500 likely'])
})

it('Never sure: a bare sum in dollars that no label explains', () => {
  expect(found('RUT 15.678.432-K ya te debía $50.000,00', 'amount')).toEqual(['50000 likely'])
})

it('Never sure: a name that parts in several ways, or that nothing shows to be one', () => {
  expect(found('Nombre: Ana Yamel Kuri', 'beneficiaryLastName')).toEqual(['Yamel Kuri likely', 'Kuri likely'])
  expect(found('ana souza\nCPF 111.444.777-35', 'beneficiaryFirstName')).toEqual(['ana likely'])
})

it('Never sure: a number behind the word for a currency, which may be an account', () => {
  const text = 'Cuenta corriente en dólares 123456789, CBU 0070099340275183640000'
  expect(found(text, 'amount')).toEqual(['123456789 likely'])
})

it('Never sure: a name of another person is no name of the beneficiary', () => {
  expect(found('Nome da mãe: Clara Dias\nNome: Ana Souza\nCPF 111.444.777-35', 'beneficiaryFirstName')).toEqual([
    'Ana sure',
  ])
})

it('Never sure: every field of a country, where another country comes close', () => {
  const { fields } = readMessage('DNI 45678912, Juan Prado')
  const ofCountry = fields.filter(({ field }) => field.startsWith('document'))
  expect(ofCountry.map(({ sureness }) => sureness)).toEqual(['likely', 'likely'])
})

it('Never sure: the country where two of them fit nearly as well, and with it every number', () => {
  const { country, fields } = readMessage('Cédula 1710034065, cuenta de ahorros 2200123456')
  expect(country).toMatchObject({ code: 'EC', sureness: 'likely' })
  expect(fields.map(({ sureness }) => sureness)).not.toContain('sure')
})

it('Never sure: a document beside one of another kind: a company to pay, and the CPF of who writes', () => {
  const { country, fields } = readMessage('Pay company Acme Ltda, CNPJ 11.222.333/0001-81; meu CPF é 111.444.777-35')
  expect(country).toMatchObject({ code: 'BR', sureness: 'sure' })
  expect(fields.find(({ field }) => field === 'documentNumber')).toMatchObject({
    sureness: 'likely',
    reason: 'otherDocument',
  })
})

it('Never sure: digits after a phone, a date or a foreign label', () => {
  expect(readMessage('tel: 11144477735').fields).toEqual([])
  expect(readMessage('CNPJ: 11.222.333/0001-81, vence 3/11/2026').fields).toEqual([])
})

it('A message: each value points to the exact words that it came from', () => {
  const text = '\u200bNome:\u00a0Ana Souza, 📄CPF 111.\u200b444.777-35'
  const [document] = readMessage(text).fields.filter(({ field }) => field === 'documentNumber')
  expect(document?.words.text).toBe('111.\u200b444.777-35')
  expect(text.slice(document?.words.start, document?.words.end)).toBe(document?.words.text)
})

it('A message: a person who knows the country better is followed', () => {
  const text = 'Cédula 1020304050, ahorros 12345678901'
  expect(readMessage(text, 'CO').fields.map(({ field, value }) => `${field} ${value}`)).toContain('documentType 01')
  expect(readMessage(text, 'EC').fields.map(({ field, value }) => `${field} ${value}`)).toContain('documentType 04')
})

it('A message: a currency names the country where nothing else does', () => {
  expect(readMessage('Name: Amina Otieno\nAmount: KES 12,500.00').country?.code).toBe('KE')
})

it('A message: sums in US dollars say so', () => {
  expect(found('CPF 111.444.777-35, valor USD 200.00', 'currencyCode')).toEqual(['USD sure'])
})

it('A message: a company of Chile has a single name', () => {
  expect(found('Razón social: Comercial Andina SpA, RUT 76.543.210-3', 'beneficiaryType')).toEqual(['company sure'])
})

it.each([
  '',
  '   \n ',
  'ok, obrigado! 👍',
  'Hola, ¿cómo estás? Nos vemos mañana a las 10:30',
  '123',
  '[10:42, 3/11/2026] Ana: jaja',
])('Messages with nothing in them give nothing: %j', (text) => {
  expect(readMessage(text)).toMatchObject({ country: undefined, method: undefined, fields: [] })
})

describe('Hostile messages', () => {
  const pieces = [
    '1 ',
    '1',
    'a ',
    'Ana ',
    'CPF ',
    'Banco: ',
    '(',
    'e\u0301\u0323',
    '\n',
    'a@',
    'a.',
    '002010077777777771 ',
    'Bradesco Itaú Santander ',
    'para ',
    'pix +55 ( ) ',
    ' ',
    '$ 1.000',
    '- ',
    '\u202eCPF 111.444.777-35\u202c',
  ]

  it.each(some(pieces))(
    'Hostile messages of the greatest length made of %j are read within seconds, not minutes',
    (piece) => {
      const text = piece.repeat(Math.ceil(longestMessage / piece.length)).slice(0, longestMessage)
      const start = cpuTimeMs()
      expect(readMessage(text).isTooLong).toBe(false)
      expect(cpuTimeMs() - start).toBeLessThan(6000)
    },
  )

  it('Hostile messages are refused whole where they are longer', () => {
    const text = `CPF: 111.444.777-35 ${' '.repeat(longestMessage)}`
    expect(readMessage(text)).toMatchObject({
      country: undefined,
      method: undefined,
      fields: [],
      parts: [],
      isTooLong: true,
    })
  })

  it('Hostile messages keep their value through marks of direction', () => {
    expect(found('\u202eCPF\u202c: 111.444.777-35 R$ 1,00', 'documentNumber')).toEqual(['11144477735 sure'])
  })

  const noise = fc.constantFrom(
    'Nome: ',
    'CPF ',
    'pix ',
    'banco ',
    'CLABE ',
    'R$ ',
    '\n',
    '\u200b',
    '🙂',
    '(',
    '“',
    'ag/cc ',
    ', ',
    ' - ',
    '+55 ',
  )
  const messages = fc.array(fc.oneof(noise, fc.string({ unit: 'grapheme', maxLength: 12 }), fc.nat().map(String)), {
    maxLength: 30,
  })

  it('Hostile messages never throw, and every value points at its words', () => {
    fc.assert(
      fc.property(messages, (parts) => {
        const text = parts.join('')
        for (const { words, value } of readMessage(text).fields) {
          expect(text.slice(words.start, words.end)).toBe(words.text)
          expect(words.text).not.toBe('')
          expect(value).not.toBe('')
        }
      }),
      { numRuns: runs(300) },
    )
  })
})

test.each([
  ["Valor: 3'450.000", 'amount=3450000 sure'],
  ["Valor: $1'200.000,oo", 'amount=1200000 sure'],
  ['Monto: $12´500.00', 'amount=12500 sure'],
  ['Valor: $3`450.000,50', 'amount=3450000.5 sure'],
  ["Valor: 3'45", ''],
  ['Monto: $45 lucas', 'amount=45000 likely'],
  ['Monto: $2,5 palos', 'amount=2500000 likely'],
  ['Monto: $1.500 mil', ''],
  ['Monto: $450 lukitas', 'amount=450 likely'],
  ['Monto: $45.000 aprox.', 'amount=45000 likely'],
  ['Monto: aprox. $45.000,00', 'amount=45000 likely'],
  ['Monto: $45.000,00 cada uno', 'amount=45000 likely'],
  ['Monto: $45.000,00 + iva', 'amount=45000 likely'],
])('Chile: of “%s” an amount is sure only where everything beside it was read', (text, expected) => {
  const { fields } = readMessage(`Rut 15.678.432-K\n${text}`, 'CL')
  expect(
    fields
      .flatMap(({ field, value, sureness }) => (field === 'amount' ? [`${field}=${value} ${sureness}`] : []))
      .join(),
  ).toBe(expected)
})

test('Peru: a luca is one sol, not a thousand', () => {
  expect(found('DNI 45678912, Yape 987654321, son 45 lucas', 'amount')).toEqual(['45 likely'])
})

test('Nothing is sure where a message speaks of another person’s account', () => {
  const text = 'Titular: Ana Díaz\nDNI 30.123.456\nLa cuenta es de mi hermano: CBU 0070572193025654689935'
  expect(fieldsOf(text).filter(({ sureness }) => sureness === 'sure')).toEqual([])
})

test('People and accounts in separate lists are not brought together', () => {
  const text =
    'Juan Pérez y María López\nDNI 30123456, DNI 30123457\nCBU 0070572193025654689935 y 0110166584537201446057'
  const { parts, fields } = readMessage(text)
  expect(parts).toEqual([])
  expect(fields.filter(({ sureness }) => sureness === 'sure')).toEqual([])
})

test('A value outside of the part that was chosen is never sure', () => {
  const text =
    'Banco Galicia\nTitular: Ana Díaz\nCBU 0070572193025654689935\n\nTitular: Luis Paz\nCBU 0110166584537201446057\n\nTotal 90.000'
  const whole = readMessage(text)
  expect(whole.parts).toHaveLength(2)
  for (const part of whole.parts) {
    const { fields } = readMessagePart(text, whole, part)
    const outside = fields.filter(({ words }) => words.start < part.start || words.end > part.end)
    expect(outside.map(({ sureness }) => sureness)).not.toContain('sure')
    expect(fields.find(({ field }) => field === 'accountNumber')?.sureness).toBe('sure')
  }
})

test('Of two accounts of one person neither is sure', () => {
  const text = 'Titular: Ana Díaz\nCBU 0070572193025654689935\nCBU 0110166584537201446057'
  expect(found(text, 'accountNumber')).toEqual(['0070572193025654689935 likely', '0110166584537201446057 likely'])
})

test('A number ends where a sentence does, and the amount behind it is no part of it', () => {
  expect(found('Sicredi ag 0710 c/c 45678-9. R$ 900,00', 'accountNumber').join()).toMatch(/^456789 /)
  expect(found('CPF: 040 501 026 50 R$ 3.000,00', 'documentNumber')).toEqual(['04050102650 sure'])
})

test('Letters at the beginning of a CURP are no family name', () => {
  const names = found('David Valdés Corona VACD950612HPLRSN03', 'beneficiaryLastName')
  expect(names[0]).toMatch(/^Valdés Corona /)
  expect(names.join()).not.toContain('VAC')
})
