import type { EntryField } from '#shared/payout/entry-fields.ts'
import type { Asked, BankRule, ConditionalNumber, Country, Hyphen, LeftOut, Method } from './country.ts'

/** What kind of value a field takes. */
export type FieldRule =
  | { readonly kind: 'name' | 'text' | 'email' | 'url' | 'country' | 'pix-key' }
  | { readonly kind: 'amount' }
  | { readonly kind: 'flag' }
  | { readonly kind: 'code'; readonly choices: readonly Choice[]; readonly fault: string }
  | { readonly kind: 'bank'; readonly bank: BankRule }
  | { readonly kind: 'number'; readonly numbers: readonly ConditionalNumber[] }

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
  return { ...generalUses(country), ...documentUses(country), ...methodUses(method) }
}

/** The country's own currency first; US dollars go everywhere. Interface, "USD payouts in every country". */
export function currenciesOf(country: Country): readonly Choice[] {
  const codes = country.currency === 'USD' ? ['USD'] : [country.currency, 'USD']
  return codes.map((code) => ({ code, label: code }))
}

function generalUses(country: Country): FieldUses {
  const none = { use: 'none' } as const
  return {
    country: need({ kind: 'country' }),
    beneficiaryFirstName: need({ kind: 'name' }),
    beneficiaryLastName: need({ kind: 'name' }),
    beneficiaryType: country.beneficiaryTypes
      ? need({ kind: 'code', choices: beneficiaryTypes, fault: 'unknown_beneficiary_type' })
      : none,
    email: may({ kind: 'email' }),
    city: may({ kind: 'text' }),
    amount: need({ kind: 'amount' }),
    currencyCode: may({ kind: 'code', choices: currenciesOf(country), fault: 'currency_not_allowed' }),
    externalReference: may({ kind: 'text' }),
    NotificationUrl: may({ kind: 'url' }),
    PaymentReason: may({ kind: 'text' }),
    testMode: may({ kind: 'flag' }),
    TermsApproved: may({ kind: 'flag' }),
    documentType: none,
    documentNumber: none,
    bankName: none,
    accountAgencyNumber: none,
    accountNumber: none,
    payoutAccountTypeCode: none,
    recipientPixKey: none,
  }
}

/** Interface, part C, "Chile": beneficiaryType. */
const beneficiaryTypes: readonly Choice[] = [
  { code: 'person', label: 'Person' },
  { code: 'company', label: 'Company' },
]

function documentUses({ documents }: Country): Partial<FieldUses> {
  if (documents.length === 0) return {}
  const numbers = documents.map(({ code, ...rule }) => ({ ...rule, when: { documentType: [code] } }))
  return {
    documentType: need({ kind: 'code', choices: documents, fault: 'unknown_document_type' }),
    documentNumber: need({ kind: 'number', numbers }),
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
        fault: 'unknown_account_type',
      })),
    }),
    ...(recipientPixKey && { recipientPixKey: need({ kind: 'pix-key' }) }),
  }
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
