import type { Country } from '#shared/rule-book/country.ts'
import { identityValidationOffer } from '#shared/validation/form-validations.ts'
import { t } from '../language/translate.ts'
import { useFormPart } from '../payouts/form-store-context.tsx'
import { ValidationRow } from './validation-row.tsx'

/** Asks the provider whether name and document match the official records. */
export function IdentityValidation({ country }: { readonly country: Country }) {
  const values = useFormPart((state) => state.values)
  if (values === undefined) return null
  return (
    <ValidationRow
      service="identity"
      title={t('validations.identity.title')}
      purpose={t('validations.identity.purpose')}
      country={country.code}
      offer={identityValidationOffer(country, values)}
    />
  )
}
