import { methodFor, methodIn } from '#shared/countries/rule-book.ts'
import type { Country, FieldValues, Method } from '#shared/rule-book/country.ts'
import { needsTerms } from '#shared/rule-book/currencies.ts'
import { completeEntry, type Entry, filledFields } from './entry.ts'
import { fieldUses } from './field-uses.ts'
import { givenIn, settled } from './field-values.ts'
import { type FieldTable, payoutFields } from './fields.ts'
import { onlyChoices } from './form-fields.ts'
import { type EntryReading, type EntryReadOptions, readEntryOf } from './read-entry.ts'

/**
 * The entry of a form: only what its country and method show, so that nothing hidden is sent, with the values that they fix. A flag that is
 * not ticked is left out.
 */
export function shownEntry(country: Country, entry: Entry, fields: FieldTable = payoutFields): Entry {
  const method = methodIn(country, entry.method)
  const uses = fieldUses(country, method, fields)
  const settledCodes = onlyChoices(country, method)
  const { currencyCode = entry.currencyCode } = settledCodes
  const shown = Object.entries(entry).filter(
    ([name, value]) =>
      value !== false && uses[name]?.use === 'asked' && (name !== 'TermsApproved' || needsTerms(currencyCode)),
  )
  return completeEntry(
    { ...Object.fromEntries(shown), ...settledCodes, country: country.code, method: method.id },
    fields,
  )
}

/** Reads a form at any moment, finished or not, as a person entered it: a typed `1.000` is asked back. */
export function readFormEntry(
  country: Country,
  entry: Entry,
  options: Pick<EntryReadOptions, 'part' | 'fields'> = {},
): EntryReading {
  return readEntryOf(country, filledFields(shownEntry(country, entry, options.fields)), {
    ...options,
    enteredBy: 'person',
  })
}

/** The values on which labels, hints and further fields depend. */
export function givenOf(country: Country, entry: Entry): FieldValues {
  const shown = shownEntry(country, entry)
  return settled(givenIn(shown, country), fieldUses(country, methodIn(country, shown.method)), country)
}

/** The method of a form: in Peru twenty digits are a CCI whatever was picked. */
export function sentMethod(country: Country, entry: Entry): Method {
  return methodFor(country, givenOf(country, entry), methodIn(country, entry.method).id, 'person')
}
