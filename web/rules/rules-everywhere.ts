import type { CountryRules, RulesIndex } from '#shared/api/rules.ts'
import type { Bank } from '#shared/banks/bank.ts'
import type { BankNames } from '#shared/banks/bank-names.ts'
import { matchesTexts, searchBanks } from '#shared/banks/bank-search.ts'
import { rulesIndex, rulesOf } from '#shared/rules/rules-document.ts'
import { english } from '../language/english.ts'
import { t } from '../language/translate.ts'
import { bankRows, documentRows } from './code-rows.ts'

export type CountryLine = RulesIndex['countries'][number] & Searched

/** Something that one country has and people search for without knowing which. */
export interface RuleAnywhere extends Searched {
  readonly key: string
  readonly what: 'bank' | 'document' | 'number'
  /** Empty for a bank that no public list names. */
  readonly title: string
  readonly code: string
  readonly otherNames: readonly string[]
  readonly country: { readonly code: string; readonly name: string }
  /** Where it stands on the country's page. */
  readonly id: string
}

interface Searched {
  /** Its names in English, which are searched for in every language. */
  readonly inEnglish: readonly string[]
}

/** All countries. */
export function countryLines(): readonly CountryLine[] {
  const names = new Map(rulesIndex(english).countries.map(({ code, name }) => [code, name]))
  return rulesIndex(t).countries.map((line) => ({ ...line, inEnglish: [names.get(line.code) ?? ''] }))
}

/** The banks, documents and named numbers of all countries; of Brazil's banks the common ones. `names` are the merchant's of banks. */
export function rulesEverywhere(names?: BankNames): readonly RuleAnywhere[] {
  return rulesIndex(t).countries.flatMap(({ code }) => {
    const rules = rulesOf(code, t)
    const inEnglish = rulesOf(code, english)
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

/** A bank that no list names is called by its code. */
export function titleOf({ what, title, code }: RuleAnywhere): string {
  return what === 'bank' && title === '' ? t('rules.index.unnamedBank', { code }) : title
}

/** The countries that a person may mean by name, code or currency. */
export function countriesFound(countries: readonly CountryLine[], query: string): readonly CountryLine[] {
  return countries.filter(({ name, inEnglish, code, currency = '' }) =>
    matchesTexts([name, ...inEnglish, code, currency], query),
  )
}

/** Documents and numbers that hold every word, then the banks that the bank search finds. */
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
