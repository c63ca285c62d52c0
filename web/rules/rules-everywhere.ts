import type { RulesIndex } from '#shared/api/rules.ts'
import type { Bank } from '#shared/banks/bank.ts'
import { matchesTexts, searchBanks } from '#shared/banks/bank-search.ts'
import { rulesIndex, rulesOf } from '#shared/rules/rules-document.ts'
import { say } from '../language/rule-words.ts'
import { t } from '../language/translate.ts'
import { bankRows, documentRows } from './code-rows.ts'
import { fieldRows } from './field-rows.ts'
import { inBothLanguages } from './rule-search.ts'

export type CountryLine = RulesIndex['countries'][number]

/** Something that one country has and people search for without knowing which. */
export interface RuleAnywhere {
  readonly key: string
  readonly what: 'bank' | 'document' | 'number'
  /** As the rule book has it; empty for a bank that no public list names. */
  readonly title: string
  readonly code: string
  readonly otherNames: readonly string[]
  readonly country: { readonly code: string; readonly name: string }
  /** Where it stands on the country's page. */
  readonly id: string
}

/** The banks, documents and named numbers of all countries; of Brazil's banks the common ones. */
export function rulesEverywhere(): readonly RuleAnywhere[] {
  return rulesIndex().countries.flatMap(({ code }) => {
    const rules = rulesOf(code)
    if (rules === undefined) return []
    const country = { code, name: rules.name }
    const found = [
      ...documentRows(rules).map(({ id, label, payoutCode, identityCode, bankCode }) => {
        const codes = [payoutCode, identityCode, bankCode].filter((found) => found !== undefined)
        return { what: 'document' as const, title: label, code: [...new Set(codes)].join(' · '), otherNames: [], id }
      }),
      ...fieldRows(rules).flatMap(({ name, cases }) => {
        if (name === 'documentNumber') return []
        const labels = cases.flatMap((found) => (found.rules?.numbers ?? []).map(({ label }) => label))
        return [...new Set(labels)].map((title) => ({
          what: 'number' as const,
          title,
          code: name,
          otherNames: [],
          id: name,
        }))
      }),
      ...bankRows(rules).map(({ id, bank }) => ({
        what: 'bank' as const,
        title: bank.name ?? '',
        code: bank.code,
        otherNames: bank.otherNames,
        id,
      })),
    ]
    return found.map((rule) => ({ ...rule, country, key: `${code} ${rule.id} ${rule.title}` }))
  })
}

/** What the rule is called in the page's language; a bank keeps its name. */
export function titleOf({ what, title, code }: RuleAnywhere): string {
  if (what !== 'bank') return say(title)
  return title === '' ? t('rules.index.unnamedBank', { code }) : title
}

/** The countries that a person may mean by name, code or currency. */
export function countriesFound(countries: readonly CountryLine[], query: string): readonly CountryLine[] {
  return countries.filter(({ name, code, currency = '' }) =>
    matchesTexts([...inBothLanguages(name), code, currency], query),
  )
}

/** Documents and numbers that hold every word, then the banks that the bank search finds. */
export function foundEverywhere(all: readonly RuleAnywhere[], query: string): readonly RuleAnywhere[] {
  const others = all.filter(
    ({ what, title, code, country }) =>
      what !== 'bank' && matchesTexts([code, ...inBothLanguages(title), ...inBothLanguages(country.name)], query),
  )
  const banks = new Map(all.filter(({ what }) => what === 'bank').map((rule) => [asBank(rule), rule]))
  return [...others, ...searchBanks([...banks.keys()], query).flatMap((bank) => banks.get(bank) ?? [])]
}

function asBank({ code, title, otherNames }: RuleAnywhere): Bank {
  return { code, name: title, otherNames }
}
