import { translateIssue } from '#shared/api/issue-message.ts'
import type { CountryRules } from '#shared/api/rules.ts'
import type { Bank } from '#shared/banks/bank.ts'
import type { BankNames } from '#shared/banks/bank-names.ts'
import { matchesTexts, searchBanks } from '#shared/banks/bank-search.ts'
import { fieldLabel } from '#shared/payout/field-label.ts'
import type { FieldName } from '#shared/payout/fields.ts'
import { english } from '../language/english.ts'
import { issueText } from '../language/issue-text.ts'
import { t } from '../language/translate.ts'
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
import { type ValidationRules, validationRules } from './validation-rows.ts'
import { needTitle, needWords, validationTitle } from './validation-words.ts'

/** The rules of a country, or what a search leaves of them. */
export interface FoundRules {
  readonly fields: readonly FieldRow[]
  readonly documents: readonly DocumentRow[]
  readonly accountTypes: readonly AccountTypeRow[]
  /** Best match first. */
  readonly banks: readonly BankRow[]
  readonly checks: readonly ValidationRules[]
}

/** All that can be found in a country; `more` are banks that load on demand, `names` the merchant's of banks. */
export function allRules(country: CountryRules, more: readonly Bank[] = [], names?: BankNames): FoundRules {
  return {
    fields: fieldRows(country),
    documents: documentRows(country),
    accountTypes: accountTypeRows(country),
    banks: bankRows(country, more, names),
    checks: validationRules(country),
  }
}

/**
 * Fields, codes and validations that hold every word of the query, and the banks that it finds. Who reads the interface searches for its
 * words in every language: `inEnglish` are the same rules in English.
 */
export function searchRules(all: FoundRules, inEnglish: CountryRules, query: string): FoundRules {
  const has = (texts: readonly (string | undefined)[]) => matchesTexts(texts.filter(isText), query)
  const englishDocuments = documentRows(inEnglish)
  const englishTypes = accountTypeRows(inEnglish)
  const englishChecks = validationRules(inEnglish)
  return {
    fields: all.fields.filter((row) => has([...fieldTexts(row), ...englishTexts(row.name, inEnglish)])),
    documents: all.documents.filter(({ id, label, payoutCode, identityCode, bankCode }) =>
      has([label, labelOf(id, englishDocuments), payoutCode, identityCode, bankCode]),
    ),
    accountTypes: all.accountTypes.filter(({ id, label, payoutCode, bankCode }) =>
      has([label, labelOf(id, englishTypes), payoutCode, bankCode]),
    ),
    banks: searchBankRows(all.banks, query),
    checks: all.checks.filter((check) => has([...checkTexts(check), ...documentLabels(check.id, englishChecks)])),
  }
}

function labelOf(id: string, rows: readonly (DocumentRow | AccountTypeRow)[]): string | undefined {
  return rows.find((row) => row.id === id)?.label
}

/** What was found, in words: "3 found: 1 field, 2 banks". */
export function foundInWords({ fields, documents, accountTypes, banks, checks }: FoundRules): string {
  const parts = [
    fields.length > 0 && t('rules.count.fields', { count: fields.length }),
    documents.length > 0 && t('rules.count.documents', { count: documents.length }),
    accountTypes.length > 0 && t('rules.count.accountTypes', { count: accountTypes.length }),
    banks.length > 0 && t('rules.count.banks', { count: banks.length }),
    checks.length > 0 && t('rules.count.checks', { count: checks.length }),
  ].filter((part) => part !== false)
  const count = [fields, documents, accountTypes, banks, checks].reduce((sum, rows) => sum + rows.length, 0)
  return count === 0 ? t('rules.page.nothingFound') : t('rules.page.found', { count, what: parts.join(', ') })
}

/** Whether a search left nothing. */
export function isNothing(found: FoundRules): boolean {
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
  return [english(fieldLabel(name)), ...rules.flatMap(ruleTexts)]
}

function ruleTexts({ label, why, hint, choices = [], numbers = [], warnings = [] }: FieldRules): readonly string[] {
  const ofNumbers = numbers.flatMap((number) => [number.label, number.shape, number.example, number.hint])
  const ofChoices = choices.flatMap((choice) => [choice.code, choice.label])
  return [label, why, hint, ...ofChoices, ...ofNumbers, ...warnings].filter(isText)
}

/** With its id, which is its English name turned round. */
function checkTexts({ id, whyNot, needs }: ValidationRules): readonly string[] {
  return [
    id,
    validationTitle(id),
    ...(whyNot === undefined ? [] : [issueText(whyNot), translateIssue(english, whyNot)]),
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
