import { type ReactNode, useMemo } from 'react'
import type { FormSection as SectionName } from '#shared/payout/fields.ts'
import type { FormField } from '#shared/payout/form-fields.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { issueText } from '../language/issue-text.ts'
import { t } from '../language/translate.ts'
import { FieldRow } from '../ui/field.tsx'
import { Section } from '../ui/section.tsx'
import { Note } from '../ui/tone.tsx'
import { SandboxNames } from '../validations/sandbox-names.tsx'
import { useShownErrors } from './entry-errors.tsx'
import { EntryField } from './entry-field.tsx'
import { FieldWays } from './field-ways.tsx'
import { BankValidation, IdentityValidation } from './form-validations.tsx'
import { useReading } from './reading.ts'
import { useWarnings } from './warnings-context.tsx'

export interface FormSectionProps {
  readonly number: number
  readonly title: string
  readonly fields: readonly FormField[]
  /** The validation that stands in it: its outcome may leave something to look at. */
  readonly validation?: 'validation:identity' | 'validation:bank' | undefined
  /** What stands below the fields: a validation, a notice. */
  readonly children?: ReactNode
}

/** A numbered section with the fields of the rule book that belong in it. */
export function FormSection({ number, title, fields, validation, children }: FormSectionProps) {
  const isComplete = useReading(({ errors }) => fields.length > 0 && !fields.some(({ name }) => isNamed(errors, name)))
  const warnings = useWarnings().open.filter(
    ({ field }) => field === validation || fields.some(({ name }) => name === field),
  )
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

/** Fields one under the other; what belongs together stands side by side where there is room. */
export function Fields({ fields }: { readonly fields: readonly FormField[] }) {
  const partners = fields.filter(({ name }) => sideBySide.includes(name))
  return fields.map((field) => {
    if (partners.length < 2 || !partners.includes(field)) return <EntryField key={field.name} field={field} />
    if (field !== partners[0]) return null
    return (
      <FieldRow key="side by side">
        {partners.map((partner) => (
          <EntryField key={partner.name} field={partner} />
        ))}
      </FieldRow>
    )
  })
}

const sideBySide: readonly string[] = ['beneficiaryFirstName', 'beneficiaryLastName', 'amount', 'currencyCode']

/** The fields of one section that country, method and the entry so far ask for. */
export function useFieldsOf(section: SectionName): readonly FormField[] {
  const fields = useReading((reading) => reading.fields)
  return useMemo(() => fields?.filter((field) => field.section === section) ?? [], [fields, section])
}

/** Who is paid, with the validation of their identity. */
export function BeneficiarySection({ country }: { readonly country: Country }) {
  return (
    <FormSection
      number={2}
      title={t('payouts.who.title')}
      fields={useFieldsOf('beneficiary')}
      validation="validation:identity"
    >
      <IdentityValidation country={country} />
      <FieldWays field="validation:identity" />
      {country.identityValidation !== undefined && <SandboxNames />}
    </FormSection>
  )
}

/** Where the money goes, with the validation of the account. */
export function AccountSection({ country }: { readonly country: Country }) {
  const fields = useFieldsOf('account')
  const { notice } = country
  return (
    <FormSection number={3} title={t('payouts.account.title')} fields={fields} validation="validation:bank">
      {notice !== undefined && <Note>{issueText(notice)}</Note>}
      {fields.length === 0 && (
        <Note>{t(notice === undefined ? 'payouts.account.nothingMore' : 'payouts.account.none')}</Note>
      )}
      <BankValidation country={country} />
      <FieldWays field="validation:bank" />
    </FormSection>
  )
}
