import { expect, it } from 'vitest'
import { countryCodes, ruleBook } from '#shared/countries/rule-book.ts'
import { paperGroups } from './number-groups.ts'

it.each([
  ['PE', 'accountNumber', '00219300123456789018', '002-193-001234567890-18'],
  ['MX', 'accountNumber', '002010077777777771', '002-010-07777777777-1'],
  ['AR', 'accountNumber', '2850590940090418135201', '28505909-40090418135201'],
  ['BR', 'documentNumber', '11144477735', '111-444-777-35'],
  ['BR', 'recipientPixKey', '11144477735', '111-444-777-35'],
  ['CL', 'documentNumber', '123456785', '12-345-678-5'],
  ['CL', 'documentNumber', '1234567K', '1-234-567-K'],
])('Numbers on paper: of %s, %s %s is %s', (country, field, number, groups) => {
  expect(paperGroups(country, field, number)?.join('-')).toBe(groups)
})

it('Numbers on paper are what they were when their groups are joined, in every country, and each example is its own paper', () => {
  for (const code of countryCodes) {
    const { documents, methods } = ruleBook[code]
    const accounts = methods.flatMap(({ fields: { accountNumber: asked } }) =>
      asked?.use === 'asked' ? asked.rule : [],
    )
    const kinds = [
      ...documents.map((kind) => ['documentNumber', kind] as const),
      ...accounts.map((kind) => ['accountNumber', kind] as const),
    ]
    for (const [field, { example }] of kinds) {
      const number = example.replaceAll(/[^0-9A-Za-z]/g, '')
      const groups = paperGroups(code, field, number)
      if (groups !== undefined) expect(groups.join('')).toBe(number)
    }
  }
  expect(paperGroups('GH', 'accountNumber', '1234567890')).toBeUndefined()
  expect(paperGroups('BR', 'recipientPixKey', 'ana@example.com')).toBeUndefined()
})
