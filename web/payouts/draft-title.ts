import * as z from 'zod/mini'
import type { Draft } from '#shared/api/draft.ts'
import { isCountryCode } from '#shared/rule-book/country-codes.ts'
import { t } from '../language/translate.ts'
import { countryName } from './country-options.ts'

const namePart = z.catch(z.string(), '')

/** As much of a kept form as its title needs; the whole is read where it is opened. */
const titledSchema = z.object({
  form: z.object({
    country: z.optional(z.string()),
    entries: z.record(z.string(), z.unknown()),
  }),
})

const namedSchema = z.object({ beneficiaryFirstName: namePart, beneficiaryLastName: namePart })

/** What an unfinished form for a payout is called: whom it pays, and where. */
export function draftTitle({ content }: Pick<Draft, 'content'>): string {
  const { country, entries } = titledSchema.safeParse(content).data?.form ?? { country: undefined, entries: {} }
  const found = isCountryCode(country) ? namedSchema.safeParse(entries[country]).data : undefined
  if (!isCountryCode(country) || found === undefined) return t('payouts.unfinished.noCountry')
  const name = `${found.beneficiaryFirstName} ${found.beneficiaryLastName}`.trim()
  return [name === '' ? t('payouts.unfinished.noName') : name, countryName(country)].join(' · ')
}
