import * as z from 'zod/mini'
import { type Details, detailsSchema } from '#shared/api/details.ts'
import { type Terms, termsSchema } from '#shared/api/payout.ts'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { detailsOf, formValuesOf, termsOf } from '#shared/payout/details.ts'
import { type EntryDraft, restoredEntry } from '#shared/payout/entry-draft.ts'
import { countryCodes, isCountryCode } from '#shared/rule-book/country-codes.ts'
import { checksSchema, noValidations } from '../validations/validation-runs.ts'
import { type ChosenBeneficiary, emptyContent, type FormContent } from './form-content.ts'

/** A form that shows details and terms that are kept already. */
export function contentOf(
  details: Details,
  terms: Partial<Terms>,
  chosenBeneficiary: ChosenBeneficiary | undefined,
): FormContent {
  const { country } = details
  if (!isCountryCode(country)) return emptyContent
  const values = formValuesOf(ruleBook[country], details, terms)
  const base = chosenBeneficiary && { base: detailsOf(ruleBook[country], values), baseTerms: termsOf(values) }
  return { ...emptyContent, form: { country, values: { [country]: values } }, chosenBeneficiary, ...base }
}

const storedSchema = z.object({
  form: z.object({ country: z.optional(z.string()), values: z.record(z.string(), z.unknown()) }),
  confirmed: z.catch(z.array(z.string()), []),
  checks: z.catch(checksSchema, noValidations),
  chosenBeneficiary: z.catch(z.optional(z.object({ id: z.string(), version: z.number() })), undefined),
  payoutVersion: z.catch(z.optional(z.number()), undefined),
  base: z.catch(z.optional(detailsSchema), undefined),
  baseTerms: z.catch(z.optional(termsSchema), undefined),
  intentId: z.catch(z.optional(z.string()), undefined),
})

/** A draft as it was left, perhaps by an older version of the page: what still means something stays. */
export function restoredContent(stored: unknown): FormContent {
  const found = storedSchema.safeParse(stored)
  if (!found.success) return emptyContent
  const { form, confirmed, checks, chosenBeneficiary, payoutVersion, base, baseTerms, intentId } = found.data
  return { form: restoredForm(form), confirmed, checks, chosenBeneficiary, payoutVersion, base, baseTerms, intentId }
}

function restoredForm(stored: z.infer<typeof storedSchema>['form']): EntryDraft {
  const found = countryCodes.flatMap((code) => {
    const restored = restoredEntry(ruleBook[code], stored.values[code])
    return restored === undefined ? [] : [[code, restored] as const]
  })
  const values: EntryDraft['values'] = Object.fromEntries(found)
  const country = isCountryCode(stored.country) ? stored.country : undefined
  return country === undefined || values[country] === undefined ? { country: undefined, values } : { country, values }
}
