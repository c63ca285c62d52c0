import fc from 'fast-check'
import { type FieldRule, type FieldUse, fieldUses, matchingNumbers } from '#shared/payout/field-uses.ts'
import { type FieldName, requestFields } from '#shared/payout/fields.ts'
import { previewPayout } from '#shared/payout/read-entry.ts'
import { type Shape, shapePattern } from '#shared/rule-book/shape.ts'
import { noisyEntry } from '#shared/testing/noisy-entries.ts'
import { type SampleEntry, sampleEntries } from '#shared/testing/sample-entries.ts'
import type { Entry } from './golden-requests.ts'

/** Enough for more than a thousand in all; a country without rules of its own needs fewer. */
const most = { documented: 75, general: 15 } as const

/** Accepted entries of every country and method, the same at every call; each sample has a seed of its own. */
export function generatedEntries(): readonly Entry[] {
  return sampleEntries.flatMap((sample) => {
    const numRuns = sample.country.documents.length > 0 ? most.documented : most.general
    const accepted = entryLike(sample).filter((entry) => previewPayout(entry).ok)
    return fc.sample(accepted, { numRuns, seed: seedOf(sample.name) })
  })
}

/** Every sample as it is, and once more with a value in each of the general fields that need none. */
export function sampleEntriesTwice(): readonly Entry[] {
  return sampleEntries.flatMap(({ entry }) => [entry, { ...entry, ...everyOptionalField }])
}

const texts: Readonly<Partial<Record<FieldName, readonly string[]>>> = {
  beneficiaryFirstName: ['Ana', 'Jose\u0301', 'Maria  da\tGraça', 'Nguyễn', 'Comercial Ñandú & Cía. S.A.', 'Zoë'],
  beneficiaryLastName: [
    'Souza Peña',
    'D’Ávila',
    'O\u2019Connor-Núñez',
    'X',
    'de la Fuente y Fernández de Córdoba Ruiz',
  ],
  email: ['ana@example.com', 'Ana.Souza+pay@Mail.Example.org'],
  city: ['São Paulo', 'Bogotá,  D.C.', 'Abidjan - Plateau', '-'],
  externalReference: ['INV-2026/001', 'a  b', '0007', '“quoted” \\ and / slashed'],
  NotificationUrl: ['https://example.com/hook?order=1&x=%20', 'https://example.com:8443/', 'HTTPS://Example.com'],
  PaymentReason: ['Salary of May', 'Línea uno\nlínea dos', '🎉 bonus', '-'],
}

const everyOptionalField: Entry = {
  email: 'ana@example.com',
  city: 'São Paulo',
  externalReference: 'INV-2026/001',
  NotificationUrl: 'https://example.com/hook?order=1',
  PaymentReason: 'Salary of May',
  testMode: true,
  TermsApproved: true,
}

const pixKeys = [
  'ana@example.com',
  'Ana@Example.com',
  '111.444.777-35',
  '+55 (11) 91234-5678',
  '+5511912345678',
  '123E4567-E89B-12D3-A456-426614174000',
  '123e4567e89b12d3a456426614174000',
]

/** As programs and people write an amount; the last ones are numbers of JSON. */
const amounts = [
  '1,500.00',
  '1.500.000,5',
  '1 500',
  '.5',
  '007',
  '10.',
  '1.000',
  '99999999999.99',
  1500,
  0.1,
  12345.678,
]

function entryLike(sample: SampleEntry): fc.Arbitrary<Entry> {
  return filledLike(sample)
    .chain((entry) => noisyEntry({ ...sample, entry }))
    .chain((entry) =>
      fc.tuple(fc.constant(entry), withOtherAmount, fc.shuffledSubarray(Object.keys(entry), whole(entry))),
    )
    .map(([entry, amount, order]) => {
      const mixed: Entry = { ...entry, ...amount }
      return Object.fromEntries(order.map((field) => [field, mixed[field]]))
    })
}

const withOtherAmount: fc.Arbitrary<Entry> = fc.oneof(
  fc.constant({}),
  fc.constantFrom(...amounts).map((amount) => ({ amount })),
)

function whole(entry: Entry) {
  const count = Object.keys(entry).length
  return { minLength: count, maxLength: count }
}

/** Numbers come last, as their rules depend on the codes. */
function filledLike(sample: SampleEntry): fc.Arbitrary<Readonly<Record<string, string | boolean>>> {
  const uses = fieldUses(sample.country, sample.method)
  const isNumber = (field: FieldName) => kindOf(uses[field]) === 'number'
  return valuesOf(requestFields.filter((field) => !isNumber(field))).chain((codes) =>
    valuesOf(requestFields.filter(isNumber), codes).map((numbers) => ({ ...codes, ...numbers })),
  )

  function valuesOf(fields: readonly FieldName[], codes: Readonly<Record<string, string | boolean>> = {}) {
    const drawn = fields.map((field) => fc.tuple(fc.constant(field), drawValue(field, uses[field], sample, codes)))
    return fc.tuple(...drawn).map((values) => {
      const given = values.flatMap(([field, value]) => (value === undefined ? [] : [[field, value] as const]))
      const filled = Object.fromEntries(given)
      return filled.currencyCode === 'USD' ? { ...filled, TermsApproved: true } : filled
    })
  }
}

function drawValue(
  field: FieldName,
  use: FieldUse,
  { country, entry }: SampleEntry,
  codes: Readonly<Record<string, string | boolean>>,
): fc.Arbitrary<string | boolean | undefined> {
  if (field === 'country') return fc.constant(country.code)
  if (use.use === 'left-out') return fc.constantFrom(undefined, undefined, '', '0001')
  // Where nothing is documented, what a hyphen means is the provider's to say.
  if (use.use !== 'asked')
    return fc.constantFrom(undefined, undefined, undefined, '', country.documents.length > 0 ? '-' : '')
  const value = answerTo(field, use.rule, codes) ?? fc.constant(entry[field])
  return use.required
    ? value
    : fc.oneof({ weight: 2, arbitrary: fc.constantFrom(undefined, undefined, '') }, { weight: 1, arbitrary: value })
}

function answerTo(
  field: FieldName,
  rule: FieldRule,
  codes: Readonly<Record<string, string | boolean>>,
): fc.Arbitrary<string | boolean> | undefined {
  switch (rule.kind) {
    case 'flag':
      return fc.boolean()
    case 'code':
      return fc.constantFrom(...rule.choices.map(({ code }) => code))
    case 'bank': {
      const listed = rule.bank.banks.flatMap(({ code }) => [code, code, code.replace(/^0+/, '')])
      return fc.constantFrom(...listed, ...(rule.bank.nationalCodes?.known ?? []))
    }
    case 'number': {
      const given = Object.fromEntries(Object.entries(codes).filter(([, value]) => typeof value === 'string'))
      const rules = matchingNumbers(rule.numbers, given)
      return fc.oneof(...rules.map(({ example, shape }) => fc.oneof(fc.constant(example), shaped(shape))))
    }
    case 'pix-key':
      return fc.constantFrom(...pixKeys)
    default: {
      const known = texts[field]
      return known && fc.constantFrom(...known)
    }
  }
}

function shaped({ startsWith = '', ...shape }: Shape): fc.Arbitrary<string> {
  return fc.stringMatching(new RegExp(shapePattern(shape))).map((text) => startsWith + text.slice(startsWith.length))
}

function kindOf(use: FieldUse): string {
  return use.use === 'asked' ? use.rule.kind : use.use
}

function seedOf(name: string): number {
  return Array.from(name).reduce((seed, character) => (seed * 31 + (character.codePointAt(0) ?? 0)) % 2 ** 31, 7)
}
