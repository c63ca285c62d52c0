import { expect, it } from 'vitest'
import { mostErrors, type ParseResult } from '#shared/api/issue.ts'
import { longestText } from '#shared/api/texts.ts'
import { cpuTimeMs } from '#shared/testing/cpu-time.ts'
import { sampleEntries } from '#shared/testing/sample-entries.ts'
import { bankCountries, bankFields, readBankValidation } from '#shared/validation/bank-validation.ts'
import { identityCountries, identityFields, readIdentityValidation } from '#shared/validation/identity-validation.ts'
import { requestFields } from './fields.ts'
import { previewPayout } from './read-entry.ts'

/** What a careless expression tries again from each of its places: blanks, digits, separators, labels, beginnings of addresses. */
const pieces = [
  ' ',
  '\t\u200b',
  '0',
  '1 ',
  '1.',
  '1,234',
  '1 000',
  '1-',
  '\u2013 ',
  '-',
  '+5',
  'a@',
  'a@a.',
  'a: ',
  'á. /',
  '$',
  'S/.',
  'ABC',
  'e\u0301',
  'http://',
]

/** The piece over and over, and the same after a digit and before an end that fits nothing. */
const texts = pieces.flatMap((piece) => [filled(piece, longestText), `1${filled(piece, longestText - 2)}!`])

/** An expression that tries each place for each other takes 4 to 40 ms for such a text; a reading takes a tenth of one. */
const mostMs = 2

const longTexts = [filled('1', longestText + 1), filled(' ', 200_000), filled('1 ', 200_000)]

const samples = sampleEntries.map((sample) => [sample.name, sample.entry] as const)

it.each(samples)('%s: 2,000 characters in any field are read within two milliseconds', (_, entry) => {
  const slow = texts.flatMap((text) =>
    requestFields.flatMap((field) => slowness(field, text, () => previewPayout({ ...entry, [field]: text }))),
  )
  expect(slow).toEqual([])
})

it.each(identityCountries)(
  'Validations of %s: 2,000 characters in any field are read within two milliseconds',
  (country) => {
    const whole = { ...Object.fromEntries(bankFields.slice(0, -2).map((field) => [field, '1'])), country }
    const slow = texts.flatMap((text) =>
      bankFields.flatMap((field) => [
        ...slowness(field, text, () => readIdentityValidation({ ...whole, [field]: text })),
        ...slowness(field, text, () => readBankValidation({ ...whole, [field]: text })),
      ]),
    )
    expect(slow).toEqual([])
  },
)

it.each(samples)('%s: a longer text is refused at once in any field', (_, entry) => {
  for (const text of longTexts)
    for (const field of requestFields) expectTooLong(field, () => previewPayout({ ...entry, [field]: text }))
})

it.each(identityCountries)('Identity validation of %s: a longer text is refused at once in any field', (country) => {
  for (const text of longTexts)
    for (const field of identityFields.filter((name) => name !== 'testMode'))
      expectTooLong(field, () => readIdentityValidation({ country, [field]: text }))
})

it.each(bankCountries)('Bank validation of %s: a longer text is refused at once in any field', (country) => {
  for (const text of longTexts)
    for (const field of bankFields.filter((name) => name !== 'testMode'))
      expectTooLong(field, () => readBankValidation({ country, [field]: text }))
})

it('A preview lists at most a hundred errors of a body with thousands of unknown fields', () => {
  const body = Object.fromEntries(Array.from({ length: 30_000 }, (_, place) => [`x${place}`, place]))
  const [reading, ms] = timed(() => previewPayout(body))
  expect(errorsOf(reading)).toHaveLength(mostErrors)
  expect(ms).toBeLessThan(1_000)
})

function expectTooLong(field: string, read: () => ParseResult<unknown>): void {
  const [reading, ms] = timed(read)
  const found = errorsOf(reading).filter((error) => error.field === field)
  expect(found).toMatchObject([{ code: 'too_long', params: { max: longestText } }])
  // A busy machine may be slow once or twice; what reads such a text takes seconds each time.
  const fastest = ms < 100 ? ms : Math.min(...Array.from({ length: 10 }, () => timed(read)[1]))
  expect(fastest).toBeLessThan(100)
}

function errorsOf(reading: ParseResult<unknown>) {
  return reading.ok ? [] : reading.errors
}

/** What a reading took too long, if it did so each time: a busy machine interrupts many of them. */
function slowness(field: string, text: string, read: () => unknown): readonly string[] {
  for (let attempt = 1; ; attempt += 1) {
    const [, ms] = timed(read)
    if (ms <= mostMs) return []
    if (attempt === 25) return [`${field} ${JSON.stringify(text.slice(0, 8))}: ${ms.toFixed(1)} ms`]
  }
}

function timed<Result>(run: () => Result): readonly [Result, number] {
  const start = cpuTimeMs()
  const result = run()
  return [result, cpuTimeMs() - start]
}

function filled(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
}
