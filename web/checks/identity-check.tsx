import type { Country } from '#shared/rule-book/country.ts'
import { identityCheckOffer } from '#shared/validation/form-checks.ts'
import { useFormPart } from '../payouts/form-store-context.tsx'
import { CheckRow } from './check-row.tsx'
import { t } from './words.ts'

/** Asks the provider whether name and document match the official records. */
export function IdentityCheck({ country }: { readonly country: Country }) {
  const values = useFormPart((state) => state.values)
  if (values === undefined) return null
  return (
    <CheckRow
      service="identity"
      title={t('identity.title')}
      purpose={t('identity.purpose')}
      country={country.code}
      offer={identityCheckOffer(country, values)}
    />
  )
}
