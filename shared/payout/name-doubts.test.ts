import { expect, it } from 'vitest'
import { ruleBook } from '#shared/countries/rule-book.ts'
import type { Country, FieldValues } from '#shared/rule-book/country.ts'
import { nameDoubts } from './name-doubts.ts'

const { BR, CL, CO, KE, PE } = ruleBook
const field = 'beneficiaryFirstName'
const person: FieldValues = { documentType: '04' }

function why(name: string, country: Country = PE, given = person): readonly unknown[] {
  return nameDoubts(field, name, country, given).map(({ code, params }) => params.why ?? code)
}

it.each([
  ['Ana 2', 'digits'],
  ['R0sa', 'digits'],
  ['1234', 'no-letters'],
  ['...', 'no-letters'],
  ['aaa', 'repeated'],
  ['Xxx x', 'repeated'],
  ['Ana <b>', 'markup'],
  ['Souza &amp; Lima', 'markup'],
])('A person called “%s” is doubted: %s', (name, reason) => {
  expect(why(name)).toEqual([reason])
})

it.each([
  'Ana',
  'O',
  'Oo',
  'Ng',
  'Aanaa',
  "D'Ávila",
  'María José',
  'de la O',
  'Пётр',
  '李',
  'Souza & Lima',
  'Núñez-Ñíguez',
])('A person may be called “%s”', (name) => {
  expect(why(name)).toEqual([])
})

it.each([
  ['3M', CO, { documentType: '03' }],
  ['7-Eleven', PE, { documentType: '05' }],
  ['99', CO, { documentType: '03' }],
  ['Grupo 5', CL, { beneficiaryType: 'company', documentType: 'cl_rut' }],
  ['AAA', PE, { documentType: '05' }],
] as const)('A company may be called “%s”', (name, country, given) => {
  expect(nameDoubts(field, name, country, given)).toEqual([])
})

it('A company is doubted for a name without a letter or digit, and for markup', () => {
  expect(why('---', PE, { documentType: '05' })).toEqual(['no-letters'])
  expect(why('<i>3M', PE, { documentType: '05' })).toEqual(['markup'])
})

it('Brazil: every person has a CPF, so it does not identify a company', () => {
  expect(nameDoubts(field, 'Ana 2', BR, { documentType: '1' })).toMatchObject([{ params: { why: 'digits' } }])
})

it('A name of more than 60 letters is doubted where the country says nothing, else by what its banks keep', () => {
  const long = (letters: number) => 'Ñandú '.repeat(20).slice(0, letters)
  expect(why(long(60), KE, {})).toEqual([])
  expect(why(long(61), KE, {})).toEqual(['length'])
  expect(why('𝒶b'.repeat(30), KE, {})).toEqual([])
  expect(why(long(61))).toEqual(['long_name'])
})
