import type { Details } from '#shared/api/details.ts'
import type { Issue } from '#shared/api/issue.ts'
import type { Terms } from '#shared/api/payout.ts'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { detailsOf, formValuesOf, readPayout } from '#shared/payout/details.ts'
import type { EntryReading } from '#shared/payout/read-entry.ts'
import { countryOf } from '../beneficiaries/read-details.ts'
import { Failure } from '../failure.ts'

/** A payout as somebody wrote it, with what the rule book makes of it. */
export interface ReadPayout {
  /** Without what its country and method do not ask for. */
  readonly details: Details
  readonly terms: Terms
  readonly reading: EntryReading
}

/**
 * Reads a payout by the rules of today.
 * @throws Failure FIELDS_INVALID with every error, at `#/details/…` or `#/terms/…`
 */
export function readWrittenPayout(details: Details, terms: Terms): ReadPayout {
  const country = countryOf(details)
  const reading = readPayout(country, details, terms)
  if (reading.errors.length > 0) throw invalid(reading.errors.map(placed))
  return { details: detailsOf(country, formValuesOf(country, details)), terms, reading }
}

/** What the rules of today make of a payout that was kept; with `errors` where they take it no more. */
export function rereadPayout(details: Details, terms: Terms): EntryReading {
  return readPayout(countryOf(details), details, terms)
}

/** The errors of what was read, for who gets them beside a kept payout. */
export function adviceOf({ errors }: Pick<EntryReading, 'errors'>): string {
  return errors.map(({ detail }) => detail).join(' ')
}

/** A text of a request; empty where the field is left out. */
export function textIn(request: PayoutRequest, field: string): string {
  return String(request[field] ?? '')
}

function placed(error: Issue): Issue {
  return { ...error, within: termFields.includes(error.field) ? 'terms' : 'details' }
}

const termFields: readonly string[] = [
  'amount',
  'currencyCode',
  'PaymentReason',
  'externalReference',
  'NotificationUrl',
  'TermsApproved',
  'testMode',
] satisfies (keyof Terms)[]

function invalid(errors: readonly Issue[]): Failure {
  const fields = [...new Set(errors.map(({ field }) => field))]
  return new Failure('FIELDS_INVALID', `What needs a change: ${fields.join(', ')}.`, { errors: errors })
}
