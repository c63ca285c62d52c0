import type { Country } from '#shared/rule-book/country.ts'
import { CountrySections } from './country-sections.tsx'
import { FormEnd, type FormEndProps } from './form-end.tsx'

/** All of the form that a country decides about. It loads once somebody reaches for the form. */
export function CountryPart({ country, ...end }: FormEndProps & { readonly country: Country }) {
  return (
    <>
      <CountrySections country={country} />
      <FormEnd {...end} />
    </>
  )
}
