import type { BankValidation, IdentityValidation } from '#shared/api/validation.ts'
import { isCountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import type { Entry } from '#shared/payout/entry.ts'
import { bankValidationOffer, identityValidationOffer } from '#shared/validation/validation-questions.ts'
import type { Encryption } from '../store/encryption/encryption.ts'

/** What a person wants to know of the provider, read and cleaned. */
export type Question =
  | { readonly service: 'identity'; readonly validation: IdentityValidation }
  | { readonly service: 'bank'; readonly validation: BankValidation }

/** The same text for all questions that the provider could not tell apart: for which beneficiary it is asked makes no difference. */
export function questionText({ service, validation }: Question): string {
  const { beneficiaryId: _, testMode, ...fields } = validation
  return JSON.stringify([service, testMode === true, fields])
}

/** A keyed hash that is equal for two bodies with the same question about the same beneficiary, without saving their content. */
export function fingerprintOf(encryption: Pick<Encryption, 'hash'>, question: Question): string {
  return encryption.hash('validation', `${question.validation.beneficiaryId ?? ''} ${questionText(question)}`)
}

/** By what a validation is found: the same for all questions that the provider could not tell apart. */
export function questionHash(encryption: Pick<Encryption, 'hash'>, question: Question): string {
  return encryption.hash('question', questionText(question))
}

/** What could be asked of an entry, as the form would ask it. */
export function questionsOf(entry: Entry, testMode = false): readonly Question[] {
  const { questions } = offeredFor(entry)
  return testMode ? questions.map(inTestMode) : questions
}

/**
 * Which service can find out that the money goes to the beneficiary: by their account, or where that is not offered by their document; undefined
 * where neither is. The entry may lack what it takes to ask.
 */
export function provingService(entry: Entry): Question['service'] | undefined {
  return offeredFor(entry).proving
}

interface OfferedQuestions {
  readonly questions: readonly Question[]
  readonly proving: Question['service'] | undefined
}

function offeredFor(entry: Entry): OfferedQuestions {
  const offered = known.get(entry) ?? readQuestions(entry)
  known.set(entry, offered)
  return offered
}

/** Finding out takes longer than all else that is read of an entry, and is asked several times while it is saved. */
const known = new WeakMap<Entry, OfferedQuestions>()

function readQuestions(entry: Entry): OfferedQuestions {
  if (!isCountryCode(entry.country)) return { questions: [], proving: undefined }
  const country = ruleBook[entry.country]
  const asked = { ...entry, testMode: false }
  const identity = identityValidationOffer(country, asked)
  const bank = bankValidationOffer(country, asked)
  const questions = [
    ...(identity.state === 'ready' ? [{ service: 'identity', validation: identity.request } as const] : []),
    ...(bank.state === 'ready' ? [{ service: 'bank', validation: bank.request } as const] : []),
  ]
  const ofPerson = identity.state === 'not-offered' ? undefined : 'identity'
  return { questions, proving: bank.state === 'not-offered' ? ofPerson : 'bank' }
}

function inTestMode(question: Question): Question {
  return question.service === 'identity'
    ? { ...question, validation: { ...question.validation, testMode: true } }
    : { ...question, validation: { ...question.validation, testMode: true } }
}

/** The hashes of all that could be asked of an entry, in both modes. */
export function questionHashesOf(encryption: Encryption, entry: Entry): readonly string[] {
  return [...questionsOf(entry), ...questionsOf(entry, true)].map((question) => questionHash(encryption, question))
}
