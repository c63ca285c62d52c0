import type { RulesIndex } from '#shared/api/rules.ts'
import type { Bank } from '#shared/banks/bank.ts'
import type { BankNames } from '#shared/banks/bank-names.ts'
import { matchesTexts, searchBanks } from '#shared/banks/bank-search.ts'
import type { Translate } from '#shared/language/message.ts'
import { buildCountryRules, rulesIndex } from '#shared/rules/rules-document.ts'
import { tEnglish } from '../language/english.ts'
import { t } from '../language/translate.ts'
import { type RuleRows, rowsOf } from './rule-rows.ts'

/**
 * The rows whose texts have every word of the query, and the banks that match it, best match first. The interface's own words are searched
 * in every language: `inEnglish` are the same rows in English.
 */
export function searchRules(all: RuleRows, inEnglish: RuleRows, query: string): RuleRows {
  const found = <Row extends { readonly id: string }>(rows: readonly Row[], english: readonly Row[]) =>
    rows.filter((row) => matchesTexts([row, english.find(({ id }) => id === row.id)].flatMap(textsOf), query))
  return {
    fields: found(all.fields, inEnglish.fields),
    documents: found(all.documents, inEnglish.documents),
    accountTypes: found(all.accountTypes, inEnglish.accountTypes),
    banks: bestBanks(all.banks, query),
    validations: found(all.validations, inEnglish.validations),
  }
}

/** What no one looks for: conditions, and what other sections list. */
const unsearched = ['banks', 'cleaning', 'methods', 'number', 'pattern', 'section', 'use', 'when']

/** Every text of a row, however deep. */
function textsOf(part: unknown): readonly string[] {
  if (typeof part === 'string') return [part]
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([name, inner]) => (unsearched.includes(name) ? [] : textsOf(inner)))
}

function bestBanks<Row extends { readonly bank?: Bank }>(rows: readonly Row[], query: string): readonly Row[] {
  const byBank = new Map(rows.map((row) => [row.bank, row]))
  const banks = [...byBank.keys()].filter((bank) => bank !== undefined)
  return searchBanks(banks, query).flatMap((bank) => byBank.get(bank) ?? [])
}

/** The sections of a country's page, in its order. */
export const ruleSections = ['fields', 'documents', 'accountTypes', 'banks', 'validations'] as const

/** The number of matches in words: "3 found: 1 field, 2 banks". */
export function foundInWords(found: RuleRows): string {
  const counts = ruleSections.map((name) => ({ name, count: found[name].length })).filter(({ count }) => count > 0)
  if (counts.length === 0) return t('rules.page.nothingFound')
  return t('rules.page.found', {
    count: counts.reduce((sum, { count }) => sum + count, 0),
    what: counts.map(({ name, count }) => t(`rules.count.${name}`, { count })).join(', '),
  })
}

/** Whether a search found nothing. */
export function isEmptyResult(found: RuleRows): boolean {
  return ruleSections.every((name) => found[name].length === 0)
}

export type CountryLine = RulesIndex['countries'][number] & { readonly nameInEnglish: string }

/** All countries. */
export function countryLines(): readonly CountryLine[] {
  const names = new Map(rulesIndex(tEnglish).countries.map(({ code, name }) => [code, name]))
  return rulesIndex(t).countries.map((line) => ({ ...line, nameInEnglish: names.get(line.code) ?? '' }))
}

/** The countries that match by name, code or currency. */
export function countriesFound(countries: readonly CountryLine[], query: string): readonly CountryLine[] {
  return countries.filter(({ name, nameInEnglish, code, currencies }) =>
    matchesTexts([name, nameInEnglish, code, ...currencies], query),
  )
}

/** Something that people search for without knowing its country. */
export interface RuleAnywhere {
  readonly key: string
  readonly what: 'bank' | 'document' | 'number'
  readonly title: string
  readonly code: string
  readonly bank?: Bank
  readonly country: CountryLine
  /** Its anchor on the country's page. */
  readonly id: string
  /** The title in English, which is searched for in every language. */
  readonly titleInEnglish: string
}

/** The banks, documents and named numbers of all countries; of Brazil's banks the common ones. `names`: the merchant's names of banks. */
export function rulesEverywhere(names?: BankNames): readonly RuleAnywhere[] {
  const rules = countryLines().flatMap((country) => {
    const english = rulesIn(country.code, tEnglish, names)
    return rulesIn(country.code, t, names).map((rule, place) => ({
      ...rule,
      country,
      titleInEnglish: english[place]?.title ?? '',
      key: `${country.code} ${rule.id} ${rule.title}`,
    }))
  })
  return [...new Map(rules.map((rule) => [rule.key, rule])).values()]
}

/** In the same order in any language. */
function rulesIn(country: string, translate: Translate, names?: BankNames) {
  const rules = buildCountryRules(country, translate)
  if (rules === undefined) return []
  const { documents, banks } = rowsOf(rules, translate, [], names)
  const fields = rules.methods.flatMap((method) => method.fields).filter(({ name }) => name !== 'documentNumber')
  return [
    ...documents.map(({ id, label, codes }) => {
      const code = [...new Set(Object.values(codes))].join(' · ')
      return { what: 'document' as const, title: label, code, id }
    }),
    ...fields.flatMap(({ name, numbers = [] }) =>
      numbers.map(({ label }) => ({ what: 'number' as const, title: label, code: name, id: name })),
    ),
    ...banks.map(({ id, bank }) => {
      const { code, name = translate('rules.index.unnamedBank', { code: bank.code }) } = bank
      return { what: 'bank' as const, title: name, code, id, bank }
    }),
  ]
}

/** Documents and numbers with every word, then the banks that the bank search finds. */
export function foundEverywhere(all: readonly RuleAnywhere[], query: string): readonly RuleAnywhere[] {
  const others = all.filter(
    ({ bank, title, titleInEnglish, code, country: { name, nameInEnglish } }) =>
      bank === undefined && matchesTexts([code, title, titleInEnglish, name, nameInEnglish], query),
  )
  return [...others, ...bestBanks(all, query)]
}
