import { describe, expect, it } from 'vitest'
import { translateIssue } from '#shared/api/issue-message.ts'
import { brazilianNationalBanks } from '#shared/banks/brazil-national.ts'
import { ruleBook, validationOnlyCountries } from '#shared/countries/rule-book.ts'
import { english } from '#shared/language/english.ts'
import { requestFields } from '#shared/payout/fields.ts'
import { buildCountryRules } from '#shared/rules/rules-document.ts'
import {
  accountTypeRows,
  bankRows,
  cleaningOf,
  cleaningOfAll,
  documentRows,
  fieldRows,
  unusedFields,
} from './rule-rows.ts'
import { needWords, validationRules } from './validation-rules.ts'

function rules(code: string) {
  const found = buildCountryRules(code, english)
  if (found === undefined) throw new Error(`no rules of ${code}`)
  return found
}

const payable = Object.values(ruleBook)
const everyCountry = [...payable, ...validationOnlyCountries].map(({ code }) => code)

describe.each(everyCountry)('The rules of %s as rows', (code) => {
  const country = rules(code)
  const fields = fieldRows(country)

  it('show every field of every method, with what becomes of it', () => {
    for (const method of country.methods)
      for (const { example, ...field } of method.fields) {
        const cases = fields.find(({ name }) => name === field.name)?.cases ?? []
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
    const ids = [
      ...fields.map(({ name }) => name),
      ...unusedFields(country),
      ...documentRows(country).map(({ id }) => id),
      ...accountTypeRows(country).map(({ id }) => id),
      ...bankRows(country, code === 'BR' ? brazilianNationalBanks : []).map(({ id }) => id),
      ...validationRules(country).map(({ id }) => id),
    ]
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([])
    if (country.methods.length > 0) expect(ids).toEqual(expect.arrayContaining([...requestFields]))
    expect(ids).toEqual(expect.arrayContaining(['validation:identity', 'validation:bank']))
  })

  it('list every bank of every method, under its names', () => {
    const rows = bankRows(country)
    for (const { label, fields } of country.methods)
      for (const bank of fields.flatMap((field) => field.banks ?? [])) {
        const row = rows.find((found) => found.bank.code === bank.code)
        expect(row?.bank).toMatchObject(bank)
        expect(row?.methods).toContain(label)
      }
    const apiOnly = country.methods.flatMap((method) => method.fields.flatMap((field) => field.apiOnly ?? []))
    expect(rows.filter(({ isApiOnly }) => isApiOnly).map(({ bank }) => bank.code)).toEqual(apiOnly)
  })

  it('show every document and account code of both services', () => {
    const documents = documentRows(country)
    const accounts = accountTypeRows(country)
    const choices = (field: string) => [
      ...new Set(
        country.methods.flatMap((method) =>
          method.fields.filter(({ name }) => name === field).flatMap((found) => found.choices?.map((one) => one.code)),
        ),
      ),
    ]
    const codesOf = <Row>(rows: readonly Row[], code: (row: Row) => string | undefined) =>
      rows.map(code).filter((found) => found !== undefined)
    expect(codesOf(documents, (row) => row.payoutCode)).toEqual(choices('documentType').filter(Boolean))
    expect(codesOf(documents, (row) => row.identityCode)).toEqual(
      (country.identityValidation?.documents ?? []).map((document) => document.code),
    )
    expect(codesOf(documents, (row) => row.bankCode)).toEqual(
      (country.bankValidation?.documents ?? []).map((document) => document.code),
    )
    expect(codesOf(accounts, (row) => row.payoutCode)).toEqual(choices('payoutAccountTypeCode').filter(Boolean))
    expect(codesOf(accounts, (row) => row.bankCode).toSorted()).toEqual(
      (country.bankValidation?.accountTypes ?? []).map((type) => type.validationCode).toSorted(),
    )
  })

  it('give each document the shape of its number, with an example', () => {
    for (const { label, number } of documentRows(country)) {
      expect(number?.shape, label).toBeTruthy()
      expect(number?.example, label).toBeTruthy()
    }
  })

  it('say of each check what it needs, or why it is not offered', () => {
    for (const { whyNot, needs } of validationRules(country)) expect(whyNot === undefined).toBe(needs.length > 0)
  })

  it('say once what is done to every field, and nothing that is not', () => {
    const common = cleaningOfAll(fields)
    const cleaned = fields.map(cleaningOf).filter((cleaning) => cleaning.length > 0)
    for (const cleaning of cleaned) expect(cleaning).toEqual(expect.arrayContaining([...common]))
    expect(common.length > 0).toBe(country.methods.length > 0)
  })
})

it('The rows of single countries: Chile: an account has one code in a payout and another in a bank check', () => {
  expect(accountTypeRows(rules('CL')).map(({ payoutCode, bankCode }) => `${payoutCode} ${bankCode}`)).toEqual([
    '0001 0002',
    '0002 0001',
    '0004 0004',
  ])
})

it('The rows of single countries: Colombia: a wallet has a code in the bank check alone', () => {
  expect(accountTypeRows(rules('CO')).at(-1)).toEqual({
    id: 'account-type-MOBILE_WALLET',
    label: 'Wallet',
    bankCode: 'MOBILE_WALLET',
  })
})

it('The rows of single countries: Mexico: the payout takes the CURP, the bank check the RFC', () => {
  expect(documentRows(rules('MX')).map(({ label, bankCode }) => `${label} ${bankCode ?? '-'}`)).toEqual([
    'CURP -',
    'RFC RFC',
  ])
})

it('The rows of single countries: Costa Rica: a person can be checked, an account cannot, and nothing is paid', () => {
  const [identity, bank] = validationRules(rules('CR'))
  expect(identity?.needs.map(needWords)).toEqual(['First and last name', 'Cédula de identidad (CI)'])
  expect(bank?.whyNot && translateIssue(english, bank.whyNot)).toBe(
    'The provider has no bank account validation for Costa Rica.',
  )
  expect(fieldRows(rules('CR'))).toEqual([])
})

it('The rows of single countries: Brazil: all national banks join the common ones, each once', () => {
  const codes = bankRows(rules('BR'), brazilianNationalBanks).map(({ bank }) => bank.code)
  expect(codes).toHaveLength(513)
  expect(new Set(codes).size).toBe(513)
})

it('The rows of single countries: Peru: banks and wallets are distinguished by their method', () => {
  const methods = (code: string) => bankRows(rules('PE')).find(({ bank }) => bank.code === code)?.methods
  expect(methods('0003')).toEqual(['Bank’s own number'])
  expect(methods('0029')).toEqual(['Wallet'])
})
