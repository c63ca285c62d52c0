import { useController } from 'react-hook-form'
import { gradeOf } from '#shared/api/warning.ts'
import type { Entry } from '#shared/payout/entry.ts'
import type { FieldName } from '#shared/payout/fields.ts'
import type { Country } from '#shared/rule-book/country.ts'
import type { FormQuestion } from '#shared/validation/validation-questions.ts'
import { t } from '../language/translate.ts'
import { Section } from '../ui/section.tsx'
import { TextField } from '../ui/text-field.tsx'
import { TickField } from '../ui/tick-field.tsx'
import { gradeTones } from '../validations/grade-tones.ts'
import { SandboxNames } from '../validations/sandbox-names.tsx'
import { ValidationPanel } from '../validations/validation-row.tsx'
import { formFieldLabel } from './entry-words.ts'
import { FieldWays } from './field-ways.tsx'
import { useReading } from './reading.ts'
import { useWarnings } from './warnings-context.tsx'

/** Both validations of the provider, with their outcomes. */
export function ValidationSection({ country }: { readonly country: Country }) {
  const warnings = useWarnings().open.filter(({ field }) => field.startsWith('validation:'))
  return (
    <Section
      title={t('validations.section.title')}
      openWarnings={warnings.length}
      warningTone={warnings[0] && gradeTones[gradeOf(warnings[0])]}
    >
      <IdentityValidation country={country} />
      <FieldWays field="validation:identity" />
      <BankValidation country={country} />
      <FieldWays field="validation:bank" />
      {country.identityValidation !== undefined && <SandboxNames />}
    </Section>
  )
}

/** Asks the provider whether name and document match the official records. */
function IdentityValidation({ country }: { readonly country: Country }) {
  const offer = useReading(({ validations }) => validations.identity)
  const labelOf = useLabelOf()
  if (offer === undefined) return null
  return (
    <ValidationPanel
      service="identity"
      title={t('validations.identity.title')}
      purpose={t('validations.identity.purpose')}
      country={country.code}
      offer={offer}
      labelOf={labelOf}
    />
  )
}

/** Asks the provider whether the account belongs to the beneficiary; with the questions that only this validation has. */
function BankValidation({ country }: { readonly country: Country }) {
  const offer = useReading(({ validations }) => validations.bank)
  const questions = useReading(({ validations }) => validations.questions)
  const labelOf = useLabelOf()
  if (offer === undefined) return null
  const asked = country.bankValidation?.documents.find((document) => document.asked !== undefined)
  const isAskedSent = offer.state === 'ready' && offer.request.documentType === asked?.code
  return (
    <ValidationPanel
      service="bank"
      title={t('validations.bank.title')}
      purpose={t('validations.bank.purpose')}
      country={country.code}
      offer={offer}
      documentField={isAskedSent ? 'validationDocumentNumber' : 'documentNumber'}
      labelOf={(field) =>
        field === 'documentNumber' && isAskedSent && asked?.asked ? t(asked.asked.label) : labelOf(field)
      }
      questions={questions?.map((question) => <ValidationQuestion key={question.name} question={question} />)}
    />
  )
}

/** What the country calls a field. */
function useLabelOf(): (field: FieldName) => string {
  const country = useReading((reading) => reading.country)
  const method = useReading((reading) => reading.method)
  const given = useReading((reading) => reading.given)
  return (field) => (country && method && given ? formFieldLabel({ country, method, given }, field) : field)
}

/** A question that only the bank validation asks; the answer never reaches the request. */
function ValidationQuestion({ question }: { readonly question: FormQuestion }) {
  const { name } = question
  const [label, hint] = [t(question.label), t(question.hint)]
  const { field } = useController<Entry, FormQuestion['name']>({ name })
  if (question.control === 'flag')
    return (
      <TickField
        name={name}
        label={label}
        description={hint}
        value={field.value === question.kind}
        onChange={(isTicked) => field.onChange(isTicked ? question.kind : '')}
      />
    )
  return (
    <TextField
      name={name}
      label={label}
      hint={hint}
      optional={t('validations.question.onlyForBank')}
      warning={question.warning && t(question.warning)}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      mono
    />
  )
}
