import { type AccountKind, type AccountType, accountKinds, type BankValidationRule, type Country } from './country.ts'

/**
 * The two services number accounts differently: 0002 is a Chilean savings account in a payout and a checking account in
 * a bank validation. These go from either code to the rule book's own kind and back.
 */
export function kindOfPayoutType(country: Country, code: string): AccountKind | undefined {
  return accountTypesOf(country).find((type) => type.code === code)?.kind
}

export function payoutTypeOf(country: Country, kind: AccountKind): string | undefined {
  return accountTypesOf(country).find((type) => type.kind === kind)?.code
}

/** Interface, "Bank account fields by country": 0002 is checking; other codes are savings where they have no meaning of their own. */
export function kindOfValidationType({ accountTypes = {} }: BankValidationRule, code: string): AccountKind | undefined {
  const named = accountKinds.find((kind) => accountTypes[kind] === code)
  return named ?? (/^[0-9]{4}$/.test(code) ? 'savings' : undefined)
}

export function validationTypeOf({ accountTypes = {} }: BankValidationRule, kind: AccountKind): string | undefined {
  return accountTypes[kind]
}

function accountTypesOf({ methods }: Country): readonly AccountType[] {
  return methods.flatMap(({ fields }) =>
    fields.payoutAccountTypeCode?.use === 'asked' ? fields.payoutAccountTypeCode.rule : [],
  )
}
