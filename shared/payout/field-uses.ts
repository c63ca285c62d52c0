import { currencyDecimals } from '#shared/countries/rule-book.ts'
import type { Message, MessageId } from '#shared/language/message.ts'
import type {
  AskedField,
  BankRule,
  ConditionalNumber,
  Country,
  FieldValues,
  HyphenField,
  Method,
  OmittedField,
} from '#shared/rule-book/country.ts'
import { dollars } from '#shared/rule-book/currencies.ts'
import { type ByField, byField, type FieldDefinition, type FieldName, type FieldTable, payoutFields } from './fields.ts'

/** What kind of value a field takes. */
export type FieldRule =
  | { readonly kind: 'name' | 'text' | 'email' | 'url' | 'country' | 'pix-key' | 'as-typed' }
  | { readonly kind: 'amount' }
  | { readonly kind: 'flag' }
  | { readonly kind: 'code'; readonly choices: readonly FieldChoice[]; readonly error: ChoiceError }
  | { readonly kind: 'bank'; readonly bank: BankRule }
  /** `label`: what the numbers are called together. */
  | { readonly kind: 'number'; readonly numbers: readonly ConditionalNumber[]; readonly label?: MessageId | undefined }

/** What a code is refused with that is none of the choices. */
type ChoiceError =
  | 'unknown_beneficiary_type'
  | 'unknown_document_type'
  | 'unknown_account_type'
  | 'currency_not_allowed'

export interface FieldChoice {
  readonly code: string
  /** A currency is called by its code. */
  readonly label?: MessageId | Message
}

/** What a country and a method do with a field. */
export type FieldUse = AskedField<FieldRule> | HyphenField | OmittedField | { readonly use: 'none' }

export type FieldUses = ByField<FieldUse>

/**
 * What becomes of every field under one country and method: the one table from which the schema, the form,
 * the request and the JSON Schema are made. Interface, part C.
 */
export function fieldUses(country: Country, method: Method, fields: FieldTable = payoutFields): FieldUses {
  const ofTable = known.get(fields) ?? new WeakMap<Method, FieldUses>()
  const uses = ofTable.get(method) ?? { ...generalUses(fields), ...countryUses(country), ...methodUses(method) }
  known.set(fields, ofTable.set(method, uses))
  return uses
}

/** Made once, as every keystroke asks for it several times. A method belongs to one country. */
const known = new WeakMap<FieldTable, WeakMap<Method, FieldUses>>()

/** The country's own currency first; US dollars go everywhere. Interface, "USD payouts in every country". */
export function currenciesOf({ currency }: Country): readonly FieldChoice[] {
  return choicesOf(currency === dollars ? [dollars] : [currency, dollars])
}

const none = { use: 'none' } as const

/** What every country does with a field: how an entry is read before its country is known. */
export function generalUses(fields: FieldTable): FieldUses {
  return byField(fields, ({ rule, required = false }) =>
    rule === undefined ? none : { use: 'asked', required, rule: generalRules[rule] },
  )
}

const generalRules: Readonly<Record<NonNullable<FieldDefinition['rule']>, FieldRule>> = {
  name: { kind: 'name' },
  text: { kind: 'text' },
  email: { kind: 'email' },
  url: { kind: 'url' },
  country: { kind: 'country' },
  amount: { kind: 'amount' },
  flag: { kind: 'flag' },
  currency: currencyRule(choicesOf(Object.keys(currencyDecimals))),
}

function countryUses(country: Country): Partial<FieldUses> {
  const { beneficiaryTypes, documents, undocumented = [] } = country
  const numbers = documents.map(({ code, ...rule }) => ({ ...rule, when: { documentType: [code] } }))
  return {
    currencyCode: may(currencyRule(currenciesOf(country))),
    ...Object.fromEntries(undocumented.map((name) => [name, may({ kind: 'as-typed' })] as const)),
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

function currencyRule(choices: readonly FieldChoice[]): FieldRule {
  return { kind: 'code', choices, error: 'currency_not_allowed' }
}

function choicesOf(codes: readonly string[]): readonly FieldChoice[] {
  return codes.map((code) => ({ code }))
}

function numberRule(numbers: readonly ConditionalNumber[], label: MessageId | undefined): FieldRule {
  return { kind: 'number', numbers, label }
}

function as<Rule>(
  use: AskedField<Rule> | HyphenField | OmittedField,
  rule: (from: Rule, label: MessageId | undefined) => FieldRule,
): FieldUse {
  return use.use === 'asked' ? { ...use, rule: rule(use.rule, use.label) } : use
}

function need(rule: FieldRule): AskedField<FieldRule> {
  return { use: 'asked', required: true, rule }
}

function may(rule: FieldRule): AskedField<FieldRule> {
  return { use: 'asked', required: false, rule }
}

/**
 * The number rules that can hold under what is known so far: one where the conditions are settled, several while a field
 * that they depend on is still open. Rules are tried in order; one without conditions ends the list.
 */
export function matchingNumbers(rules: readonly ConditionalNumber[], given: FieldValues): readonly ConditionalNumber[] {
  const found: ConditionalNumber[] = []
  for (const rule of rules) {
    const match = matches(rule, given)
    if (match !== 'no') found.push(rule)
    if (match === 'yes') break
  }
  return found
}

function matches({ when = {} }: ConditionalNumber, given: FieldValues): 'yes' | 'maybe' | 'no' {
  let open = false
  for (const field of fieldsOf(when)) {
    const value = given[field]
    if (value === undefined) open = true
    else if (!when[field]?.includes(value)) return 'no'
  }
  return open ? 'maybe' : 'yes'
}

function fieldsOf(when: NonNullable<ConditionalNumber['when']>): readonly FieldName[] {
  const conditions: readonly FieldName[] = ['documentType', 'bankName', 'payoutAccountTypeCode']
  return conditions.filter((field) => when[field] !== undefined)
}
