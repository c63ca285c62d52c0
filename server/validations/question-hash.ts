import type { Details } from '#shared/api/details.ts'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { formValuesOf } from '#shared/payout/details.ts'
import { isCountryCode } from '#shared/rule-book/country-codes.ts'
import { bankValidationOffer, identityValidationOffer } from '#shared/validation/form-validations.ts'
import type { Encryption } from '../store/encryption.ts'
import { type Question, questionText } from './question.ts'

/** By what a check is found: the same for all questions that the provider could not tell apart. */
export function questionHash(encryption: Encryption, question: Question): string {
  return encryption.hash('question', questionText(question))
}

/** What could be asked of these details, as the form would ask it; in test mode too when `testMode` is true. */
export function questionsOf(details: Details, testMode = false): readonly Question[] {
  if (!isCountryCode(details.country)) return []
  const country = ruleBook[details.country]
  const values = { ...formValuesOf(country, details), testMode }
  const identity = identityValidationOffer(country, values)
  const bank = bankValidationOffer(country, values)
  return [
    ...(identity.state === 'ready' ? [{ service: 'identity', validation: identity.request } as const] : []),
    ...(bank.state === 'ready' ? [{ service: 'bank', validation: bank.request } as const] : []),
  ]
}

/** The hashes of all that could be asked of these details, in both modes. */
export function questionHashesOf(encryption: Encryption, details: Details): readonly string[] {
  return [...questionsOf(details), ...questionsOf(details, true)].map((question) => questionHash(encryption, question))
}
