import type { ReactNode } from 'react'
import type { FormField } from '#shared/payout/form-fields.ts'
import { FieldRow } from '../ui/row.tsx'
import { Section } from '../ui/section.tsx'
import { EntryField } from './entry-field.tsx'
import type { FormState } from './form-store.ts'
import { useFormPart } from './form-store-context.tsx'
import { shownError } from './shown-error.ts'
import { useWarnings } from './warnings-context.tsx'

export interface FormSectionProps {
  readonly number: number
  readonly title: string
  readonly fields: readonly FormField[]
  /** The check that stands in it: its outcome may leave something to look at. */
  readonly check?: 'check:identity' | 'check:bank' | undefined
  /** What stands below the fields: a check, a notice. */
  readonly children?: ReactNode
}

/** A numbered section with the fields of the rule book that belong in it. */
export function FormSection({ number, title, fields, check, children }: FormSectionProps) {
  const isComplete = useFormPart((state) => isDone(state, fields)) ?? false
  const errors = useFormPart((state) => fields.filter(({ name }) => shownError(state, name) !== undefined).length) ?? 0
  const { open } = useWarnings()
  const doubts = open.filter(({ field }) => field === check || fields.some(({ name }) => name === field)).length
  return (
    <Section number={number} title={title} complete={isComplete} errors={errors} doubts={doubts}>
      <Fields fields={fields} />
      {children}
    </Section>
  )
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

function isDone({ reading }: FormState, fields: readonly FormField[]): boolean {
  return fields.length > 0 && fields.every(({ name }) => reading.errors.every((error) => error.field !== name))
}
