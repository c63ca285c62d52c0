import type { Draft } from '#shared/api/draft.ts'
import { countryName } from './country-options.ts'
import { restoredContent } from './form-content.ts'
import { t } from './words.ts'

/** What an unfinished form for a payout is called: whom it pays, and where. */
export function draftTitle({ content }: Pick<Draft, 'content'>): string {
  const { country, values } = restoredContent(content).form
  const found = country && values[country]
  if (country === undefined || found === undefined) return t('unfinished.noCountry')
  const name = `${found.beneficiaryFirstName} ${found.beneficiaryLastName}`.trim()
  return [name === '' ? t('unfinished.noName') : name, countryName(country)].join(' · ')
}
