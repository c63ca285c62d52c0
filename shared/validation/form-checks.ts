import type { BankValidation, IdentityValidation } from '#shared/api/validation.ts'
import { entryOf, type FormValues, sentMethod } from '#shared/payout/form-values.ts'
import { accountKinds, type Country } from '#shared/rule-book/country.ts'
import { type CheckOffer, offerBankCheck, offerIdentityCheck } from './check-offer.ts'
import { bankCheckQuestions, type CheckQuestion } from './check-questions.ts'

/** The identity check of what stands in the form. */
export function identityCheckOffer(country: Country, values: FormValues): CheckOffer<IdentityValidation> {
  return offerIdentityCheck(country, entryOf(country, values).entry)
}

/** The bank check of what stands in the form, with its answers to {@link checkQuestions}. */
export function bankCheckOffer(country: Country, values: FormValues): CheckOffer<BankValidation> {
  const { checkDocumentNumber, checkAgency, checkAccountKind } = values
  const accountKind = accountKinds.find((kind) => kind === checkAccountKind)
  const extras = { checkDocumentNumber, checkAgency, ...(accountKind && { accountKind }) }
  return offerBankCheck(country, entryOf(country, values).entry, sentMethod(country, values), extras)
}

/** The questions of the bank check, each under the name of its field in the form. */
export function checkQuestions(country: Country, values: FormValues): readonly FormQuestion[] {
  const questions = bankCheckQuestions(country, sentMethod(country, values))
  return questions.map((question) => ({ ...question, name: formNames[question.name] }))
}

const formNames = {
  checkDocumentNumber: 'checkDocumentNumber',
  checkAgency: 'checkAgency',
  accountKind: 'checkAccountKind',
} as const satisfies Record<CheckQuestion['name'], keyof FormValues>

export type FormQuestion = CheckQuestion<(typeof formNames)[keyof typeof formNames]>
