import type { BankValidation, IdentityValidation } from '#shared/api/validation.ts'
import type { Entry } from '#shared/payout/entry.ts'
import { sentMethod, shownEntry } from '#shared/payout/form-entry.ts'
import { accountKinds, type Country } from '#shared/rule-book/country.ts'
import { offerBankValidation, offerIdentityValidation, type ValidationOffer } from './validation-offer.ts'
import { bankValidationQuestions, type ValidationQuestion } from './validation-questions.ts'

/** The identity validation of what stands in the form. */
export function identityValidationOffer(country: Country, values: Entry): ValidationOffer<IdentityValidation> {
  return offerIdentityValidation(country, shownEntry(country, values))
}

/** The bank check of what stands in the form, with its answers to {@link checkQuestions}. */
export function bankValidationOffer(country: Country, values: Entry): ValidationOffer<BankValidation> {
  const { validationDocumentNumber, validationAgency, validationAccountKind } = values
  const accountKind = accountKinds.find((kind) => kind === validationAccountKind)
  const extras = { validationDocumentNumber, validationAgency, ...(accountKind && { accountKind }) }
  return offerBankValidation(country, shownEntry(country, values), sentMethod(country, values), extras)
}

/** The questions of the bank check, each under the name of its field in the form. */
export function validationQuestions(country: Country, values: Entry): readonly FormQuestion[] {
  const questions = bankValidationQuestions(country, sentMethod(country, values))
  return questions.map((question) => ({ ...question, name: formNames[question.name] }))
}

const formNames = {
  validationDocumentNumber: 'validationDocumentNumber',
  validationAgency: 'validationAgency',
  accountKind: 'validationAccountKind',
} as const satisfies Record<ValidationQuestion['name'], keyof Entry>

export type FormQuestion = ValidationQuestion<(typeof formNames)[keyof typeof formNames]>
