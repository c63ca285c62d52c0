import type { CountryRules } from '#shared/api/rules.ts'
import type { Bank } from '#shared/banks/bank.ts'
import { type BankNames, bankIdOf, noBankNames, withBankNames } from '#shared/banks/bank-names.ts'
import { t } from '../language/translate.ts'
import type { FieldRules, NumberRules } from './rule-types.ts'

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

/** The documents of the payout first, then those that a check alone takes. */
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
    [...identity, ...bank].filter(isOfValidationsAlone).map((document) => [document.code, document]),
  )
  const checked = [...others.values()].map(({ code, label, number }) => ({
    id: `document-${code}`,
    label,
    identityCode: identity.find((document) => document.code === code)?.code,
    bankCode: bank.find((document) => document.code === code)?.code,
    number,
  }))
  return [...paid, ...checked]
}

function isOfValidationsAlone({ payoutCode }: { readonly payoutCode?: string | undefined }): boolean {
  return payoutCode === undefined
}

/** The account types of the payout first, then those that the bank check alone has. */
export function accountTypeRows({ methods, bankValidation }: CountryRules): readonly AccountTypeRow[] {
  const choices = methods.flatMap((method) => field(method.fields, 'payoutAccountTypeCode')?.choices ?? [])
  const labels = new Map(choices.map(({ code, label }) => [code, label]))
  const checked = bankValidation?.accountTypes ?? []
  const paid = [...labels].map(([code, label]) => ({
    id: `account-type-${code}`,
    label,
    payoutCode: code,
    bankCode: checked.find(({ payoutCode }) => payoutCode === code)?.validationCode,
  }))
  // Only of a wallet has the payout no code.
  const others = checked.filter(isOfValidationsAlone).map(({ validationCode }) => ({
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

/** Whether any bank code of the national shape passes, beside the banks listed. */
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
