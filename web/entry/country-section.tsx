import { useController } from 'react-hook-form'
import { type CountryCode, isCountryCode } from '#shared/countries/rule-book.ts'
import type { Entry } from '#shared/payout/entry.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { t } from '../language/translate.ts'
import { ChoiceField, SelectField } from '../ui/choice-field.tsx'
import { FieldGrid } from '../ui/field.tsx'
import { Section } from '../ui/section.tsx'
import { countryOptions } from './country-options.ts'

export interface CountrySectionProps {
  readonly country: Country | undefined
  readonly onCountry: (country: CountryCode) => void
}

/** The country and the method: everything else on the form follows from them. */
export function CountrySection({ country, onCountry }: CountrySectionProps) {
  return (
    <Section number={1} title={t('payouts.where.title')} complete={country !== undefined}>
      <FieldGrid>
        <SelectField
          isShort
          name="country"
          label={t('payouts.where.country')}
          options={countryOptions()}
          value={country?.code ?? ''}
          onChange={(code) => isCountryCode(code) && onCountry(code)}
        />
        {country && country.methods.length > 1 && <MethodField key={country.code} country={country} />}
      </FieldGrid>
    </Section>
  )
}

/** The method, where the country has several. */
function MethodField({ country }: { readonly country: Country }) {
  const { field } = useController<Entry, 'method'>({ name: 'method' })
  return (
    <ChoiceField
      name="method"
      label={t('payouts.where.method')}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      choices={country.methods.map(({ id, label, summary }) => ({
        value: id,
        label: t(label),
        detail: t(summary),
      }))}
    />
  )
}
