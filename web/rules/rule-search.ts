import { translateIssue } from '#shared/api/issue-message.ts'
import type { CountryRules, RulesIndex } from '#shared/api/rules.ts'
import type { Bank } from '#shared/banks/bank.ts'
import type { BankNames } from '#shared/banks/bank-names.ts'
import { matchesTexts, searchBanks } from '#shared/banks/bank-search.ts'
import { fieldLabel } from '#shared/payout/field-label.ts'
import type { FieldName } from '#shared/payout/fields.ts'
import { buildCountryRules, rulesIndex } from '#shared/rules/rules-document.ts'
import { tEnglish } from '../language/english.ts'
import { issueText } from '../language/issue-text.ts'
import { t } from '../language/translate.ts'
import {
  type AccountTypeRow,
  accountTypeRows,
  type BankRow,
  bankRows,
  type DocumentRow,
  documentRows,
  type FieldRow,
  type FieldRules,
  fieldRows,
} from './rule-rows.ts'
import { needTitle, needWords, type ValidationRules, validationRules, validationTitle } from './validation-rules.ts'

/** The rules of a country, or those that match a search. */
export interface FoundRules {
  readonly fields: readonly FieldRow[]
  readonly documents: readonly DocumentRow[]
  readonly accountTypes: readonly AccountTypeRow[]
  /** Best match first. */
  readonly banks: readonly BankRow[]
  readonly validations: readonly ValidationRules[]
}

/** All rules of a country; `more` are banks that load on demand, `names` the merchant's names of banks. */
export function allRules(country: CountryRules, more: readonly Bank[] = [], names?: BankNames): FoundRules {
  return {
    fields: fieldRows(country),
    documents: documentRows(country),
    accountTypes: accountTypeRows(country),
    banks: bankRows(country, more, names),
    validations: validationRules(country),
  }
}

/**
 * Fields, codes and validations with every word of the query, and the banks that match it. The interface's own words are searched in every
 * language: `inEnglish` are the same rules in English.
 */
export function searchRules(all: FoundRules, inEnglish: CountryRules, query: string): FoundRules {
  const has = (texts: readonly (string | undefined)[]) => matchesTexts(texts.filter(isText), query)
  const englishDocuments = documentRows(inEnglish)
  const englishTypes = accountTypeRows(inEnglish)
  const englishValidations = validationRules(inEnglish)
  return {
    fields: all.fields.filter((row) => has([...fieldTexts(row), ...englishTexts(row.name, inEnglish)])),
    documents: all.documents.filter(({ id, label, payoutCode, identityCode, bankCode }) =>
      has([label, labelOf(id, englishDocuments), payoutCode, identityCode, bankCode]),
    ),
    accountTypes: all.accountTypes.filter(({ id, label, payoutCode, bankCode }) =>
      has([label, labelOf(id, englishTypes), payoutCode, bankCode]),
    ),
    banks: searchBankRows(all.banks, query),
    validations: all.validations.filter((validation) =>
      has([...validationTexts(validation), ...documentLabels(validation.id, englishValidations)]),
    ),
  }
}

function labelOf(id: string, rows: readonly (DocumentRow | AccountTypeRow)[]): string | undefined {
  return rows.find((row) => row.id === id)?.label
}

/** The number of matches in words: "3 found: 1 field, 2 banks". */
export function foundInWords({ fields, documents, accountTypes, banks, validations }: FoundRules): string {
  const parts = [
    fields.length > 0 && t('rules.count.fields', { count: fields.length }),
    documents.length > 0 && t('rules.count.documents', { count: documents.length }),
    accountTypes.length > 0 && t('rules.count.accountTypes', { count: accountTypes.length }),
    banks.length > 0 && t('rules.count.banks', { count: banks.length }),
    validations.length > 0 && t('rules.count.validations', { count: validations.length }),
  ].filter((part) => part !== false)
  const count = [fields, documents, accountTypes, banks, validations].reduce((sum, rows) => sum + rows.length, 0)
  return count === 0 ? t('rules.page.nothingFound') : t('rules.page.found', { count, what: parts.join(', ') })
}

/** Whether a search found nothing. */
export function isEmptyResult(found: FoundRules): boolean {
  return Object.values(found).every((rows) => rows.length === 0)
}

function searchBankRows(rows: readonly BankRow[], query: string): readonly BankRow[] {
  const byBank = new Map(rows.map((row) => [row.bank, row]))
  return searchBanks([...byBank.keys()], query).flatMap((bank) => byBank.get(bank) ?? [])
}

function fieldTexts({ name, label, cases }: FieldRow): readonly string[] {
  const texts = cases.flatMap(({ rules }) => (rules ? ruleTexts(rules) : []))
  return [name, ...cases.flatMap(({ examples }) => examples), label, ...texts]
}

function englishTexts(name: FieldName, { methods }: CountryRules): readonly string[] {
  const rules = methods.flatMap(({ fields }) => fields.filter((field) => field.name === name))
  return [tEnglish(fieldLabel(name)), ...rules.flatMap(ruleTexts)]
}

function ruleTexts({ label, why, hint, choices = [], numbers = [], warnings = [] }: FieldRules): readonly string[] {
  const ofNumbers = numbers.flatMap((number) => [number.label, number.shape, number.example, number.hint])
  const ofChoices = choices.flatMap((choice) => [choice.code, choice.label])
  return [label, why, hint, ...ofChoices, ...ofNumbers, ...warnings].filter(isText)
}

/** With its id, its English name. */
function validationTexts({ id, whyNot, needs }: ValidationRules): readonly string[] {
  return [
    id,
    validationTitle(id),
    ...(whyNot === undefined ? [] : [issueText(whyNot), translateIssue(tEnglish, whyNot)]),
    ...needs.flatMap((need) => [needTitle(need), needWords(need)]),
  ]
}

function documentLabels(id: ValidationRules['id'], all: readonly ValidationRules[]): readonly string[] {
  const needs = all.find((one) => one.id === id)?.needs ?? []
  return needs.flatMap((need) => (need.of === 'document' ? need.documents : [])).map(({ label }) => label)
}

function isText(text: string | undefined): text is string {
  return text !== undefined
}

export type CountryLine = RulesIndex['countries'][number] & EnglishNames

/** Something that people search for without knowing its country. */
export interface RuleAnywhere extends EnglishNames {
  readonly key: string
  readonly what: 'bank' | 'document' | 'number'
  /** Empty for a bank that no public list names. */
  readonly title: string
  readonly code: string
  readonly otherNames: readonly string[]
  readonly country: { readonly code: string; readonly name: string }
  /** Its anchor on the country's page. */
  readonly id: string
}

interface EnglishNames {
  /** Its names in English, which are searched for in every language. */
  readonly inEnglish: readonly string[]
}

/** All countries. */
export function countryLines(): readonly CountryLine[] {
  const names = new Map(rulesIndex(tEnglish).countries.map(({ code, name }) => [code, name]))
  return rulesIndex(t).countries.map((line) => ({ ...line, inEnglish: [names.get(line.code) ?? ''] }))
}

/** The banks, documents and named numbers of all countries; of Brazil's banks the common ones. `names`: the merchant's names of banks. */
export function rulesEverywhere(names?: BankNames): readonly RuleAnywhere[] {
  return rulesIndex(t).countries.flatMap(({ code }) => {
    const rules = buildCountryRules(code, t)
    const inEnglish = buildCountryRules(code, tEnglish)
    return rules === undefined || inEnglish === undefined ? [] : rulesIn(rules, inEnglish, names)
  })
}

function rulesIn(rules: CountryRules, english: CountryRules, names?: BankNames): readonly RuleAnywhere[] {
  const country = { code: rules.code, name: rules.name }
  const found = [
    ...documentRows(rules).map(({ id, label, payoutCode, identityCode, bankCode }, place) => {
      const codes = [payoutCode, identityCode, bankCode].filter((found) => found !== undefined)
      const what = 'document' as const
      const otherName = documentRows(english)[place]?.label
      return { what, title: label, otherName, code: [...new Set(codes)].join(' · '), otherNames: [], id }
    }),
    ...numbersIn(rules).map(({ name, title }, place) => {
      const otherName = numbersIn(english)[place]?.title
      return { what: 'number' as const, title, otherName, code: name, otherNames: [], id: name }
    }),
    ...bankRows(rules, [], names).map(({ id, bank }) => {
      const { name = '', code, otherNames } = bank
      return { what: 'bank' as const, title: name, otherName: name, code, otherNames, id }
    }),
  ]
  const named = found.map(({ otherName = '', ...rule }) => ({
    ...rule,
    country,
    inEnglish: [otherName, english.name],
    key: `${country.code} ${rule.id} ${rule.title}`,
  }))
  return [...new Map(named.map((rule) => [rule.key, rule])).values()]
}

function numbersIn({ methods }: CountryRules) {
  const fields = methods.flatMap((method) => method.fields).filter(({ name }) => name !== 'documentNumber')
  return fields.flatMap(({ name, numbers = [] }) => numbers.map(({ label }) => ({ name, title: label })))
}

/** A bank without a public name is listed by its code. */
export function titleOf({ what, title, code }: RuleAnywhere): string {
  return what === 'bank' && title === '' ? t('rules.index.unnamedBank', { code }) : title
}

/** The countries that match by name, code or currency. */
export function countriesFound(countries: readonly CountryLine[], query: string): readonly CountryLine[] {
  return countries.filter(({ name, inEnglish, code, currency = '' }) =>
    matchesTexts([name, ...inEnglish, code, currency], query),
  )
}

/** Documents and numbers with every word, then the banks that the bank search finds. */
export function foundEverywhere(all: readonly RuleAnywhere[], query: string): readonly RuleAnywhere[] {
  const others = all.filter(
    ({ what, title, code, country, inEnglish }) =>
      what !== 'bank' && matchesTexts([code, title, country.name, ...inEnglish], query),
  )
  const banks = new Map(all.filter(({ what }) => what === 'bank').map((rule) => [asBank(rule), rule]))
  return [...others, ...searchBanks([...banks.keys()], query).flatMap((bank) => banks.get(bank) ?? [])]
}

function asBank({ code, title, otherNames }: RuleAnywhere): Bank {
  return { code, name: title, otherNames }
}
