import { expect, it } from 'vitest'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { bankRulesOf } from '#shared/rule-book/bank-code.ts'
import { brazilianNationalBanks } from './brazil-national.ts'

/** Each list of the rule book once, however many methods of a country have it. */
const documented = Object.values(ruleBook).flatMap((country) =>
  [...new Set(bankRulesOf(country).map(({ banks }) => banks))].map((list) => ({ name: country.code, list })),
)

const lists = [...documented, { name: 'the national list of Brazil', list: brazilianNationalBanks }]

it('Banks: every list of the rule book is looked at, and the lists have the 254 codes of the interface together', () => {
  const codes = documented.flatMap(({ name, list }) => list.map(({ code }) => `${name} ${code}`))
  expect(new Set(codes).size).toBe(254)
})

it.each(lists)('Banks: every list of the rule book: $name: no code occurs twice', ({ list }) => {
  expect(new Set(list.map(({ code }) => code)).size).toBe(list.length)
})

it.each(lists)('Banks: every list of the rule book: $name: every name is tidy text', ({ list }) => {
  const names = list.flatMap(({ name, otherNames }) => (name === undefined ? otherNames : [name, ...otherNames]))
  expect(names.filter((name) => name === '' || name !== name.trim() || /\s\s|[|`\n]/.test(name))).toEqual([])
})
