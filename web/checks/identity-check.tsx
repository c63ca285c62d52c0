import type { Country } from '#shared/rule-book/country.ts'
import { identityCheckOffer } from '#shared/validation/form-checks.ts'
import { useFormPart } from '../payouts/form-store-context.tsx'
import { CheckRow } from './check-row.tsx'

/** Asks the provider whether name and document match the official records. */
export function IdentityCheck({ country }: { readonly country: Country }) {
  const values = useFormPart((state) => state.values)
  if (values === undefined) return null
  return (
    <CheckRow
      service="identity"
      title="Check identity"
      purpose="Do name and document match the official records?"
      country={country.code}
      offer={identityCheckOffer(country, values)}
    />
  )
}
