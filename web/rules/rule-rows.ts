import type { CountryRules } from '#shared/api/rules.ts'
import type { Bank } from '#shared/banks/bank.ts'
import { type BankNames, bankIdOf, noBankNames, withBankNames } from '#shared/banks/bank-names.ts'
import { isCountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import type { Translate } from '#shared/language/message.ts'
import { fieldLabel } from '#shared/payout/field-label.ts'
import { type FieldName, type FormSectionName, requestFields } from '#shared/payout/fields.ts'
import { formOrder } from '#shared/payout/form-fields.ts'
import { type ValidationNeeds, validationNeeds } from './validation-needs.ts'

/** The rules of a country as its page lists them, or those that match a search; each id is an anchor of the page. */
export interface RuleRows {
  readonly fields: readonly FieldRow[]
  readonly documents: readonly CodeRow[]
  readonly accountTypes: readonly CodeRow[]
  readonly banks: readonly BankRow[]
  readonly validations: readonly ValidationNeeds[]
}

/** One field of a country, with its use by each method. */
export interface FieldRow {
  readonly id: FieldName
  readonly label: string
  readonly section: FormSectionName
  /** At least one; methods that do the same share a case. */
  readonly cases: readonly FieldCase[]
}

export interface FieldCase {
  readonly methods: readonly string[]
  /** Absent: these methods do not use the field. */
  readonly rules?: FieldRules
  readonly examples: readonly string[]
}

/** A document or an account type under the codes of both services; an absent code: that service does not take it. */
export interface CodeRow {
  readonly id: string
  readonly label: string
  readonly codes: Readonly<Partial<Record<CodeService, string>>>
  readonly number?: NumberRules | undefined
}

/** Whose code it is. */
export type CodeService = 'payoutCode' | 'identityCode' | 'bankCode'

export interface BankRow {
  readonly id: string
  readonly bank: Bank
  /** Whether its name is the merchant's. */
  readonly isOwnName: boolean
  readonly isApiOnly: boolean
  /** The methods that take it, by their labels. */
  readonly methods: readonly string[]
}

export type FieldRules = CountryRules['methods'][number]['fields'][number]

export type NumberRules = NonNullable<FieldRules['numbers']>[number]

/** All rules of a country; `more` are banks that load on demand, `names` the merchant's names of banks. */
export function rowsOf(
  rules: CountryRules,
  translate: Translate,
  more: readonly Bank[] = [],
  names: BankNames = noBankNames,
): RuleRows {
  const { methods, identityValidation, bankValidation } = rules
  const choices = (name: string) => methods.flatMap(({ fields }) => ruleOf(fields, name)?.choices ?? [])
  const numbers = methods.flatMap(({ fields }) => ruleOf(fields, 'documentNumber')?.numbers ?? [])
  return {
    fields: fieldRows(rules, translate),
    documents: codeRows('document', {
      payoutCode: choices('documentType').map((choice) => ({
        ...choice,
        number: numbers.find(({ when }) => when?.documentType?.includes(choice.code)),
      })),
      identityCode: identityValidation?.documents ?? [],
      bankCode: bankValidation?.documents ?? [],
    }),
    accountTypes: codeRows('account-type', {
      payoutCode: choices('payoutAccountTypeCode'),
      bankCode: (bankValidation?.accountTypes ?? []).map(({ payoutCode, validationCode }) => ({
        code: validationCode,
        payoutCode,
        // Only a wallet has no code in the payout.
        label: translate('method.wallet'),
      })),
    }),
    banks: bankRows(rules, more, names),
    validations: validationNeeds(rules, translate),
  }
}

/** Every field that some method of the country uses, in the order of the form; test mode, a switch of the page, last. */
function fieldRows({ code, methods }: CountryRules, translate: Translate): readonly FieldRow[] {
  return readingOrder(code).flatMap(([id, section]) => {
    const cases = casesOf(id, methods)
    if (cases.every(({ rules }) => rules === undefined)) return []
    const asked = new Set(cases.flatMap(({ rules }) => (rules?.use === 'asked' ? [rules.label] : [])))
    // The country's label where its methods agree on one, else the general label.
    const label = asked.size === 1 ? [...asked].join() : translate(fieldLabel(id))
    return [{ id, section, cases, label }]
  })
}

/** In the order of the method with the most fields. */
function readingOrder(code: string): readonly (readonly [FieldName, FormSectionName])[] {
  if (!isCountryCode(code)) return []
  const [fullest] = ruleBook[code].methods.toSorted(
    (a, b) => Object.keys(b.fields).length - Object.keys(a.fields).length,
  )
  return fullest === undefined ? [] : [['country', 'method'], ...formOrder(fullest), ['testMode', 'more']]
}

function casesOf(name: FieldName, methods: CountryRules['methods']): readonly FieldCase[] {
  const cases = new Map<string, FieldCase>()
  for (const { label, fields } of methods) {
    const { example, ...rules } = ruleOf(fields, name) ?? {}
    const key = JSON.stringify(rules)
    const known = cases.get(key) ?? { methods: [], examples: [], ...('use' in rules && { rules }) }
    const examples = example === undefined ? known.examples : [...new Set([...known.examples, example])]
    cases.set(key, { ...known, methods: [...known.methods, label], examples })
  }
  return [...cases.values()]
}

/** The fields of the interface that no method of the country uses. */
export function unusedFields({ fields }: RuleRows): readonly FieldName[] {
  return fields.length === 0 ? [] : requestFields.filter((field) => fields.every(({ id }) => id !== field))
}

/** The cleaning that applies to every typed field: described once, for all of them. */
export function cleaningOfAll(rows: readonly FieldRow[]): readonly string[] {
  const [first = [], ...others] = rows.map(cleaningOf).filter((cleaning) => cleaning.length > 0)
  return first.filter((detail) => others.every((cleaning) => cleaning.includes(detail)))
}

/** The cleaning of a field under any of the methods. */
export function cleaningOf({ cases }: FieldRow): readonly string[] {
  return [...new Set(cases.flatMap(({ rules }) => rules?.cleaning ?? []))]
}

interface ListedCode {
  readonly code: string
  readonly label: string
  readonly payoutCode?: string | undefined
  readonly number?: NumberRules | undefined
}

/** Those of the payout first, then those that only a validation takes. */
function codeRows(kind: string, listed: Partial<Record<CodeService, readonly ListedCode[]>>): readonly CodeRow[] {
  const rows = new Map<string, CodeRow>()
  const services = ['payoutCode', 'identityCode', 'bankCode'] as const
  for (const service of services)
    for (const { code, payoutCode = code, label, number } of listed[service] ?? []) {
      const known = rows.get(payoutCode) ?? { id: `${kind}-${payoutCode}`, label, codes: {}, number }
      rows.set(payoutCode, { ...known, codes: { ...known.codes, [service]: code } })
    }
  return [...rows.values()]
}

/**
 * The banks of all methods, each once, in the order of the lists; `more` adds those that load on demand. Those without a public name have
 * the merchant's.
 */
function bankRows({ code: country, methods }: CountryRules, more: readonly Bank[], names: BankNames) {
  const rows = new Map<string, BankRow>()
  for (const { label, fields } of methods) {
    const rule = ruleOf(fields, 'bankName')
    const listed =
      rule?.banks === undefined ? [] : [...rule.banks.map((bank) => ({ name: undefined, ...bank })), ...more]
    for (const bank of withBankNames(country, listed, names, takesOtherCodes(rule))) {
      const known = rows.get(bank.code)
      rows.set(bank.code, {
        id: `bank-${bank.code}`,
        bank: known?.bank ?? bank,
        isOwnName: bank.name !== undefined && bank.name === names.get(bankIdOf(country, bank.code)),
        isApiOnly: rule?.apiOnly?.includes(bank.code) ?? false,
        methods: [...new Set([...(known?.methods ?? []), label])],
      })
    }
  }
  return [...rows.values()]
}

/** Whether any bank code of the national format is accepted, in addition to the listed banks. */
export function takesNationalCodes({ methods }: CountryRules): boolean {
  return methods.some(({ fields }) => ruleOf(fields, 'bankName')?.nationalCodes === true)
}

/** Whether a bank may have a code that no list of the rule book has. */
export function takesUnlistedBanks({ methods }: CountryRules): boolean {
  return methods.some(({ fields }) => takesOtherCodes(ruleOf(fields, 'bankName')))
}

function takesOtherCodes(rule: FieldRules | undefined): boolean {
  return rule?.use === 'asked' && (rule.nationalCodes === true || rule.banks === undefined)
}

function ruleOf(fields: readonly FieldRules[], name: string): FieldRules | undefined {
  return fields.find((found) => found.name === name)
}
