import { useController } from 'react-hook-form'
import { type CountryCode, isCountryCode } from '#shared/countries/rule-book.ts'
import type { Entry } from '#shared/payout/entry.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { t } from '../language/translate.ts'
import { ChoiceField, SelectField } from '../ui/choice-field.tsx'
import { FieldCell, FieldGrid } from '../ui/field.tsx'
import { Section } from '../ui/section.tsx'
import { countryOptions } from './country-options.ts'

export interface CountrySectionProps {
  readonly country: Country | undefined
  readonly onCountry: (country: CountryCode) => void
}

/** Where the money goes and how: all else on the form follows from it. */
export function CountrySection({ country, onCountry }: CountrySectionProps) {
  return (
    <Section number={1} title={t('payouts.where.title')} complete={country !== undefined}>
      <FieldGrid>
        <FieldCell isShort>
          <SelectField
            name="country"
            label={t('payouts.where.country')}
            placeholder={t('payouts.where.placeholder')}
            options={countryOptions()}
            value={country?.code ?? ''}
            onChange={(code) => isCountryCode(code) && onCountry(code)}
          />
        </FieldCell>
        {country && country.methods.length > 1 && (
          <FieldCell isShort={false}>
            <MethodField key={country.code} country={country} />
          </FieldCell>
        )}
      </FieldGrid>
    </Section>
  )
}

/** How the money goes, of the several ways that a country has. */
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
