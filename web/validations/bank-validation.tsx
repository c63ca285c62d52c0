import type { Country } from '#shared/rule-book/country.ts'
import { bankValidationOffer, validationQuestions } from '#shared/validation/form-validations.ts'
import { t } from '../language/translate.ts'
import { useFormPart } from '../payouts/form-store-context.tsx'
import { ValidationQuestionField } from './validation-question-field.tsx'
import { ValidationRow } from './validation-row.tsx'

/** Asks the provider whether the account belongs to the beneficiary; with the questions that only this check has. */
export function BankValidation({ country }: { readonly country: Country }) {
  const values = useFormPart((state) => state.values)
  if (values === undefined) return null
  const offer = bankValidationOffer(country, values)
  const asked = country.bankValidation?.documents.find((document) => document.asked !== undefined)
  const isAskedSent = offer.state === 'ready' && offer.request.documentType === asked?.code
  return (
    <ValidationRow
      service="bank"
      title={t('validations.bank.title')}
      purpose={t('validations.bank.purpose')}
      country={country.code}
      offer={offer}
      documentField={isAskedSent ? 'validationDocumentNumber' : 'documentNumber'}
      questions={validationQuestions(country, values).map((question) => (
        <ValidationQuestionField key={question.name} question={question} />
      ))}
    />
  )
}
