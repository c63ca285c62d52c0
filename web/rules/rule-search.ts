import type { CountryRules } from '#shared/api/rules.ts'
import type { Bank } from '#shared/banks/bank.ts'
import { matchesTexts, searchBanks } from '#shared/banks/bank-search.ts'
import { type CheckRules, checkRules } from './check-rows.ts'
import {
  type AccountTypeRow,
  accountTypeRows,
  type BankRow,
  bankRows,
  type DocumentRow,
  documentRows,
} from './code-rows.ts'
import { type FieldRow, fieldRows } from './field-rows.ts'
import type { FieldRules } from './rule-types.ts'

/** The rules of a country, or what a search leaves of them. */
export interface FoundRules {
  readonly fields: readonly FieldRow[]
  readonly documents: readonly DocumentRow[]
  readonly accountTypes: readonly AccountTypeRow[]
  /** Best match first. */
  readonly banks: readonly BankRow[]
  readonly checks: readonly CheckRules[]
}

/** All that can be found in a country; `more` are banks that load on demand. */
export function allRules(country: CountryRules, more: readonly Bank[] = []): FoundRules {
  return {
    fields: fieldRows(country),
    documents: documentRows(country),
    accountTypes: accountTypeRows(country),
    banks: bankRows(country, more),
    checks: checkRules(country),
  }
}

/** Fields, codes and checks that hold every word of the query, and the banks that it finds. */
export function searchRules(all: FoundRules, query: string): FoundRules {
  const has = (texts: readonly (string | undefined)[]) => matchesTexts(texts.filter(isText), query)
  return {
    fields: all.fields.filter((row) => has(fieldTexts(row))),
    documents: all.documents.filter(({ label, payoutCode, identityCode, bankCode }) =>
      has([label, payoutCode, identityCode, bankCode]),
    ),
    accountTypes: all.accountTypes.filter(({ label, payoutCode, bankCode }) => has([label, payoutCode, bankCode])),
    banks: searchBankRows(all.banks, query),
    checks: all.checks.filter(({ title, whyNot, needs }) =>
      has([title, whyNot, ...needs.flatMap(({ name, value }) => [name, value])]),
    ),
  }
}

/** What was found, in words: "3 found: 1 field, 2 banks". */
export function foundInWords(found: FoundRules): string {
  const counts = [
    [found.fields.length, 'field'],
    [found.documents.length, 'document'],
    [found.accountTypes.length, 'account type'],
    [found.banks.length, 'bank'],
    [found.checks.length, 'check'],
  ] as const
  const total = counts.reduce((sum, [count]) => sum + count, 0)
  const said = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}${count === 1 ? '' : 's'}`)
  return total === 0 ? 'Nothing found' : `${total} found: ${said.join(', ')}`
}

/** Whether a search left nothing. */
export function isNothing(found: FoundRules): boolean {
  return Object.values(found).every((rows) => rows.length === 0)
}

function searchBankRows(rows: readonly BankRow[], query: string): readonly BankRow[] {
  const byBank = new Map(rows.map((row) => [row.bank, row]))
  return searchBanks([...byBank.keys()], query).flatMap((bank) => byBank.get(bank) ?? [])
}

function fieldTexts({ name, label, cases }: FieldRow): readonly (string | undefined)[] {
  return [name, label, ...cases.flatMap(({ rules, examples }) => [...examples, ...(rules ? ruleTexts(rules) : [])])]
}

function ruleTexts({ label, why, hint, choices = [], numbers = [], warnings = [] }: FieldRules) {
  const ofNumbers = numbers.flatMap((number) => [number.label, number.shape, number.example, number.hint])
  return [label, why, hint, ...choices.flatMap(({ code, label }) => [code, label]), ...ofNumbers, ...warnings]
}

function isText(text: string | undefined): text is string {
  return text !== undefined
}
