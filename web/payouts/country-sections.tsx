import type { FormField, FormSection as SectionName } from '#shared/payout/form-fields.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { BankCheck } from '../checks/bank-check.tsx'
import { IdentityCheck } from '../checks/identity-check.tsx'
import { SandboxNames } from '../checks/sandbox-names.tsx'
import { Note } from '../ui/note.tsx'
import { FormSection } from './form-section.tsx'
import { MoreSection } from './more-section.tsx'
import { useVisibleFields } from './use-visible-fields.ts'

/** The sections that a country and method need, with the checks where they belong. */
export function CountrySections({ country }: { readonly country: Country }) {
  const fields = useVisibleFields(country)
  return (
    <>
      <WhoSection country={country} fields={inSection(fields, 'who')} />
      <AccountSection country={country} fields={inSection(fields, 'account')} />
      <FormSection number={4} title="Amount" fields={inSection(fields, 'amount')} />
      <MoreSection number={5} fields={inSection(fields, 'more')} />
    </>
  )
}

export interface CountrySectionProps {
  readonly country: Country
  readonly fields: readonly FormField[]
}

export function WhoSection({ country, fields }: CountrySectionProps) {
  return (
    <FormSection number={2} title="Who" fields={fields} check="check:identity">
      <IdentityCheck country={country} />
      {country.identityCheck !== undefined && <SandboxNames />}
    </FormSection>
  )
}

export function AccountSection({ country, fields }: CountrySectionProps) {
  return (
    <FormSection number={3} title="Account" fields={fields} check="check:bank">
      {country.notice !== undefined && <Note>{country.notice.detail}</Note>}
      {fields.length === 0 && <Note>{country.notice === undefined ? nothingMore : noAccount}</Note>}
      <BankCheck country={country} />
    </FormSection>
  )
}

const nothingMore = 'Nothing more is asked for this method.'

const noAccount =
  'The request names no account: the provider pays by what is agreed with it. Make sure that this is settled before you send it to review.'

/** The fields of one section of the form. */
export function inSection(fields: readonly FormField[], section: SectionName): readonly FormField[] {
  return fields.filter((field) => field.section === section)
}
