import { describe, expect, it } from 'vitest'
import type { Bank } from '#shared/banks/bank.ts'
import { brazilianNationalBanks } from '#shared/banks/brazil-national.ts'
import { ruleBook, validationOnlyCountries } from '#shared/countries/rule-book.ts'
import { english } from '#shared/language/english.ts'
import { requestFields } from '#shared/payout/fields.ts'
import { buildCountryRules } from '#shared/rules/rules-document.ts'
import { cleaningOf, cleaningOfAll, rowsOf, unusedFields } from './rule-rows.ts'

function rules(code: string) {
  const found = buildCountryRules(code, english)
  if (found === undefined) throw new Error(`no rules of ${code}`)
  return found
}

function rows(code: string, more: readonly Bank[] = []) {
  return rowsOf(rules(code), english, more)
}

const payable = Object.values(ruleBook)
const everyCountry = [...payable, ...validationOnlyCountries].map(({ code }) => code)

describe.each(everyCountry)('The rules of %s as rows', (code) => {
  const country = rules(code)
  const all = rows(code, code === 'BR' ? brazilianNationalBanks : [])
  const { fields, documents, accountTypes, validations } = all

  it('show every field of every method, with what becomes of it', () => {
    for (const method of country.methods)
      for (const { example, ...field } of method.fields) {
        const cases = fields.find(({ id }) => id === field.name)?.cases ?? []
        const found = cases.filter(({ methods }) => methods.includes(method.label))
        expect(found, `${method.label} ${field.name}`).toHaveLength(1)
        expect(found[0]?.rules).toEqual(field)
        if (example !== undefined) expect(found[0]?.examples).toContain(example)
      }
  })

  it('say of each field what every method does with it, once', () => {
    const labels = country.methods.map(({ label }) => label).toSorted()
    for (const { cases } of fields) expect(cases.flatMap(({ methods }) => methods).toSorted()).toEqual(labels)
  })

  it('lead from every field of the interface to a place of its own', () => {
    const sections: readonly (readonly { readonly id: string }[])[] = Object.values(all)
    const ids = [...unusedFields(all), ...sections.flatMap((rows) => rows.map(({ id }) => id))]
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([])
    if (country.methods.length > 0) expect(ids).toEqual(expect.arrayContaining([...requestFields]))
    expect(ids).toEqual(expect.arrayContaining(['validation:identity', 'validation:bank']))
  })

  it('list every bank of every method, under its names', () => {
    const { banks } = rows(code)
    for (const { label, fields } of country.methods)
      for (const bank of fields.flatMap((field) => field.banks ?? [])) {
        const row = banks.find((found) => found.bank.code === bank.code)
        expect(row?.bank).toMatchObject(bank)
        expect(row?.methods).toContain(label)
      }
    const apiOnly = country.methods.flatMap((method) => method.fields.flatMap((field) => field.apiOnly ?? []))
    expect(banks.filter(({ isApiOnly }) => isApiOnly).map(({ bank }) => bank.code)).toEqual(apiOnly)
  })

  it('show every document and account code of both services', () => {
    const choices = (field: string) => [
      ...new Set(
        country.methods.flatMap((method) =>
          method.fields.filter(({ name }) => name === field).flatMap((found) => found.choices?.map((one) => one.code)),
        ),
      ),
    ]
    const codesOf = <Row>(rows: readonly Row[], code: (row: Row) => string | undefined) =>
      rows.map(code).filter((found) => found !== undefined)
    expect(codesOf(documents, (row) => row.codes.payoutCode)).toEqual(choices('documentType').filter(Boolean))
    expect(codesOf(documents, (row) => row.codes.identityCode)).toEqual(
      (country.identityValidation?.documents ?? []).map((document) => document.code),
    )
    expect(codesOf(documents, (row) => row.codes.bankCode)).toEqual(
      (country.bankValidation?.documents ?? []).map((document) => document.code),
    )
    expect(codesOf(accountTypes, (row) => row.codes.payoutCode)).toEqual(
      choices('payoutAccountTypeCode').filter(Boolean),
    )
    expect(codesOf(accountTypes, (row) => row.codes.bankCode).toSorted()).toEqual(
      (country.bankValidation?.accountTypes ?? []).map((type) => type.validationCode).toSorted(),
    )
  })

  it('give each document the shape of its number, with an example', () => {
    for (const { label, number } of documents) {
      expect(number?.shape, label).toBeTruthy()
      expect(number?.example, label).toBeTruthy()
    }
  })

  it('say of each check what it needs, or why it is not offered', () => {
    for (const { whyNot, needs } of validations) expect(whyNot === undefined).toBe(needs.length > 0)
  })

  it('say once what is done to every field, and nothing that is not', () => {
    const common = cleaningOfAll(fields)
    const cleaned = fields.map(cleaningOf).filter((cleaning) => cleaning.length > 0)
    for (const cleaning of cleaned) expect(cleaning).toEqual(expect.arrayContaining([...common]))
    expect(common.length > 0).toBe(country.methods.length > 0)
  })
})

it('The rows of single countries: Chile: an account has one code in a payout and another in a bank check', () => {
  expect(rows('CL').accountTypes.map(({ codes }) => `${codes.payoutCode} ${codes.bankCode}`)).toEqual([
    '0001 0002',
    '0002 0001',
    '0004 0004',
  ])
})

it('The rows of single countries: Colombia: a wallet has a code in the bank check alone', () => {
  expect(rows('CO').accountTypes.at(-1)).toEqual({
    id: 'account-type-MOBILE_WALLET',
    label: 'Wallet',
    codes: { bankCode: 'MOBILE_WALLET' },
  })
})

it('The rows of single countries: Mexico: the payout takes the CURP, the bank check the RFC', () => {
  expect(rows('MX').documents.map(({ label, codes }) => `${label} ${codes.bankCode ?? '-'}`)).toEqual([
    'CURP -',
    'RFC RFC',
  ])
})

it('The rows of single countries: Costa Rica: a person can be checked, an account cannot, and nothing is paid', () => {
  const { validations, fields } = rows('CR')
  const [identity, bank] = validations
  expect(identity?.needs.map(([, text]) => text)).toEqual(['First and last name', 'Cédula de identidad (CI)'])
  expect(bank?.whyNot).toBe('The provider has no bank account validation for Costa Rica.')
  expect(fields).toEqual([])
})

it('The rows of single countries: Brazil: all national banks join the common ones, each once', () => {
  const codes = rows('BR', brazilianNationalBanks).banks.map(({ bank }) => bank.code)
  expect(codes).toHaveLength(513)
  expect(new Set(codes).size).toBe(513)
})

it('The rows of single countries: Peru: banks and wallets are distinguished by their method', () => {
  const methods = (code: string) => rows('PE').banks.find(({ bank }) => bank.code === code)?.methods
  expect(methods('0003')).toEqual(['Bank’s own number'])
  expect(methods('0029')).toEqual(['Wallet'])
})
