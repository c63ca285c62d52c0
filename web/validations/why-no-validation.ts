import type { IssueContent } from '#shared/api/issue.ts'
import { isCountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import { completeEntry, type RawEntry } from '#shared/payout/entry.ts'
import { emptyEntry } from '#shared/payout/entry-draft.ts'
import { bankValidationOffer, identityValidationOffer } from '#shared/validation/validation-questions.ts'
import type { Service } from './validation-store.ts'

const offerOf = { identity: identityValidationOffer, bank: bankValidationOffer } as const

/** Why nobody can ask for this check of this beneficiary; undefined where they can. */
export function whyNoValidation(service: Service, entry: RawEntry): IssueContent | undefined {
  if (!isCountryCode(entry.country)) return undefined
  const country = ruleBook[entry.country]
  const offer = offerOf[service](country, completeEntry({ ...emptyEntry(country), ...entry }))
  return offer.state === 'not-offered' ? offer.why : undefined
}
