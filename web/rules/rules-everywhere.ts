import type { Bank } from '#shared/banks/bank.ts'
import { matchesTexts, searchBanks } from '#shared/banks/bank-search.ts'
import { rulesIndex, rulesOf } from '#shared/rules/rules-document.ts'
import { bankRows, documentRows } from './code-rows.ts'
import { fieldRows } from './field-rows.ts'

/** Something that one country has and people search for without knowing which. */
export interface RuleAnywhere {
  readonly key: string
  readonly what: 'Bank' | 'Document' | 'Number'
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
        return { what: 'Document' as const, title: label, code: [...new Set(codes)].join(' · '), otherNames: [], id }
      }),
      ...fieldRows(rules).flatMap(({ name, cases }) => {
        if (name === 'documentNumber') return []
        const labels = cases.flatMap((found) => (found.rules?.numbers ?? []).map(({ label }) => label))
        return [...new Set(labels)].map((title) => ({
          what: 'Number' as const,
          title,
          code: name,
          otherNames: [],
          id: name,
        }))
      }),
      ...bankRows(rules).map(({ id, bank }) => ({
        what: 'Bank' as const,
        title: bank.name ?? `Bank ${bank.code}`,
        code: bank.code,
        otherNames: bank.otherNames,
        id,
      })),
    ]
    return found.map((rule) => ({ ...rule, country, key: `${code} ${rule.id} ${rule.title}` }))
  })
}

/** Documents and numbers that hold every word, then the banks that the bank search finds. */
export function foundEverywhere(all: readonly RuleAnywhere[], query: string): readonly RuleAnywhere[] {
  const others = all.filter(
    ({ what, title, code, country }) => what !== 'Bank' && matchesTexts([title, code, country.name], query),
  )
  const banks = new Map(all.filter(({ what }) => what === 'Bank').map((rule) => [asBank(rule), rule]))
  return [...others, ...searchBanks([...banks.keys()], query).flatMap((bank) => banks.get(bank) ?? [])]
}

function asBank({ code, title, otherNames }: RuleAnywhere): Bank {
  return { code, name: title, otherNames }
}
