import * as z from 'zod/mini'
import type { Beneficiary } from '#shared/api/beneficiary.ts'
import { type Confirmed, confirmedSchema, entrySchema } from '#shared/api/entry.ts'
import { countryCodes, isCountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import { unambiguous } from '#shared/payout/amount.ts'
import {
  beneficiaryPart,
  blankEntry,
  completeEntry,
  type Entry,
  filledFields,
  type RawEntry,
} from '#shared/payout/entry.ts'
import { type EntryDraft, emptyDraft, emptyEntry, isUntouched, restoredEntry } from '#shared/payout/entry-draft.ts'
import { fieldOf, isFieldName } from '#shared/payout/fields.ts'
import { shownEntry } from '#shared/payout/form-entry.ts'
import { savedEntry } from '#shared/payout/saved-entry.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { noRuns, type ValidationRuns, validationRunsSchema } from '../validations/validation-runs.ts'
import { type FormPart, type FormReading, readingOf } from './reading.ts'

/** A saved beneficiary, in the version that the form shows. */
export interface ChosenBeneficiary {
  readonly id: string
  readonly version: number
  /** As a payout's form calls them. */
  readonly name?: string | undefined
  /** That they are paid as they are saved: the form holds the payment alone, and the server the rest. Else the form holds all. */
  readonly isAsSaved?: boolean | undefined
  /** That what differs from their saved details is for this payout alone; else it changes them. */
  readonly once?: boolean | undefined
}

/** All that an unfinished form holds: what its draft on the server keeps. */
export interface FormContent {
  /** The country chosen, and the entry of each country visited, so that going back finds it. */
  readonly form: EntryDraft
  /** The warnings that the person has confirmed. */
  readonly confirmed: Confirmed
  readonly validations: ValidationRuns
  /** Whom a payout pays, or which beneficiary is edited. */
  readonly chosenBeneficiary: ChosenBeneficiary | undefined
  /** Which version of the payout is edited; undefined for a new payout, and for a beneficiary. */
  readonly payoutVersion: number | undefined
  /** The refused payout that a new one pays in the place of. */
  readonly replaces?: string | undefined
  /** The entry as it was when the editing began: it tells who changed what, should two people edit at once. */
  readonly base?: Entry | undefined
  /** The draft that the form began as. It names what is to be saved once, also after the draft has forked. */
  readonly intentId?: string | undefined
}

export const emptyContent: FormContent = {
  form: emptyDraft,
  confirmed: [],
  validations: noRuns,
  chosenBeneficiary: undefined,
  payoutVersion: undefined,
}

/** A form that shows what is saved already. */
export function contentOf(saved: Entry, chosenBeneficiary: ChosenBeneficiary, part?: FormPart): FormContent {
  if (!isCountryCode(saved.country)) return emptyContent
  const entry = formEntryOf(ruleBook[saved.country], saved)
  const form = { country: saved.country, entries: { [saved.country]: entry } }
  return { ...emptyContent, form, chosenBeneficiary, base: comparable(saved, part) }
}

/** A form that pays a saved beneficiary as they are saved; undefined where their country is none that payouts go to. */
export function contentToPay({ id, version, name, country, method }: Beneficiary): FormContent | undefined {
  if (!isCountryCode(country)) return undefined
  const entry = { ...emptyEntry(ruleBook[country]), method }
  const form = { country, entries: { [country]: entry } }
  return { ...emptyContent, form, chosenBeneficiary: { id, version, name, isAsSaved: true } }
}

/** What a form asks for: of somebody who is paid as saved, only the payment. */
export function partOf({ chosenBeneficiary }: FormContent, part?: FormPart): FormPart {
  return chosenBeneficiary?.isAsSaved ? 'payment' : part
}

/** What the form that is open is saved as. */
export function entryIn(content: FormContent, part?: FormPart): Entry {
  const { country, entries } = content.form
  const entry = country && entries[country]
  return country && entry ? entryToSave(readingOf(ruleBook[country], entry, partOf(content, part))) : blankEntry
}

/** An entry as it is sent: of a payment alone, what it leaves out the server fills in from whom it pays. */
export function entryToSend(entry: Entry, part: FormPart): RawEntry {
  return part === 'payment' ? filledFields(entry) : entry
}

/** Somebody who chose a country or whom to pay, and left, has lost nothing; saved, such forms would pile up in the list. */
export function isNothing({ form, confirmed, validations, chosenBeneficiary, payoutVersion }: FormContent): boolean {
  const isEdit =
    payoutVersion !== undefined || (chosenBeneficiary !== undefined && chosenBeneficiary.isAsSaved !== true)
  if (confirmed.length > 0 || isEdit) return false
  return Object.keys(validations.records).length === 0 && isUntouched(form)
}

const storedSchema = z.object({
  form: z.object({ country: z.optional(z.string()), entries: z.record(z.string(), z.unknown()) }),
  confirmed: z.catch(confirmedSchema, []),
  validations: z.catch(validationRunsSchema, noRuns),
  chosenBeneficiary: z.catch(
    z.optional(
      z.object({
        id: z.string(),
        version: z.number(),
        name: z.optional(z.string()),
        isAsSaved: z.optional(z.boolean()),
        once: z.optional(z.boolean()),
      }),
    ),
    undefined,
  ),
  payoutVersion: z.catch(z.optional(z.number()), undefined),
  replaces: z.catch(z.optional(z.string()), undefined),
  base: z.catch(z.optional(entrySchema), undefined),
  intentId: z.catch(z.optional(z.string()), undefined),
})

/** A draft as it was left, perhaps by an older version of the page: what still means something stays. */
export function restoredContent(stored: unknown): FormContent {
  const found = storedSchema.safeParse(stored)
  if (!found.success) return emptyContent
  const { form, chosenBeneficiary, payoutVersion, ...rest } = found.data
  return { ...rest, form: restoredForm(form), chosenBeneficiary, payoutVersion }
}

function restoredForm(stored: z.infer<typeof storedSchema>['form']): EntryDraft {
  const found = countryCodes.flatMap((code) => {
    const restored = restoredEntry(ruleBook[code], stored.entries[code])
    return restored === undefined ? [] : [[code, restored] as const]
  })
  const entries: EntryDraft['entries'] = Object.fromEntries(found)
  const country = isCountryCode(stored.country) ? stored.country : undefined
  return { country: country && entries[country] && country, entries }
}

/** What a form is saved as: of the fields that it shows, all as typed but the amount, which is plain decimal text. */
export function entryToSave(reading: FormReading): Entry {
  return savedEntry(shownEntry(reading.country, reading.entry), reading)
}

/** The form that shows what is saved; what a program left out as the country settles it is there. */
export function formEntryOf(country: Country, saved: Entry): Entry {
  return completeEntry({ ...emptyEntry(country), ...filledFields(saved), amount: unambiguous(saved.amount) })
}

/** What is saved, as the form would save it: two versions then differ only in what somebody has changed. */
export function comparable(saved: Entry, part?: FormPart): Entry {
  if (!isCountryCode(saved.country)) return saved
  const country = ruleBook[saved.country]
  return entryToSave(readingOf(country, formEntryOf(country, saved), part))
}

/** Whom one entry pays and where, with the payment of the other. */
export function withPaymentOf(entry: Entry, other: Entry): Entry {
  const payment = Object.entries(other).filter(([name]) => isFieldName(name) && fieldOf(name).of === 'payment')
  return completeEntry({ ...beneficiaryPart(entry), ...Object.fromEntries(payment) })
}
