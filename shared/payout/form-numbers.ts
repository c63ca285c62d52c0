import * as z from 'zod/mini'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { countryCodes, isCountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { hasShape } from '#shared/rule-book/shape.ts'
import { completeEntry, type Entry } from './entry.ts'
import { restoredEntry } from './entry-draft.ts'
import { readFormEntry } from './form-entry.ts'
import { cleanNumber } from './read-number.ts'
import { isTooLong } from './typed-value.ts'

/** By which it can be told whom an unfinished form is about. */
export interface FormNumbers {
  /** The numbers that a document of the country can have, as they would be sent. */
  readonly documents: readonly { readonly country: string; readonly number: string }[]
  /** What each visited country and each of its methods would send: they say where the money goes. */
  readonly requests: readonly PayoutRequest[]
  /** Who was chosen from the saved beneficiaries. */
  readonly bookId: string | undefined
}

const contentSchema = z.object({
  form: z.object({ entries: z.record(z.string(), z.unknown()) }),
  chosenBeneficiary: z.catch(z.optional(z.object({ id: z.string() })), undefined),
  base: z.catch(z.optional(z.record(z.string(), z.unknown())), undefined),
})

/** Reads the content of an unfinished form, shown or hidden, as far as it can be read; an unknown shape holds nothing. */
export function formNumbers(content: unknown): FormNumbers {
  const found = contentSchema.safeParse(content)
  if (!found.success) return { documents: [], requests: [], bookId: undefined }
  const { form, chosenBeneficiary, base } = found.data
  const forms = countryCodes.flatMap((code) => {
    const values = restoredEntry(ruleBook[code], form.entries[code])
    return values === undefined ? [] : [{ country: ruleBook[code], values }]
  })
  const before =
    base !== undefined && typeof base.country === 'string' && isCountryCode(base.country)
      ? [{ country: ruleBook[base.country], values: completeEntry(base) }]
      : []
  const all = [...forms, ...before]
  return {
    documents: all.flatMap(({ country, values }) => documentsIn(country, values)),
    requests: all.flatMap(({ country, values }) => requestsOf(country, values)),
    bookId: chosenBeneficiary?.id,
  }
}

/** The type may not be chosen yet, so every type is tried. */
function documentsIn(country: Country, { documentNumber, validationDocumentNumber }: Entry) {
  const texts = [documentNumber, validationDocumentNumber].filter((typed) => !isTooLong(typed))
  return texts.flatMap((typed) =>
    country.documents
      .map((document) => ({ shape: document.shape, number: cleanNumber(typed, document).value }))
      .filter(({ shape, number }) => hasShape(shape, number))
      .map(({ number }) => ({ country: country.code, number })),
  )
}

/** A method that was chosen before has left its values in the form. */
function requestsOf(country: Country, values: Entry): readonly PayoutRequest[] {
  return country.methods.map(
    ({ id }) => readFormEntry(country, { ...values, method: id }, { part: 'beneficiary' }).request,
  )
}
