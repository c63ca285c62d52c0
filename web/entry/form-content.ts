import * as z from 'zod/mini'
import type { Beneficiary } from '#shared/api/beneficiary.ts'
import {
  entrySchema,
  type MaskedFields,
  maskedFieldsSchema,
  type WarningConfirmations,
  warningConfirmationsSchema,
} from '#shared/api/entry.ts'
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
import { type EntryDraft, emptyDraft, emptyEntry, isDraftUntouched, restoredEntry } from '#shared/payout/entry-draft.ts'
import { fieldOf, isFieldName, isSecretField } from '#shared/payout/fields.ts'
import { shownEntry } from '#shared/payout/form-entry.ts'
import { savedEntry } from '#shared/payout/saved-entry.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { noRuns, type ValidationRuns, validationRunsSchema } from '../validations/validation-runs.ts'
import { type FormPart, type FormReading, nothingKept, readingOf } from './reading.ts'

/** A saved beneficiary, in the version that the form shows. */
export interface ChosenBeneficiary {
  readonly id: string
  readonly version: number
  /** The name in the payout's form. */
  readonly name?: string | undefined
  /** The saved details are paid: the form has only the payment, and the server the rest. Otherwise the form has everything. */
  readonly isAsSaved?: boolean | undefined
  /** Details that differ from the saved ones are for this payout only; otherwise they change the beneficiary. */
  readonly once?: boolean | undefined
}

/** Everything in an unfinished form, as saved in its draft. */
export interface FormContent {
  /** The country chosen, and the entry of each country visited, so that going back restores it. */
  readonly form: EntryDraft
  /** The warnings that the person has confirmed. */
  readonly confirmed: WarningConfirmations
  readonly validations: ValidationRuns
  /** The beneficiary of a payout, or the one that is edited. */
  readonly chosenBeneficiary: ChosenBeneficiary | undefined
  /** Which version of the payout is edited; undefined for a new payout, and for a beneficiary. */
  readonly payoutVersion: number | undefined
  /** The refused payout that a new one replaces. */
  readonly replaces?: string | undefined
  /** The entry when the editing began. If two people edit at once, it shows who changed what. */
  readonly base?: Entry | undefined
  /** Secret fields of what is edited that this person was not shown, by their ends: left blank they stay as they are saved. */
  readonly kept?: MaskedFields | undefined
  /** The draft that the form began as. It identifies what is saved once, also after the draft has forked. */
  readonly intentId?: string | undefined
}

export const emptyContent: FormContent = {
  form: emptyDraft,
  confirmed: [],
  validations: noRuns,
  chosenBeneficiary: undefined,
  payoutVersion: undefined,
}

/** Something saved as a person sees it: without the secret fields that are in `masked`. */
export interface SavedValues {
  readonly entry: Entry
  readonly masked: MaskedFields
  /** The amount of a draft as it was typed, where it is in the entry only once it is certain. */
  readonly unreadAmount?: string | undefined
}

/** A form that shows something saved. */
export function contentOf(
  { entry: saved, masked: kept, unreadAmount }: SavedValues,
  chosenBeneficiary: ChosenBeneficiary | undefined,
  part?: FormPart,
): FormContent {
  if (!isCountryCode(saved.country)) return emptyContent
  const known = formEntryOf(ruleBook[saved.country], saved)
  const entry = unreadAmount === undefined ? known : { ...known, amount: unreadAmount }
  const form = { country: saved.country, entries: { [saved.country]: entry } }
  return { ...emptyContent, form, chosenBeneficiary, base: comparable(saved, part), kept }
}

/** A form that pays a beneficiary with the saved details; undefined where payouts to their country are not supported. */
export function contentToPay({ id, version, name, country, method }: Beneficiary): FormContent | undefined {
  if (!isCountryCode(country)) return undefined
  const entry = { ...emptyEntry(ruleBook[country]), method }
  const form = { country, entries: { [country]: entry } }
  return { ...emptyContent, form, chosenBeneficiary: { id, version, name, isAsSaved: true } }
}

/** The part that a form asks for: only the payment where the beneficiary is paid with the saved details. */
export function formPartOf({ chosenBeneficiary }: FormContent, part?: FormPart): FormPart {
  return chosenBeneficiary?.isAsSaved ? 'payment' : part
}

/** The entry that the open form would be saved as. */
export function entryIn(content: FormContent, part?: FormPart): Entry {
  const { country, entries } = content.form
  const entry = country && entries[country]
  return country && entry ? entryToSave(readingOf(ruleBook[country], entry, formPartOf(content, part))) : blankEntry
}

/** The secret fields that the server fills in where the form leaves them blank: in another country they would be others. */
export function keptIn(content: FormContent): MaskedFields {
  return isOfSaved(content) && content.kept !== undefined ? content.kept : nothingKept
}

/** Whether the form began with saved details, and is still in their country. */
function isOfSaved({ form, base, chosenBeneficiary, payoutVersion }: FormContent): boolean {
  const isSaved = (chosenBeneficiary ?? payoutVersion) !== undefined
  return isSaved && chosenBeneficiary?.isAsSaved !== true && form.country === base?.country
}

/** What is sent of a form. Secret fields as they were when the editing began are left out: they stay those of the people who typed them. */
export function sentEntry(content: FormContent, part?: FormPart): RawEntry {
  const { base } = content
  const entry = entryToSend(entryIn(content, part), formPartOf(content, part), keptIn(content))
  if (base === undefined || !isOfSaved(content)) return entry
  const isAsBefore = (name: string, value: unknown) => isSecretField(name) && value !== '' && value === base[name]
  return Object.fromEntries(Object.entries(entry).filter(([name, value]) => !isAsBefore(name, value)))
}

/** The entry to send. For a payment alone, the server fills in the rest from the saved beneficiary; else what is kept and left blank. */
export function entryToSend(entry: Entry, part: FormPart, kept: MaskedFields): RawEntry {
  if (part === 'payment') return filledFields(entry)
  return Object.fromEntries(Object.entries(entry).filter(([name, value]) => value !== '' || kept[name] === undefined))
}

/** A form with only a country or beneficiary chosen is not worth saving: such drafts would pile up in the list. */
export function isEmptyForm({ form, confirmed, validations, chosenBeneficiary, payoutVersion }: FormContent): boolean {
  const isEdit =
    payoutVersion !== undefined || (chosenBeneficiary !== undefined && chosenBeneficiary.isAsSaved !== true)
  if (confirmed.length > 0 || isEdit) return false
  return Object.keys(validations.records).length === 0 && isDraftUntouched(form)
}

const storedSchema = z.object({
  form: z.object({ country: z.optional(z.string()), entries: z.record(z.string(), z.unknown()) }),
  confirmed: z.catch(warningConfirmationsSchema, []),
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
  kept: z.catch(z.optional(maskedFieldsSchema), undefined),
  intentId: z.catch(z.optional(z.string()), undefined),
})

/** A draft, perhaps saved by an older version of the page: values that are still valid stay. */
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

/** The entry that a form is saved as: the shown fields as typed, but the amount as plain decimal text. */
export function entryToSave(reading: FormReading): Entry {
  return savedEntry(shownEntry(reading.country, reading.entry), reading)
}

/** The form for a saved entry. Values that a program left out because the country determines them are filled in. */
export function formEntryOf(country: Country, saved: Entry): Entry {
  return completeEntry({ ...emptyEntry(country), ...filledFields(saved), amount: unambiguous(saved.amount) })
}

/** A saved entry normalised as the form would save it, so that two versions differ only in what a person changed. */
export function comparable(saved: Entry, part?: FormPart): Entry {
  if (!isCountryCode(saved.country)) return saved
  const country = ruleBook[saved.country]
  return entryToSave(readingOf(country, formEntryOf(country, saved), part))
}

/** The beneficiary and destination of one entry, with the payment of the other. */
export function withPaymentOf(entry: Entry, other: Entry): Entry {
  const payment = Object.entries(other).filter(([name]) => isFieldName(name) && fieldOf(name).of === 'payment')
  return completeEntry({ ...beneficiaryPart(entry), ...Object.fromEntries(payment) })
}
