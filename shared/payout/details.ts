import { type DetailField, type Details, detailFields } from '#shared/api/details.ts'
import type { Issue } from '#shared/api/issue.ts'
import type { Terms } from '#shared/api/payout.ts'
import type { Change, PayoutRequest } from '#shared/api/payout-preview.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { readForm } from './form-schema.ts'
import { emptyValues, entryOf, type FormValues } from './form-values.ts'
import type { EntryReading } from './read-entry.ts'

/** The texts of the terms, in the order of the form. */
export const termTexts = ['amount', 'currencyCode', 'PaymentReason', 'externalReference', 'NotificationUrl'] as const

/** The form that shows these details and terms; what they leave out is blank. */
export function formValuesOf(country: Country, details: Details, terms: Partial<Terms> = {}): FormValues {
  const given = Object.entries({ ...details, ...terms }).filter(([, value]) => value !== undefined)
  const { country: _, ...values } = { country: '', ...emptyValues(country), ...Object.fromEntries(given) }
  return values
}

/** What a form says of the beneficiary: of the fields that its country and method show, those that are filled. */
export function detailsOf(country: Country, values: FormValues): Details {
  const { entry, method } = entryOf(country, values)
  const isShown = (field: DetailField) => field in entry || field.startsWith('validation')
  const filled = detailFields.filter((field) => isShown(field) && values[field] !== '')
  return {
    country: country.code,
    method,
    ...Object.fromEntries(filled.map((field) => [field, String(entry[field] ?? values[field])])),
  }
}

/** What a form says of the payout itself. */
export function termsOf(values: FormValues): Terms {
  const filled = termTexts.filter((field) => values[field] !== '')
  return {
    amount: '',
    ...Object.fromEntries(filled.map((field) => [field, values[field]])),
    ...(values.TermsApproved && { TermsApproved: true }),
    ...(values.testMode && { testMode: true }),
  }
}

/** What a payout to these details comes to: the form's own reading. */
export function readPayout(country: Country, details: Details, terms: Terms): EntryReading {
  return readForm(country, formValuesOf(country, details, terms))
}

/** What the rule book says of details alone, before there is an amount. */
export interface DetailsReading {
  readonly request: PayoutRequest
  readonly errors: readonly Issue[]
  readonly changes: readonly Change[]
  readonly warnings: readonly Issue[]
}

/** Reads details as a payout would, and keeps what concerns them. */
export function readDetails(country: Country, details: Details): DetailsReading {
  return readDetailsForm(country, formValuesOf(country, details))
}

/** What a form that asks for details alone comes to. */
export function readDetailsForm(country: Country, values: FormValues): EntryReading {
  const reading = readForm(country, values)
  const concerns = ({ field }: { readonly field: string }) => !termFields.has(field)
  const kept = Object.entries(reading.request).filter(([field]) => !termFields.has(field))
  return {
    method: reading.method,
    request: Object.fromEntries(kept),
    errors: reading.errors.filter(concerns),
    changes: reading.changes.filter(concerns),
    warnings: reading.warnings.filter(concerns),
    notices: reading.notices.filter(concerns),
  }
}

const termFields: ReadonlySet<string> = new Set([...termTexts, 'TermsApproved', 'testMode'])

/**
 * Where the money of a request goes, each destination as one text that is equal for equal accounts however they were typed:
 * an account with its bank and agency, a Pix key, or both. Empty where the country has neither.
 */
export function destinationsOf(request: PayoutRequest): readonly string[] {
  const { country, bankName, accountAgencyNumber, accountNumber, recipientPixKey } = request
  const isNamed = (value: unknown) => value !== undefined && value !== '-' && value !== ''
  return [
    ...(isNamed(accountNumber) ? [JSON.stringify([country, bankName, accountAgencyNumber, accountNumber])] : []),
    ...(isNamed(recipientPixKey) ? [JSON.stringify([country, 'pix', recipientPixKey])] : []),
  ]
}
