import type { ReactNode } from 'react'
import type { CountryCode } from '#shared/rule-book/country-codes.ts'
import { isCountryCode } from '#shared/rule-book/country-codes.ts'
import { t } from '../language/translate.ts'
import { Section } from '../ui/section.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { countryOptions } from './country-options.ts'

export interface WhereSectionProps {
  readonly country: CountryCode | undefined
  readonly onCountry: (country: CountryCode) => void
  /** The method, once a country is chosen. */
  readonly children?: ReactNode
}

/** Where the money goes: all else on the form follows from it. */
export function WhereSection({ country, onCountry, children }: WhereSectionProps) {
  return (
    <Section number={1} title={t('payouts.where.title')} complete={country !== undefined}>
      <SelectField
        name="country"
        label={t('payouts.where.country')}
        hint={t('payouts.where.hint')}
        placeholder={t('payouts.where.placeholder')}
        options={countryOptions()}
        value={country ?? ''}
        onChange={(code) => isCountryCode(code) && onCountry(code)}
      />
      {children}
    </Section>
  )
}
