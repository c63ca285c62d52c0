import type { BankValidation, IdentityValidation } from '#shared/api/validation.ts'
import type { Encryption } from '../store/encryption.ts'

/** What a person wants to know of the provider, read and cleaned. */
export type Question =
  | { readonly service: 'identity'; readonly validation: IdentityValidation }
  | { readonly service: 'bank'; readonly validation: BankValidation }

/** The same text for all questions that the provider could not tell apart: whose record it goes to makes no difference. */
export function questionText({ service, validation }: Question): string {
  const { beneficiaryId: _, testMode, ...fields } = validation
  return JSON.stringify([service, testMode === true, fields])
}

/** Tells whether two bodies ask the same for the same beneficiary, without keeping what they say: a keyed hash. */
export function fingerprintOf(encryption: Pick<Encryption, 'hash'>, question: Question): string {
  return encryption.hash('validation', `${question.validation.beneficiaryId ?? ''} ${questionText(question)}`)
}
