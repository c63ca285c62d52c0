import type { BankValidation, IdentityValidation } from '#shared/api/validation.ts'
import { entryOf, type FormValues, sentMethod } from '#shared/payout/form-values.ts'
import { accountKinds, type Country } from '#shared/rule-book/country.ts'
import { offerBankValidation, offerIdentityValidation, type ValidationOffer } from './validation-offer.ts'
import { bankValidationQuestions, type ValidationQuestion } from './validation-questions.ts'

/** The identity check of what stands in the form. */
export function identityValidationOffer(country: Country, values: FormValues): ValidationOffer<IdentityValidation> {
  return offerIdentityValidation(country, entryOf(country, values).entry)
}

/** The bank check of what stands in the form, with its answers to {@link checkQuestions}. */
export function bankValidationOffer(country: Country, values: FormValues): ValidationOffer<BankValidation> {
  const { validationDocumentNumber, validationAgency, validationAccountKind } = values
  const accountKind = accountKinds.find((kind) => kind === validationAccountKind)
  const extras = { validationDocumentNumber, validationAgency, ...(accountKind && { accountKind }) }
  return offerBankValidation(country, entryOf(country, values).entry, sentMethod(country, values), extras)
}

/** The questions of the bank check, each under the name of its field in the form. */
export function validationQuestions(country: Country, values: FormValues): readonly FormQuestion[] {
  const questions = bankValidationQuestions(country, sentMethod(country, values))
  return questions.map((question) => ({ ...question, name: formNames[question.name] }))
}

const formNames = {
  validationDocumentNumber: 'validationDocumentNumber',
  validationAgency: 'validationAgency',
  accountKind: 'validationAccountKind',
} as const satisfies Record<ValidationQuestion['name'], keyof FormValues>

export type FormQuestion = ValidationQuestion<(typeof formNames)[keyof typeof formNames]>
