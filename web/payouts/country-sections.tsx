import type { FormSection as SectionName } from '#shared/payout/fields.ts'
import type { FormField } from '#shared/payout/form-fields.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { say } from '../language/rule-words.ts'
import { t } from '../language/translate.ts'
import { Note } from '../ui/note.tsx'
import { BankValidation } from '../validations/bank-validation.tsx'
import { IdentityValidation } from '../validations/identity-validation.tsx'
import { SandboxNames } from '../validations/sandbox-names.tsx'
import { FieldWays } from './field-ways.tsx'
import { FormSection } from './form-section.tsx'
import { MoreSection } from './more-section.tsx'
import { useVisibleFields } from './use-visible-fields.ts'

/** The sections that a country and method need, with the checks where they belong. */
export function CountrySections({ country }: { readonly country: Country }) {
  const fields = useVisibleFields(country)
  return (
    <>
      <WhoSection country={country} fields={inSection(fields, 'beneficiary')} />
      <AccountSection country={country} fields={inSection(fields, 'account')} />
      <FormSection number={4} title={t('payouts.amount.title')} fields={inSection(fields, 'payment')} />
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
    <FormSection number={2} title={t('payouts.who.title')} fields={fields} check="check:identity">
      <IdentityValidation country={country} />
      <FieldWays field="check:identity" />
      {country.identityValidation !== undefined && <SandboxNames />}
    </FormSection>
  )
}

export function AccountSection({ country, fields }: CountrySectionProps) {
  return (
    <FormSection number={3} title={t('payouts.account.title')} fields={fields} check="check:bank">
      {country.notice !== undefined && <Note>{say(country.notice.detail)}</Note>}
      {fields.length === 0 && (
        <Note>{t(country.notice === undefined ? 'payouts.account.nothingMore' : 'payouts.account.none')}</Note>
      )}
      <BankValidation country={country} />
      <FieldWays field="check:bank" />
    </FormSection>
  )
}

/** The fields of one section of the form. */
export function inSection(fields: readonly FormField[], section: SectionName): readonly FormField[] {
  return fields.filter((field) => field.section === section)
}
