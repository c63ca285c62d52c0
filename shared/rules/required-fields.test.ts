import { expect, it } from 'vitest'
import type { CountryRules } from '#shared/api/rules.ts'
import { countryCodes } from '#shared/countries/rule-book.ts'
import { english } from '#shared/language/english.ts'
import { previewPayout } from '#shared/payout/read-entry.ts'
import { buildCountryRules } from './rules-document.ts'

type Field = CountryRules['methods'][number]['fields'][number]
type Values = Readonly<Record<string, string | boolean>>

/** What a program that knows nothing but the answer of GET /api/rules/{country} sends: each required field, and no other. */
function payloads({ code, currencies, methods }: CountryRules): readonly Values[] {
  return methods.flatMap(({ id, fields }) =>
    currencies.flatMap((currencyCode) => {
      const begun: readonly Values[] = [{ country: code, currencyCode, method: id }]
      const asked = fields.filter(({ name, use }) => use === 'asked' && !(name in (begun[0] ?? {})))
      // Numbers last, as they depend on the others.
      const inOrder = [...asked.filter(({ numbers }) => !numbers), ...asked.filter(({ numbers }) => numbers)]
      return inOrder.reduce(
        (built, field) => built.flatMap((values) => valuesFor(field, values).map((value) => ({ ...values, ...value }))),
        begun,
      )
    }),
  )
}

function valuesFor(field: Field, given: Values): readonly Values[] {
  if (!isRequired(field, given)) return [{}]
  const { name, choices, banks, numbers, example } = field
  if (choices) return choices.map((choice) => ({ [name]: choice.code }))
  if (banks) return banks.map((bank) => ({ [name]: bank.code }))
  if (numbers) return [{ [name]: numbers.find(({ when = {} }) => holds(when, given))?.example ?? 'none' }]
  return [{ [name]: example ?? ofType[name] ?? 'Ana' }]
}

/** The request's JSON Schema says which fields are no texts. */
const ofType: Values = { amount: '10', TermsApproved: true }

function isRequired({ required, requiredWhen }: Field, given: Values): boolean {
  return required || (requiredWhen !== undefined && holds(requiredWhen, given))
}

function holds(when: Readonly<Record<string, readonly string[]>>, given: Values): boolean {
  return Object.entries(when).every(([name, values]) => values.some((value) => value === given[name]))
}

it.each(countryCodes.map((code) => [code]))(
  'Rules as data: what they call required is enough for a payout to %s, by each method, in each currency, with each code',
  (code) => {
    const rules = buildCountryRules(code, english)
    const built = rules === undefined ? [] : payloads(rules)
    expect(built.length).toBeGreaterThanOrEqual(rules?.currencies.length ?? 1)
    expect(built.map((values) => [values, previewPayout(values)] as const).filter(([, { ok }]) => !ok)).toEqual([])
  },
)

it.each(countryCodes.map((code) => [code]))(
  'Rules as data: a payout to %s in US dollars alone is refused where the terms were not accepted',
  (code) => {
    const rules = buildCountryRules(code, english)
    const built = rules === undefined ? [] : payloads(rules)
    const refused = built.filter(({ TermsApproved: terms, ...others }) => !previewPayout(others).ok)
    expect(refused).toEqual(built.filter(({ currencyCode }) => currencyCode === 'USD'))
  },
)
