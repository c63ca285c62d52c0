import type { Details } from '#shared/api/details.ts'
import { type Issue, issueOn } from '#shared/api/issue.ts'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { type DetailsReading, detailsOf, formValuesOf, readDetails } from '#shared/payout/details.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { countryCodes, isCountryCode } from '#shared/rule-book/country-codes.ts'
import { Failure } from '../failure.ts'

export interface GoodDetails extends DetailsReading {
  /** What the country and method show of what was typed: nothing hidden is kept. */
  readonly details: Details
}

/**
 * Reads details by the rule book.
 * @throws Failure FIELDS_INVALID with every error, each at `#/details/…`
 */
export function goodDetails(given: Details): GoodDetails {
  const country = countryOf(given)
  const reading = readDetails(country, given)
  if (reading.errors.length > 0) throw invalid(reading.errors)
  return { ...reading, details: detailsOf(country, formValuesOf(country, given)) }
}

/** What can be read of details, finished or not. */
export function readableRequest(details: Details): PayoutRequest {
  return isCountryCode(details.country) ? readDetails(ruleBook[details.country], details).request : {}
}

/**
 * The country of details, once their method is one of its own.
 * @throws Failure FIELDS_INVALID
 */
export function countryOf({ country: code, method }: Details): Country {
  if (!isCountryCode(code)) throw invalid([unknownChoice('country', code, countryCodes)])
  const country = ruleBook[code]
  const methods = country.methods.map(({ id }) => id)
  if (!country.methods.some(({ id }) => id === method)) throw invalid([unknownChoice('method', method, methods)])
  return country
}

function unknownChoice(field: 'country' | 'method', given: string, allowed: readonly string[]): Issue {
  const detail = `“${given}” is not a ${field} that can be paid. Use one of ${allowed.join(', ')}.`
  return issueOn(field, `unknown_${field}`, { given, allowed: [...allowed] }, detail)
}

function invalid(errors: readonly Issue[]): Failure {
  const fields = [...new Set(errors.map(({ field }) => field))]
  return new Failure('FIELDS_INVALID', `What needs a change: ${fields.join(', ')}.`, {
    errors: errors.map((error) => ({ ...error, within: 'details' })),
  })
}
