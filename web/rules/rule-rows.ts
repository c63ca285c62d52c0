import type { CountryRules } from '#shared/api/rules.ts'
import type { Bank } from '#shared/banks/bank.ts'
import { type BankNames, bankIdOf, noBankNames, withBankNames } from '#shared/banks/bank-names.ts'
import { isCountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import { fieldLabel } from '#shared/payout/field-label.ts'
import { type FieldName, type FormSectionName, requestFields } from '#shared/payout/fields.ts'
import { formOrder } from '#shared/payout/form-fields.ts'
import { t } from '../language/translate.ts'

/** One field of a country, with its use by each method. */
export interface FieldRow {
  readonly name: FieldName
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

/** Every field that some method of the country uses, in the order of the form; test mode, a switch of the page, last. */
export function fieldRows(country: CountryRules): readonly FieldRow[] {
  return readingOrder(country.code).flatMap(([name, section]) => {
    const cases = casesOf(name, country.methods)
    if (cases.every(({ rules }) => rules === undefined)) return []
    return [{ name, section, cases, label: labelOf(name, cases) }]
  })
}

/** The fields of the interface that no method of the country uses. */
export function unusedFields(country: CountryRules): readonly FieldName[] {
  const used = fieldRows(country).map(({ name }) => name)
  return country.methods.length === 0 ? [] : requestFields.filter((field) => !used.includes(field))
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

/** In the order of the method with the most fields. */
function readingOrder(code: string): readonly (readonly [FieldName, FormSectionName])[] {
  if (!isCountryCode(code)) return []
  const [fullest] = ruleBook[code].methods.toSorted(
    (a, b) => Object.keys(b.fields).length - Object.keys(a.fields).length,
  )
  return fullest === undefined ? [] : [['country', 'method'], ...formOrder(fullest), ['testMode', 'more']]
}

function casesOf(name: FieldName, methods: readonly MethodRules[]): readonly FieldCase[] {
  const cases = new Map<string, FieldCase>()
  for (const { label, fields } of methods) {
    const found = fields.find((field) => field.name === name)
    const { example, ...rules } = found ?? { example: undefined }
    const key = JSON.stringify(rules)
    const known = cases.get(key) ?? { methods: [], examples: [], ...('use' in rules && { rules }) }
    const examples = example === undefined ? known.examples : [...new Set([...known.examples, example])]
    cases.set(key, { ...known, methods: [...known.methods, label], examples })
  }
  return [...cases.values()]
}

/** The country's label where its methods agree on one, else the general label. */
function labelOf(name: FieldName, cases: readonly FieldCase[]): string {
  const asked = cases.flatMap(({ rules }) => (rules?.use === 'asked' ? [rules.label] : []))
  const [only, ...others] = new Set(asked)
  return only === undefined || others.length > 0 ? t(fieldLabel(name)) : only
}

/** One document under the codes of both services; an absent code: that service does not take it. */
export interface DocumentRow {
  readonly id: string
  readonly label: string
  readonly payoutCode?: string | undefined
  readonly identityCode?: string | undefined
  readonly bankCode?: string | undefined
  readonly number?: NumberRules | undefined
}

export interface AccountTypeRow {
  readonly id: string
  readonly label: string
  readonly payoutCode?: string | undefined
  readonly bankCode?: string | undefined
}

export interface BankRow {
  readonly id: string
  readonly bank: Bank
  /** Whether its name is the merchant's. */
  readonly isOwnName: boolean
  readonly isApiOnly: boolean
  /** The methods that take it, by their labels. */
  readonly methods: readonly string[]
}

/** The documents of the payout first, then those that only a validation takes. */
export function documentRows({ methods, identityValidation, bankValidation }: CountryRules): readonly DocumentRow[] {
  const numbers = methods[0]?.fields.find(({ name }) => name === 'documentNumber')?.numbers ?? []
  const types = methods[0]?.fields.find(({ name }) => name === 'documentType')?.choices ?? []
  const identity = identityValidation?.documents ?? []
  const bank = bankValidation?.documents ?? []
  const paid = types.map(({ code, label }) => ({
    id: `document-${code}`,
    label,
    payoutCode: code,
    identityCode: identity.find(({ payoutCode }) => payoutCode === code)?.code,
    bankCode: bank.find(({ payoutCode }) => payoutCode === code)?.code,
    number: numbers.find(({ when }) => when?.documentType?.includes(code)),
  }))
  const others = new Map(
    [...identity, ...bank].filter(isOnlyForValidation).map((document) => [document.code, document]),
  )
  const forValidation = [...others.values()].map(({ code, label, number }) => ({
    id: `document-${code}`,
    label,
    identityCode: identity.find((document) => document.code === code)?.code,
    bankCode: bank.find((document) => document.code === code)?.code,
    number,
  }))
  return [...paid, ...forValidation]
}

function isOnlyForValidation({ payoutCode }: { readonly payoutCode?: string | undefined }): boolean {
  return payoutCode === undefined
}

/** The account types of the payout first, then those that only the bank validation has. */
export function accountTypeRows({ methods, bankValidation }: CountryRules): readonly AccountTypeRow[] {
  const choices = methods.flatMap((method) => field(method.fields, 'payoutAccountTypeCode')?.choices ?? [])
  const labels = new Map(choices.map(({ code, label }) => [code, label]))
  const types = bankValidation?.accountTypes ?? []
  const paid = [...labels].map(([code, label]) => ({
    id: `account-type-${code}`,
    label,
    payoutCode: code,
    bankCode: types.find(({ payoutCode }) => payoutCode === code)?.validationCode,
  }))
  // Only a wallet has no code in the payout.
  const others = types.filter(isOnlyForValidation).map(({ validationCode }) => ({
    id: `account-type-${validationCode}`,
    label: t('method.wallet'),
    bankCode: validationCode,
  }))
  return [...paid, ...others]
}

/**
 * The banks of all methods, each once, in the order of the lists; `more` adds those that load on demand. Those without a public name have
 * the merchant's.
 */
export function bankRows(
  { code: country, methods }: CountryRules,
  more: readonly Bank[] = [],
  names: BankNames = noBankNames,
): readonly BankRow[] {
  const rows = new Map<string, BankRow>()
  for (const { label, fields } of methods) {
    const rule = field(fields, 'bankName')
    const listed = rule?.banks === undefined ? [] : [...rule.banks.map(asBank), ...more]
    for (const bank of withBankNames(country, listed, names, takesOtherCodes(rule))) {
      const known = rows.get(bank.code)
      rows.set(bank.code, {
        id: `bank-${bank.code}`,
        bank: known?.bank ?? bank,
        isOwnName: bank.name !== undefined && bank.name === names.get(bankIdOf(country, bank.code)),
        isApiOnly: rule?.apiOnly?.includes(bank.code) ?? false,
        methods: [...(known?.methods ?? []), label].filter((found, place, all) => all.indexOf(found) === place),
      })
    }
  }
  return [...rows.values()]
}

/** Whether any bank code of the national format is accepted, in addition to the listed banks. */
export function takesNationalCodes({ methods }: CountryRules): boolean {
  return methods.some(({ fields }) => field(fields, 'bankName')?.nationalCodes === true)
}

/** Whether a bank may have a code that no list of the rule book has. */
export function takesUnlistedBanks({ methods }: CountryRules): boolean {
  return methods.some(({ fields }) => takesOtherCodes(field(fields, 'bankName')))
}

function takesOtherCodes(rule: FieldRules | undefined): boolean {
  if (rule === undefined || rule.use !== 'asked') return false
  return rule.nationalCodes === true || rule.banks === undefined
}

function asBank({ code, name, otherNames }: NonNullable<FieldRules['banks']>[number]): Bank {
  return { code, name, otherNames }
}

function field(fields: readonly FieldRules[], name: string): FieldRules | undefined {
  return fields.find((found) => found.name === name)
}

type MethodRules = CountryRules['methods'][number]

export type FieldRules = MethodRules['fields'][number]

export type NumberRules = NonNullable<FieldRules['numbers']>[number]
