import type { Details } from '#shared/api/details.ts'
import type { IssueContent } from '#shared/api/issue.ts'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { formValuesOf } from '#shared/payout/details.ts'
import { isCountryCode } from '#shared/rule-book/country-codes.ts'
import { bankValidationOffer, identityValidationOffer } from '#shared/validation/form-validations.ts'
import type { Service } from './validation-store.ts'

const offerOf = { identity: identityValidationOffer, bank: bankValidationOffer } as const

/** Why nobody can ask for this check of these details; undefined where they can. */
export function whyNoValidation(service: Service, details: Details): IssueContent | undefined {
  if (!isCountryCode(details.country)) return undefined
  const country = ruleBook[details.country]
  const offer = offerOf[service](country, formValuesOf(country, details))
  return offer.state === 'not-offered' ? offer.why : undefined
}
