import { isCountryCode, methodIn, ruleBook } from '#shared/countries/rule-book.ts'
import { type Entry, filledFields, type RawEntry } from '#shared/payout/entry.ts'
import { fieldUses } from '#shared/payout/field-uses.ts'
import { upperCode } from '#shared/payout/read-code.ts'
import { isBlank, isTooLong } from '#shared/payout/typed-value.ts'
import type { EntryWithReading, FieldReader } from './written-entry.ts'

/* What a person leaves out of a form is filled in from what is saved, without being shown to them. */

/** The secret numbers that were filled in, as they are saved and as they are sent: what a person is told names neither. */
export function secretsRead(
  reader: FieldReader,
  given: RawEntry,
  typed: RawEntry,
  { reading }: EntryWithReading,
): readonly string[] {
  return [...secretsGiven(reader, given, typed), ...secretsGiven(reader, given, typed, reading.request)]
}

/** The secret numbers that were filled in, or what `values` has of them. */
export function secretsGiven(
  { fields }: FieldReader,
  given: RawEntry,
  typed: RawEntry,
  values = given,
): readonly string[] {
  const hidden = Object.keys(given).filter((name) => fields[name]?.isSecret && !Object.hasOwn(typed, name))
  return hidden.map((name) => values[name]).filter((value) => typeof value === 'string')
}

/**
 * The fields that an entry leaves out, from a saved beneficiary: of these what the country and the method of the entry ask for. In another
 * country a document or an account is another one, so that only what all countries share comes along.
 */
export function filledIn({ fields }: FieldReader, given: RawEntry, saved: Entry): RawEntry {
  const code = typeof given.country === 'string' ? upperCode(given.country).value : saved.country
  if (!isCountryCode(code)) return given
  const isAbroad = code !== saved.country
  const isLeftOut = isBlank(given.method) && !isTooLong(given.method)
  const method = isAbroad || !isLeftOut ? given.method : saved.method
  const uses = fieldUses(ruleBook[code], methodIn(ruleBook[code], String(method)), fields)
  const filled = Object.entries(filledFields(saved)).filter(([name]) => {
    const field = fields[name]
    return field?.of === 'beneficiary' && uses[name]?.use === 'asked' && (!isAbroad || field.isShared === true)
  })
  return { ...Object.fromEntries(filled), ...given, ...(method !== undefined && { method }) }
}
