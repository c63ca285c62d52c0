import type { Details } from '#shared/api/details.ts'
import type { Said } from '#shared/api/fault.ts'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { formValuesOf } from '#shared/payout/details.ts'
import { isCountryCode } from '#shared/rule-book/country-codes.ts'
import { bankCheckOffer, identityCheckOffer } from '#shared/validation/form-checks.ts'
import type { Service } from './check-store.ts'

const offerOf = { identity: identityCheckOffer, bank: bankCheckOffer } as const

/** Why nobody can ask for this check of these details; undefined where they can. */
export function whyNoCheck(service: Service, details: Details): Said | undefined {
  if (!isCountryCode(details.country)) return undefined
  const country = ruleBook[details.country]
  const offer = offerOf[service](country, formValuesOf(country, details))
  return offer.state === 'not-offered' ? offer.why : undefined
}
