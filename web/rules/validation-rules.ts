import type { IssueContent } from '#shared/api/issue.ts'
import type { CountryRules } from '#shared/api/rules.ts'
import { anyCountry } from '#shared/countries/rule-book.ts'
import { whyNotServed } from '#shared/validation/validation-offer.ts'
import { alternatives } from '../language/formats.ts'
import { t } from '../language/translate.ts'

/** The field of the warning that a validation raises, so that its link leads here. */
export type ValidationId = 'validation:identity' | 'validation:bank'

/** What one of the two validations needs in a country, or why it is not offered. */
export interface ValidationRules {
  readonly id: ValidationId
  readonly whyNot?: IssueContent
  readonly needs: readonly ValidationNeed[]
}

type BankValidationNeeds = NonNullable<CountryRules['bankValidation']>

export type ValidationNeed =
  | { readonly of: 'name' | 'accountNumber' }
  | { readonly of: 'document'; readonly documents: BankValidationNeeds['documents'] }
  | { readonly of: 'bank'; readonly bank: BankValidationNeeds['bank'] }
  /** `exempt`: names of the banks that do not need it. */
  | { readonly of: 'accountType'; readonly isUsed: boolean; readonly exempt: readonly string[] }

export function validationRules(country: CountryRules): readonly ValidationRules[] {
  return [identityRules(country), bankRules(country)]
}

function identityRules({ code, identityValidation }: CountryRules): ValidationRules {
  const id = 'validation:identity'
  if (identityValidation === undefined) return { id, ...notServed(code, 'identity'), needs: [] }
  return { id, needs: [{ of: 'name' }, { of: 'document', documents: identityValidation.documents }] }
}

function bankRules({ code, bankValidation, methods }: CountryRules): ValidationRules {
  const id = 'validation:bank'
  if (bankValidation === undefined) return { id, ...notServed(code, 'bank'), needs: [] }
  const { documents, bank, accountTypes, noAccountTypeFor } = bankValidation
  const banks = methods.flatMap(({ fields }) => fields.flatMap((field) => field.banks ?? []))
  const exempt = noAccountTypeFor.map((code) => banks.find((found) => found.code === code)?.name ?? code)
  return {
    id,
    needs: [
      { of: 'name' },
      { of: 'document', documents },
      { of: 'bank', bank },
      { of: 'accountType', isUsed: accountTypes.length > 0, exempt },
      { of: 'accountNumber' },
    ],
  }
}

function notServed(code: string, service: 'identity' | 'bank'): Pick<ValidationRules, 'whyNot'> {
  const country = anyCountry(code)
  return country === undefined ? {} : { whyNot: whyNotServed(country, service) }
}

export function validationTitle(id: ValidationId): string {
  return t(id === 'validation:identity' ? 'rules.validation.identity' : 'rules.validation.bank')
}

export function validationNeedsTitle(id: ValidationId): string {
  return t(id === 'validation:identity' ? 'rules.validation.identityNeeds' : 'rules.validation.bankNeeds')
}

export function needTitle({ of }: ValidationNeed): string {
  return t(`rules.need.${of}`)
}

/** The requirement of the validation. */
export function needWords(need: ValidationNeed): string {
  switch (need.of) {
    case 'name':
      return t('rules.needs.fullName')
    case 'document':
      return alternatives(need.documents.map(documentWords))
    case 'bank':
      return bankWords(need.bank)
    case 'accountType':
      if (!need.isUsed) return t('rules.needs.notUsed')
      return need.exempt.length === 0
        ? t('rules.needs.ownCode')
        : t('rules.needs.ownCodeBut', { banks: alternatives(need.exempt) })
    case 'accountNumber':
      return t('rules.needs.asInPayout')
  }
}

function documentWords({ label, code }: { readonly label: string; readonly code: string }): string {
  return label === code ? label : t('rules.needs.document', { label, code })
}

function bankWords(bank: Extract<ValidationNeed, { readonly of: 'bank' }>['bank']): string {
  switch (bank) {
    case 'required':
      return t('rules.needs.bankAndAgency')
    case 'unless-cci':
      return t('rules.needs.bankUnlessCci')
    case 'not-used':
      return t('rules.needs.notUsed')
  }
}
