import type { Asked, BankRule, ConditionalNumber, Country, Hyphen, LeftOut, Method } from './country.ts'
import { currencyDecimals, dollars } from './currencies.ts'
import type { EntryField } from './entry-fields.ts'

/** What kind of value a field takes. */
export type FieldRule =
  | { readonly kind: 'name' | 'text' | 'email' | 'url' | 'country' | 'pix-key' }
  | { readonly kind: 'amount' }
  | { readonly kind: 'flag' }
  | { readonly kind: 'code'; readonly choices: readonly Choice[]; readonly error: ChoiceError }
  | { readonly kind: 'bank'; readonly bank: BankRule }
  | { readonly kind: 'number'; readonly numbers: readonly ConditionalNumber[] }

/** What a code is refused with that is none of the choices. */
type ChoiceError =
  | 'unknown_beneficiary_type'
  | 'unknown_document_type'
  | 'unknown_account_type'
  | 'currency_not_allowed'

export interface Choice {
  readonly code: string
  readonly label: string
}

/** What a country and a method do with a field. */
export type FieldUse = Asked<FieldRule> | Hyphen | LeftOut | { readonly use: 'none' }

export type FieldUses = Readonly<Record<EntryField, FieldUse>>

/**
 * What becomes of every field under one country and method: the one table from which the schema, the form,
 * the request and the JSON Schema are made. Interface, part C.
 */
export function fieldUses(country: Country, method: Method): FieldUses {
  const ofCountry = known.get(country) ?? new WeakMap<Method, FieldUses>()
  const uses = ofCountry.get(method) ?? { ...generalUses, ...countryUses(country), ...methodUses(method) }
  known.set(country, ofCountry.set(method, uses))
  return uses
}

/** Made once: every keystroke asks for the table several times. */
const known = new WeakMap<Country, WeakMap<Method, FieldUses>>()

/** The country's own currency first; US dollars go everywhere. Interface, "USD payouts in every country". */
export function currenciesOf({ currency }: Country): readonly Choice[] {
  return choicesOf(currency === dollars ? [dollars] : [currency, dollars])
}

const none = { use: 'none' } as const

/** What every country does with a field; all that can be said of an entry before its country is known. */
export const generalUses: FieldUses = {
  country: need({ kind: 'country' }),
  beneficiaryFirstName: need({ kind: 'name' }),
  beneficiaryLastName: need({ kind: 'name' }),
  email: may({ kind: 'email' }),
  city: may({ kind: 'text' }),
  amount: need({ kind: 'amount' }),
  currencyCode: currencyUse(choicesOf(Object.keys(currencyDecimals))),
  externalReference: may({ kind: 'text' }),
  NotificationUrl: may({ kind: 'url' }),
  PaymentReason: may({ kind: 'text' }),
  testMode: may({ kind: 'flag' }),
  TermsApproved: may({ kind: 'flag' }),
  beneficiaryType: none,
  documentType: none,
  documentNumber: none,
  bankName: none,
  accountAgencyNumber: none,
  accountNumber: none,
  payoutAccountTypeCode: none,
  recipientPixKey: none,
}

function countryUses(country: Country): Partial<FieldUses> {
  const { beneficiaryTypes, documents } = country
  const numbers = documents.map(({ code, ...rule }) => ({ ...rule, when: { documentType: [code] } }))
  return {
    currencyCode: currencyUse(currenciesOf(country)),
    ...(beneficiaryTypes && {
      beneficiaryType: need({ kind: 'code', choices: beneficiaryTypes, error: 'unknown_beneficiary_type' }),
    }),
    ...(documents.length > 0 && {
      documentType: need({ kind: 'code', choices: documents, error: 'unknown_document_type' }),
      documentNumber: need({ kind: 'number', numbers }),
    }),
  }
}

function methodUses({ fields }: Method): Partial<FieldUses> {
  const { bankName, accountAgencyNumber, accountNumber, payoutAccountTypeCode, recipientPixKey } = fields
  return {
    ...(bankName && { bankName: as(bankName, (bank) => ({ kind: 'bank', bank })) }),
    ...(accountAgencyNumber && { accountAgencyNumber: as(accountAgencyNumber, numberRule) }),
    ...(accountNumber && { accountNumber: as(accountNumber, numberRule) }),
    ...(payoutAccountTypeCode && {
      payoutAccountTypeCode: as(payoutAccountTypeCode, (choices) => ({
        kind: 'code',
        choices,
        error: 'unknown_account_type',
      })),
    }),
    ...(recipientPixKey && { recipientPixKey: need({ kind: 'pix-key' }) }),
  }
}

function currencyUse(choices: readonly Choice[]): FieldUse {
  return may({ kind: 'code', choices, error: 'currency_not_allowed' })
}

function choicesOf(codes: readonly string[]): readonly Choice[] {
  return codes.map((code) => ({ code, label: code }))
}

function numberRule(numbers: readonly ConditionalNumber[]): FieldRule {
  return { kind: 'number', numbers }
}

function as<Rule>(use: Asked<Rule> | Hyphen | LeftOut, rule: (from: Rule) => FieldRule): FieldUse {
  return use.use === 'asked' ? { ...use, rule: rule(use.rule) } : use
}

function need(rule: FieldRule): Asked<FieldRule> {
  return { use: 'asked', required: true, rule }
}

function may(rule: FieldRule): Asked<FieldRule> {
  return { use: 'asked', required: false, rule }
}
