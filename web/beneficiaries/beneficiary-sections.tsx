import type { FormField } from '#shared/payout/form-fields.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { t } from '../language/translate.ts'
import { AccountSection, inSection, WhoSection } from '../payouts/country-sections.tsx'
import { FormSection } from '../payouts/form-section.tsx'
import { useVisibleFields } from '../payouts/use-visible-fields.ts'

/** The sections that describe somebody: those of a payout without its money. */
export function BeneficiarySections({ country }: { readonly country: Country }) {
  const fields = useVisibleFields(country)
  return (
    <>
      <WhoSection country={country} fields={inSection(fields, 'beneficiary')} />
      <AccountSection country={country} fields={inSection(fields, 'account')} />
      <FormSection number={4} title={t('beneficiaries.form.contact')} fields={fields.filter(isContact)} />
    </>
  )
}

function isContact({ name }: FormField): boolean {
  return name === 'email' || name === 'city'
}
