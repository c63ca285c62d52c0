import { methodFor, methodIn, ruleBook } from '#shared/countries/rule-book.ts'
import type { Country, Given, Method, MethodId } from '#shared/rule-book/country.ts'
import { type CountryCode, isCountryCode } from '#shared/rule-book/country-codes.ts'
import { needsTerms } from '#shared/rule-book/currencies.ts'
import type { EntryField } from '#shared/rule-book/entry-fields.ts'
import { fieldUses } from '#shared/rule-book/field-uses.ts'
import { blankValues } from './blank-form.ts'
import { onlyChoices } from './form-fields.ts'
import { givenIn, settled } from './given.ts'
import type { RawEntry } from './typed-value.ts'

/** What stands in one country's form, shown or not: texts as typed, and the two ticks. */
export type FormValues = Readonly<Record<TextField, string>> & {
  readonly method: string
  readonly testMode: boolean
  readonly TermsApproved: boolean
}

/** Every field that is typed or chosen on the form. */
export const textFields = [
  'beneficiaryType',
  'beneficiaryFirstName',
  'beneficiaryLastName',
  'documentType',
  'documentNumber',
  'recipientPixKey',
  'payoutAccountTypeCode',
  'bankName',
  'accountAgencyNumber',
  'accountNumber',
  'amount',
  'currencyCode',
  'PaymentReason',
  'email',
  'city',
  'externalReference',
  'NotificationUrl',
  // Asked for the bank check alone; never part of a payout request.
  'validationDocumentNumber',
  'validationAgency',
  'validationAccountKind',
] as const

export type TextField = (typeof textFields)[number]

/** Fields that mean the same in every country, so that a change of country keeps them; an amount within its currency. */
const commonFields = [
  'beneficiaryFirstName',
  'beneficiaryLastName',
  'PaymentReason',
  'email',
  'city',
  'externalReference',
  'NotificationUrl',
] as const

/** A payout being entered: the country, and the whole form of each country visited, as it was left. */
export interface PayoutDraft {
  readonly country: CountryCode | undefined
  readonly values: Partial<Readonly<Record<CountryCode, FormValues>>>
}

/** An empty form of a country, its only choices made. */
export function emptyValues(country: Country): FormValues {
  const [method] = country.methods
  const { testMode, TermsApproved } = blankValues
  const chosen = { currencyCode: country.currency, ...onlyChoices(country, method), method: method.id }
  return { ...blankValues, ...chosen, testMode, TermsApproved }
}

/** Whether nothing was typed or chosen that the country did not settle by itself. */
export function isEmptyForm(country: Country, values: FormValues): boolean {
  const empty = emptyValues(country)
  return textFields.every((field) => values[field] === empty[field])
}

/** Whether nothing was typed or ticked in any country that was visited; a country and a method alone are nothing to lose. */
export function isUntouched({ values }: PayoutDraft): boolean {
  return Object.entries(values).every(
    ([code, found]) => isCountryCode(code) && !found.TermsApproved && isEmptyForm(ruleBook[code], found),
  )
}

/**
 * Goes to another country: what both share comes along, what that country alone has comes back as it was left.
 * Going and coming back gives the draft back.
 */
export function switchCountry(draft: PayoutDraft, to: Country): PayoutDraft {
  const current = draft.country === undefined ? undefined : draft.values[draft.country]
  const target = draft.values[to.code] ?? emptyValues(to)
  const shared = current === undefined ? {} : sharedWith(target, current)
  return { country: to.code, values: { ...draft.values, [to.code]: { ...target, ...shared } } }
}

/**
 * A form from storage, where an older version may have written it: what it holds for a known field stays, what it lacks
 * begins empty. Undefined where it is no form at all.
 */
export function restoredValues(country: Country, stored: unknown): FormValues | undefined {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return undefined
  const found: Readonly<Record<string, unknown>> = { ...stored }
  const { method, testMode, TermsApproved, ...texts } = emptyValues(country)
  const kept = textFields.flatMap((field) => {
    const value = found[field]
    return typeof value === 'string' ? [[field, value] as const] : []
  })
  return {
    ...texts,
    ...Object.fromEntries(kept),
    method: typeof found.method === 'string' ? found.method : method,
    testMode: typeof found.testMode === 'boolean' ? found.testMode : testMode,
    TermsApproved: typeof found.TermsApproved === 'boolean' ? found.TermsApproved : TermsApproved,
  }
}

/** The entry that a form stands for: only fields that its country and method show, so that nothing hidden is sent. */
export function entryOf(country: Country, values: FormValues): { readonly entry: RawEntry; readonly method: MethodId } {
  const method = methodIn(country, values.method)
  const uses = fieldUses(country, method)
  const shown = textFields.flatMap((field) =>
    isEntryText(field) && uses[field].use === 'asked' ? [[field, values[field]] as const] : [],
  )
  const settledCodes = onlyChoices(country, method)
  const { currencyCode = values.currencyCode } = settledCodes
  const terms = needsTerms(currencyCode) && values.TermsApproved ? { TermsApproved: true } : {}
  const test = values.testMode ? { testMode: true } : {}
  const entry = { country: country.code, ...Object.fromEntries(shown), ...terms, ...test }
  return { entry: { ...entry, ...settledCodes }, method: method.id }
}

/** The values on which labels, hints and further fields depend. */
export function givenOf(country: Country, values: FormValues): Given {
  const { entry, method } = entryOf(country, values)
  return settled(givenIn(entry, country), fieldUses(country, methodIn(country, method)), country)
}

/** The method that the values come to: in Peru twenty digits are a CCI whatever was picked. */
export function sentMethod(country: Country, values: FormValues): Method {
  const picked = methodIn(country, values.method)
  return methodFor(country, givenOf(country, values), picked.id)
}

function sharedWith(target: FormValues, values: FormValues): Partial<FormValues> {
  const texts: Partial<FormValues> = Object.fromEntries(commonFields.map((field) => [field, values[field]] as const))
  const isSameMoney = target.currencyCode === values.currencyCode
  return { ...texts, testMode: values.testMode, ...(isSameMoney && { amount: values.amount }) }
}

function isEntryText(field: TextField): field is TextField & EntryField {
  return !field.startsWith('validation')
}
