import type { Country } from '#shared/rule-book/country.ts'
import { bankCheckOffer, checkQuestions } from '#shared/validation/form-checks.ts'
import { useFormPart } from '../payouts/form-store-context.tsx'
import { CheckQuestionField } from './check-question-field.tsx'
import { CheckRow } from './check-row.tsx'
import { t } from './words.ts'

/** Asks the provider whether the account belongs to the beneficiary; with the questions that only this check has. */
export function BankCheck({ country }: { readonly country: Country }) {
  const values = useFormPart((state) => state.values)
  if (values === undefined) return null
  const offer = bankCheckOffer(country, values)
  const asked = country.bankCheck?.documents.find((document) => document.asked !== undefined)
  const isAskedSent = offer.state === 'ready' && offer.request.documentType === asked?.code
  return (
    <CheckRow
      service="bank"
      title={t('bank.title')}
      purpose={t('bank.purpose')}
      country={country.code}
      offer={offer}
      documentField={isAskedSent ? 'checkDocumentNumber' : 'documentNumber'}
      questions={checkQuestions(country, values).map((question) => (
        <CheckQuestionField key={question.name} question={question} />
      ))}
    />
  )
}
