import { expect, it } from 'vitest'
import { isCountryCode } from '#shared/countries/rule-book.ts'
import { sampleEntries } from '#shared/testing/sample-entries.ts'
import { readMessage, readMessagePart } from './read-message.ts'

const numbered = ['accountNumber', 'documentNumber', 'recipientPixKey', 'accountAgencyNumber'] as const

function found(text: string, field: string): readonly string[] {
  return readMessage(text)
    .fields.filter((one) => one.field === field)
    .map(({ value, sureness }) => `${value} ${sureness}`)
}

it.each([
  ['a tab', '\t'],
  ['two tabs', '\t\t'],
  ['a line end', '\n'],
  ['a line end of Windows', '\r\n'],
  ['a line end of old Macs', '\r'],
  ['a line that the letter ends', '\u2028'],
  ['a sign of dollars', ' $ '],
  ['a sign without blanks', '$'],
  ['a currency', ' USD '],
  ['reais', ' R$ '],
  ['soles', ' S/ '],
])('Digits on both sides of %s are two numbers, in every country', (_, gap) => {
  let count = 0
  for (const { entry, country } of sampleEntries) {
    const { code } = country
    if (!isCountryCode(code)) continue
    for (const field of numbered) {
      const number = entry[field]
      if (typeof number !== 'string' || !/^\d{6,}$/.test(number)) continue
      for (const before of ['Cuenta: ', 'Conta ', 'Account number ', 'Documento ', 'Pix ', `Ana Gómez${gap}`]) {
        count += 1
        for (const { value } of readMessage(`${before}${number}${gap}1500`, code).fields)
          expect([code, field, value]).not.toEqual([code, field, expect.stringContaining(`${number}1500`)])
      }
    }
  }
  expect(count).toBeGreaterThan(60)
})

it('Rows that were copied from a spreadsheet give no number with the amount behind it', () => {
  const rows = 'Ana Gómez\t45678912\t19412345678012\t1500\nLuis Paz\t43218765\t19498765432012\t200'
  for (const { field, value } of readMessage(rows, 'PE').fields)
    if (field !== 'amount') expect(value).not.toMatch(/1500$|^.{9,}200$/)
  expect(found('Cuenta\t19412345678012\t1500', 'accountNumber').join()).not.toContain('1500')
})

it('A part of a message is read in the country of the whole, and where that is a guess nothing of the country is sure', () => {
  const text = `Nombre: Ana Díaz\nCédula 1710034065, cuenta de ahorros 2200123456
Nombre: Luis Mora\nCédula 0926687856, cuenta de ahorros 2200123457`
  const whole = readMessage(text)
  expect(whole.country?.sureness).toBe('likely')
  expect(whole.parts).toHaveLength(2)
  for (const part of whole.parts) {
    const { country, fields } = readMessagePart(text, whole, part)
    expect(country).toMatchObject({ code: whole.country?.code, sureness: 'likely' })
    const numbers = fields.filter(({ field }) => field === 'documentNumber' || field === 'accountNumber')
    expect(numbers.map(({ sureness }) => sureness)).toEqual(numbers.map(() => 'likely'))
    expect(readMessagePart(text, whole, part, whole.country?.code).country?.sureness).toBe('sure')
  }
})

it.each([
  ['Documento 1710034065, cuenta de ahorros 22001234567, $ 150.000 COP', 'CO'],
  ['Documento 1710034065, cuenta de ahorros 22001234567, tel +57 300 123 4567', 'CO'],
  ['Documento 1710034065, cuenta 22001234567, S/ 150', 'PE'],
])('A check digit that fits by chance weighs less than money or the prefix of a phone: %s is of %s', (text, code) => {
  expect(readMessage(text).country?.code).toBe(code)
})

it.each([
  'El otro no vale',
  'la antigua ya no',
  'Ya no uso la otra',
  'not the old one',
  'Pix antigo: esquece',
  'a conta anterior não vale mais',
  'la cuenta vieja está cerrada',
  'A outra conta foi encerrada',
  'the account is no longer valid',
  'L’ancien compte n’est plus valable',
])('Nothing is sure in a message that says of something that it is no longer valid: %s', (words) => {
  const good = 'Nome: Ana Souza\nCPF: 111.444.777-35\nPix: ana@exemplo.com.br\nR$ 150,00'
  expect(readMessage(good).fields.some(({ sureness }) => sureness === 'sure')).toBe(true)
  const { fields } = readMessage(`${good}\n${words}`)
  expect(fields.length).toBeGreaterThan(3)
  expect(fields.filter(({ sureness }) => sureness === 'sure')).toEqual([])
})

it.each([
  ['documentNumber', 'DNI 45678912\nYape 987654321, S/ 45', '43218765'],
  ['documentNumber', 'Cédula 79.456.123\nBancolombia ahorros 12345678901\nCOP 45.000', '52.789.456'],
  ['recipientPixKey', 'Pix: ana@exemplo.com.br\nCPF: 111.444.777-35\nR$ 150,00', 'financeiro@exemplo.com.br'],
  ['recipientPixKey', 'Pix: +5511987654321\nR$ 150,00', '+55 21 98765-1234'],
  ['recipientPixKey', 'Pix: 0b9ad0b8-7e0e-4c0e-9b1a-7f1f0f0f0f0f\nR$ 150,00', '1b9ad0b8-7e0e-4c0e-9b1a-7f1f0f0f0f0f'],
])('A %s is sure only where the message has no other number that could be one: %s', (field, text, other) => {
  const [alone = ''] = found(text, field)
  expect(alone).toMatch(/ sure$/)
  expect(found(`${text}\n${other}`, field)).not.toContain(alone)
  expect(found(`${other}\n${text}`, field)).not.toContain(alone)
})
