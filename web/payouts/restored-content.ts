import * as z from 'zod/mini'
import { confirmedSchema, entrySchema } from '#shared/api/entry.ts'
import { ruleBook } from '#shared/countries/rule-book.ts'
import type { Entry } from '#shared/payout/entry.ts'
import { type EntryDraft, restoredEntry } from '#shared/payout/entry-draft.ts'
import { countryCodes, isCountryCode } from '#shared/rule-book/country-codes.ts'
import { checksSchema, noValidations } from '../validations/validation-runs.ts'
import { type ChosenBeneficiary, emptyContent, type FormContent } from './form-content.ts'
import { comparable, formEntryOf } from './saved-entry.ts'

/** A form that shows what is saved already: a payout, or a beneficiary alone. */
export function contentOf(saved: Entry, chosenBeneficiary: ChosenBeneficiary | undefined): FormContent {
  if (!isCountryCode(saved.country)) return emptyContent
  const entry = formEntryOf(ruleBook[saved.country], saved)
  const form = { country: saved.country, entries: { [saved.country]: entry } }
  return { ...emptyContent, form, chosenBeneficiary, ...(chosenBeneficiary && { base: comparable(saved) }) }
}

const storedSchema = z.object({
  form: z.object({ country: z.optional(z.string()), entries: z.record(z.string(), z.unknown()) }),
  confirmed: z.catch(confirmedSchema, []),
  checks: z.catch(checksSchema, noValidations),
  chosenBeneficiary: z.catch(z.optional(z.object({ id: z.string(), version: z.number() })), undefined),
  payoutVersion: z.catch(z.optional(z.number()), undefined),
  base: z.catch(z.optional(entrySchema), undefined),
  intentId: z.catch(z.optional(z.string()), undefined),
})

/** A draft as it was left, perhaps by an older version of the page: what still means something stays. */
export function restoredContent(stored: unknown): FormContent {
  const found = storedSchema.safeParse(stored)
  if (!found.success) return emptyContent
  const { form, confirmed, checks, chosenBeneficiary, payoutVersion, base, intentId } = found.data
  return { form: restoredForm(form), confirmed, checks, chosenBeneficiary, payoutVersion, base, intentId }
}

function restoredForm(stored: z.infer<typeof storedSchema>['form']): EntryDraft {
  const found = countryCodes.flatMap((code) => {
    const restored = restoredEntry(ruleBook[code], stored.entries[code])
    return restored === undefined ? [] : [[code, restored] as const]
  })
  const entries: EntryDraft['entries'] = Object.fromEntries(found)
  const country = isCountryCode(stored.country) ? stored.country : undefined
  return country === undefined || entries[country] === undefined
    ? { country: undefined, entries }
    : { country, entries }
}
