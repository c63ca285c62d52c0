import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cpuTimeMs } from '#shared/testing/cpu-time.ts'
import { runs } from '#shared/testing/runs.ts'
import { brCodesIn } from './br-code.ts'
import { longestMessage } from './pasted-text.ts'
import { readMessage } from './read-message.ts'

/** The example of the manual of Banco Central do Brasil. */
const published =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D'

/** CRC-16/CCITT-FALSE by a table, another way than the reader's. */
const table = Array.from({ length: 256 }, (_, byte) =>
  Array.from({ length: 8 }).reduce<number>(
    (value) => (value & 0x8000 ? (value << 1) ^ 0x1021 : value << 1) & 0xffff,
    byte << 8,
  ),
)

function crcOf(text: string): string {
  const sum = [...Buffer.from(text, 'utf8')].reduce(
    (crc, byte) => ((crc << 8) ^ (table[(crc >> 8) ^ byte] ?? 0)) & 0xffff,
    0xffff,
  )
  return sum.toString(16).toUpperCase().padStart(4, '0')
}

function field(tag: string, value: string): string {
  return `${tag}${String(value.length).padStart(2, '0')}${value}`
}

interface Payload {
  readonly key?: string
  readonly url?: string
  readonly name?: string
  readonly city?: string
  readonly amount?: string
}

function codeOf({ key, url, name = 'Ana Souza', city = 'SAO PAULO', amount }: Payload): string {
  const account = `${field('00', 'br.gov.bcb.pix')}${key ? field('01', key) : ''}${url ? field('25', url) : ''}`
  const body = `000201${field('26', account)}520400005303986${amount ? field('54', amount) : ''}5802BR${field('59', name)}${field('60', city)}${field('62', field('05', '***'))}6304`
  return body + crcOf(body)
}

function found(text: string): readonly string[] {
  return readMessage(text).fields.map((one) => `${one.field}=${one.value} ${one.sureness}`)
}

it('A BR Code as its manual shows it gives the key, the name and the city', () => {
  expect(brCodesIn(published)).toEqual([
    {
      start: 0,
      end: published.length,
      isDamaged: false,
      key: '123e4567-e12b-12d1-a456-426655440000',
      name: 'Fulano de Tal',
      city: 'BRASILIA',
    },
  ])
})

it('BR Codes give back what was put into them, wherever they are in a text', () => {
  const words = fc.stringMatching(/^[A-Za-zÀ-ÿ]{1,10}(?: [A-Za-zÀ-ÿ]{1,10})?$/)
  const amounts = fc.integer({ min: 1, max: 99_999_999 }).map((cents) => (cents / 100).toFixed(2))
  fc.assert(
    fc.property(words, words, amounts, fc.constantFrom('', 'oi, segue:\n', 'R$ 1 '), (name, city, amount, before) => {
      const given = { key: 'ana@exemplo.com.br', name, city, amount }
      const code = codeOf(given)
      const [read] = brCodesIn(`${before}${code} obrigada`)
      expect(read).toEqual({ start: before.length, end: before.length + code.length, isDamaged: false, ...given })
    }),
    { numRuns: runs(200) },
  )
})

it('A BR Code with any one character changed is damaged or none, and gives no reading', () => {
  const code = codeOf({ key: '11144477735', amount: '150.00' })
  for (let place = 0; place < code.length; place += 1) {
    const changed = `${code.slice(0, place)}${code[place] === '7' ? '8' : '7'}${code.slice(place + 1)}`
    expect(brCodesIn(changed).filter(({ isDamaged }) => !isDamaged)).toEqual([])
  }
})

it('Brazil: a BR Code is read with its key and amount sure, and the name as the code has it', () => {
  const text = `Segue o pix copia e cola:\n${codeOf({ key: '+5511987654321', amount: '150.50' })}`
  const { country, method, brCode, fields } = readMessage(text)
  expect(country).toMatchObject({ code: 'BR', sureness: 'sure' })
  expect(method?.id).toBe('pix')
  expect(brCode).toBe('read')
  expect(found(text)).toEqual(
    expect.arrayContaining([
      'recipientPixKey=+5511987654321 sure',
      'amount=150.50 sure',
      'beneficiaryFirstName=Ana likely',
      'beneficiaryLastName=Souza likely',
    ]),
  )
  for (const { words } of fields) expect(text.slice(words.start, words.end)).toBe(words.text)
})

it('Brazil: another amount or key beside a BR Code leaves neither sure', () => {
  const text = `${codeOf({ key: '+5511987654321', amount: '150.50' })}\nO valor é R$ 200,00`
  expect(found(text)).toEqual(expect.arrayContaining(['amount=150.50 likely', 'amount=200 likely']))
  const two = `${codeOf({ key: '+5511987654321' })}\n${codeOf({ key: 'ana@exemplo.com.br' })}`
  expect(found(two).filter((one) => /Pix.* sure/.test(one))).toEqual([])
  expect(found(`Este código não vale mais: ${codeOf({ key: '+5511987654321' })}`)).not.toContain(
    'recipientPixKey=+5511987654321 sure',
  )
})

it('Brazil: a damaged BR Code is reported, and none of its digits are read', () => {
  const code = codeOf({ key: '11144477735', amount: '150.00' })
  for (const text of [`${code.slice(0, -4)}0000`, code.slice(0, -12), code.replace('150.00', '950.00')]) {
    expect(readMessage(text)).toMatchObject({ brCode: 'damaged', fields: [] })
  }
})

it('Brazil: a BR Code that names an address of the web has no key to pay to', () => {
  const text = codeOf({ url: 'pix.exemplo.com.br/qr/v2/9d36b84f' })
  expect(readMessage(text).brCode).toBe('withoutKey')
  expect(found(text).filter((one) => one.startsWith('recipientPixKey'))).toEqual([])
})

it('Hostile texts of BR Codes alone are read in time in proportion to their length', () => {
  for (const piece of ['00020126580014br.gov.bcb.pix', `${published}\n`]) {
    const text = piece.repeat(Math.ceil(longestMessage / piece.length)).slice(0, longestMessage)
    const start = cpuTimeMs()
    expect(brCodesIn(text).length).toBeLessThanOrEqual(20)
    expect(cpuTimeMs() - start).toBeLessThan(200)
  }
})
