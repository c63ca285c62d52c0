import type { Said } from '#shared/api/fault.ts'
import type { CountryRules } from '#shared/api/rules.ts'
import { whyNotServed } from '#shared/validation/check-offer.ts'

/** The field of the warning that a check raises, so that a link from there leads here. */
export type CheckId = 'check:identity' | 'check:bank'

/** What one of the two checks needs in a country, or why there is none. */
export interface CheckRules {
  readonly id: CheckId
  readonly whyNot?: Said
  readonly needs: readonly CheckNeed[]
}

type BankCheck = NonNullable<CountryRules['bankCheck']>

export type CheckNeed =
  | { readonly of: 'name' | 'accountNumber' }
  | { readonly of: 'document'; readonly documents: BankCheck['documents'] }
  | { readonly of: 'bank'; readonly bank: BankCheck['bank'] }
  /** `exempt`: names of the banks that do without. */
  | { readonly of: 'accountType'; readonly isUsed: boolean; readonly exempt: readonly string[] }

export function checkRules(country: CountryRules): readonly CheckRules[] {
  return [identityRules(country), bankRules(country)]
}

function identityRules({ name, identityCheck }: CountryRules): CheckRules {
  const id = 'check:identity'
  if (identityCheck === undefined) return { id, whyNot: whyNotServed(name, 'identity'), needs: [] }
  return { id, needs: [{ of: 'name' }, { of: 'document', documents: identityCheck.documents }] }
}

function bankRules({ name, bankCheck, methods }: CountryRules): CheckRules {
  const id = 'check:bank'
  if (bankCheck === undefined) return { id, whyNot: whyNotServed(name, 'bank'), needs: [] }
  const { documents, bank, accountTypes, noAccountTypeFor } = bankCheck
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
