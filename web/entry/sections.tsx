import { Fragment, type ReactNode, useMemo } from 'react'
import { gradeOf } from '#shared/api/warning.ts'
import type { FormSectionName as SectionName } from '#shared/payout/fields.ts'
import type { FormField } from '#shared/payout/form-fields.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { issueText } from '../language/issue-text.ts'
import { t } from '../language/translate.ts'
import { FieldGrid } from '../ui/field.tsx'
import { Section } from '../ui/section.tsx'
import { Note } from '../ui/tone.tsx'
import { gradeTones } from '../validations/grade-tones.ts'
import { useShownErrors } from './entry-errors.tsx'
import { EntryField } from './entry-field.tsx'
import { useReading } from './reading.ts'
import { inPairs } from './short-fields.ts'
import { useWarnings } from './warnings-context.tsx'

export interface FormSectionProps {
  readonly number?: number | undefined
  readonly title: string
  readonly fields: readonly FormField[]
  /** A question about one of the fields, right below it. */
  readonly asked?: AskedOfField | undefined
  /** A notice below the fields. */
  readonly children?: ReactNode
}

interface AskedOfField {
  readonly field: FormField['name']
  readonly question: ReactNode
}

/** A numbered section with its fields of the rule book. */
export function FormSection({ number, title, fields, asked, children }: FormSectionProps) {
  const isComplete = useReading(
    ({ errors, entry }) =>
      fields.some(({ name }) => entry[name] !== '') && !fields.some(({ name }) => isNamed(errors, name)),
  )
  const warnings = useWarnings().open.filter(({ field }) => fields.some(({ name }) => name === field))
  return (
    <Section
      number={number}
      title={title}
      complete={isComplete}
      errors={useErrorCount(fields)}
      openWarnings={warnings.length}
      warningTone={warnings[0] && gradeTones[gradeOf(warnings[0])]}
    >
      <Fields fields={fields} asked={asked} />
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

/** Fields in their order; short ones are side by side where there is room. */
export function Fields({ fields, asked }: Pick<FormSectionProps, 'fields' | 'asked'>) {
  return (
    <FieldGrid>
      {inPairs(fields).map(({ field, isShort }) => (
        <Fragment key={field.name}>
          <EntryField field={field} isShort={isShort} />
          {asked?.field === field.name && asked.question}
        </Fragment>
      ))}
    </FieldGrid>
  )
}

/** The fields of one section that country, method and the entry so far ask for. */
export function useFieldsOf(section: SectionName): readonly FormField[] {
  const fields = useReading((reading) => reading.fields)
  return useMemo(() => fields?.filter((field) => field.section === section) ?? [], [fields, section])
}

/** The beneficiary. */
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
