import { expect, it } from 'vitest'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { fieldNames } from '#shared/payout/fields.ts'
import { planOf } from './import-plan.ts'
import { matchColumns } from './match-columns.ts'
import { isLeftOut, isNotAsked, leftOutColumns } from './not-asked.ts'
import { readRowTexts } from './read-texts.ts'

const lists = planOf({ columns: [] }).banks
const every = Object.values(ruleBook).flatMap((country) =>
  fieldNames.filter((field) => isNotAsked(country, field)).map((field) => [country, field] as const),
)

it('Import: a value that no method of its country asks for is left out, or refused where it says who is paid or where', () => {
  expect(every.length).toBeGreaterThan(20)
  for (const [country, field] of every) {
    const sample = country.methods[0]?.sample ?? {}
    const texts = { ...sample, country: country.code, amount: '10', [field]: '1234' }
    const { entry, errors, changes } = readRowTexts(texts, lists)
    const place = `${country.code} ${field}`
    const refused = errors.filter(({ code, field: about }) => code === 'not_applicable' && about === field).length
    const left = changes.filter(({ code, field: about }) => code === 'not_asked' && about === field)
    expect([place, refused, left.length]).toEqual([place, isLeftOut(country, field) ? 0 : 1, 1 - refused])
    expect([place, entry[field]]).toEqual([place, refused === 1 ? '1234' : undefined])
  }
})

it('Import: the type of beneficiary is the one field that is left out; an agency and a Pix key say where money goes', () => {
  const [left, refused] = [true, false].map((is) => [
    ...new Set(every.flatMap(([country, field]) => (isLeftOut(country, field) === is ? [field] : []))),
  ])
  expect(left).toEqual(['beneficiaryType'])
  expect(refused).toEqual(['accountAgencyNumber', 'recipientPixKey'])
})

it('Import: a column is named as left out only where a row of a country that does not ask for it fills it', () => {
  const head = ['País', 'Nombre', 'Apellido', 'Tipo de persona', 'Importe']
  const chile = ['Chile', 'Ana', 'Ruiz', 'Natural', '20']
  const argentina = (type: string) => ['Argentina', 'Eva', 'Paz', type, '30']
  const found = (...rows: string[][]) => leftOutColumns(rows, planOf(matchColumns([head, chile, argentina('Física')])))
  expect([found(chile), found(chile, argentina('')), found(chile, argentina('Física'))]).toEqual([[], [], [3]])
})
