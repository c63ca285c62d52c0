import type { IssueContent } from '#shared/api/issue.ts'
import type { CountryRules } from '#shared/api/rules.ts'
import { anyCountry } from '#shared/countries/rule-book.ts'
import { whyNotServed } from '#shared/validation/validation-offer.ts'

/** The field of the warning that a check raises, so that a link from there leads here. */
export type ValidationId = 'validation:identity' | 'validation:bank'

/** What one of the two checks needs in a country, or why there is none. */
export interface ValidationRules {
  readonly id: ValidationId
  readonly whyNot?: IssueContent
  readonly needs: readonly ValidationNeed[]
}

type BankValidation = NonNullable<CountryRules['bankValidation']>

export type ValidationNeed =
  | { readonly of: 'name' | 'accountNumber' }
  | { readonly of: 'document'; readonly documents: BankValidation['documents'] }
  | { readonly of: 'bank'; readonly bank: BankValidation['bank'] }
  /** `exempt`: names of the banks that do without. */
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
