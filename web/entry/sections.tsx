import { type ReactNode, useMemo } from 'react'
import { useController } from 'react-hook-form'
import type { Entry } from '#shared/payout/entry.ts'
import type { FieldName, FormSection as SectionName } from '#shared/payout/fields.ts'
import type { FormField } from '#shared/payout/form-fields.ts'
import type { Country } from '#shared/rule-book/country.ts'
import type { FormQuestion } from '#shared/validation/validation-questions.ts'
import { issueText } from '../language/issue-text.ts'
import { t } from '../language/translate.ts'
import { FieldCell, FieldGrid } from '../ui/field.tsx'
import { Section } from '../ui/section.tsx'
import { TextField } from '../ui/text-field.tsx'
import { TickField } from '../ui/tick-field.tsx'
import { Note } from '../ui/tone.tsx'
import { SandboxNames } from '../validations/sandbox-names.tsx'
import { ValidationRow } from '../validations/validation-row.tsx'
import { useShownErrors } from './entry-errors.tsx'
import { EntryField } from './entry-field.tsx'
import { labelIn } from './entry-words.ts'
import { FieldWays } from './field-ways.tsx'
import { useReading } from './reading.ts'
import { useWarnings } from './warnings-context.tsx'

export interface FormSectionProps {
  readonly number?: number | undefined
  readonly title: string
  readonly fields: readonly FormField[]
  /** What stands below the fields: a notice. */
  readonly children?: ReactNode
}

/** A numbered section with the fields of the rule book that belong in it. */
export function FormSection({ number, title, fields, children }: FormSectionProps) {
  const isComplete = useReading(({ errors }) => fields.length > 0 && !fields.some(({ name }) => isNamed(errors, name)))
  const warnings = useWarnings().open.filter(({ field }) => fields.some(({ name }) => name === field))
  return (
    <Section
      number={number}
      title={title}
      complete={isComplete}
      errors={useErrorCount(fields)}
      doubts={warnings.length}
    >
      <Fields fields={fields} />
      {children}
    </Section>
  )
}

/** How many of these fields show an error. */
export function useErrorCount(fields: readonly FormField[]): number {
  const names = useMemo(() => fields.map(({ name }) => name), [fields])
  return Object.keys(useShownErrors(names)).length
}

function isNamed(errors: readonly { readonly field: string }[], name: string): boolean {
  return errors.some(({ field }) => field === name)
}

/** Fields in their order; short ones stand side by side where there is room. */
export function Fields({ fields }: { readonly fields: readonly FormField[] }) {
  return (
    <FieldGrid>
      {fields.map((field) => (
        <FieldCell key={field.name} isShort={isShort(field)}>
          <EntryField field={field} />
        </FieldCell>
      ))}
    </FieldGrid>
  )
}

/** What may have to be compared digit by digit has a line of its own, and so have choices with long words. */
function isShort({ name }: FormField): boolean {
  return shortFields.includes(name)
}

const shortFields: readonly string[] = [
  'beneficiaryFirstName',
  'beneficiaryLastName',
  'bankName',
  'accountAgencyNumber',
  'amount',
  'currencyCode',
  'email',
  'city',
]

/** The fields of one section that country, method and the entry so far ask for. */
export function useFieldsOf(section: SectionName): readonly FormField[] {
  const fields = useReading((reading) => reading.fields)
  return useMemo(() => fields?.filter((field) => field.section === section) ?? [], [fields, section])
}

/** Who is paid. */
export function BeneficiarySection() {
  return <FormSection number={2} title={t('payouts.who.title')} fields={useFieldsOf('beneficiary')} />
}

/** Where the money goes. */
export function AccountSection({ country }: { readonly country: Country }) {
  const fields = useFieldsOf('account')
  const { notice } = country
  return (
    <FormSection number={3} title={t('payouts.account.title')} fields={fields}>
      {notice !== undefined && <Note>{issueText(notice)}</Note>}
      {fields.length === 0 && (
        <Note>{t(notice === undefined ? 'payouts.account.nothingMore' : 'payouts.account.none')}</Note>
      )}
    </FormSection>
  )
}

/** What the provider can be asked about them. It comes after all fields: none of it stands between one that is required and the next. */
export function ValidationSection({ country }: { readonly country: Country }) {
  const warnings = useWarnings().open.filter(({ field }) => field.startsWith('validation:'))
  return (
    <Section title={t('validations.section.title')} doubts={warnings.length}>
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
    <ValidationRow
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
    <ValidationRow
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
  return (field) => (country && method && given ? labelIn({ country, method, given }, field) : field)
}

/** A question that the payout does not have: it stands with the bank validation and never reaches the request. */
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
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      mono
    />
  )
}
