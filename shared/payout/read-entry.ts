import type { Issue } from '#shared/api/issue.ts'
import type { Change, PayoutRequest } from '#shared/api/payout-preview.ts'
import { methodFor } from '#shared/countries/rule-book.ts'
import type { Country, Method, MethodId } from '#shared/rule-book/country.ts'
import { entryFields } from '#shared/rule-book/entry-fields.ts'
import { fieldUses } from '#shared/rule-book/field-uses.ts'
import { givenIn, settled } from './given.ts'
import { noticesOf } from './notices.ts'
import { readUse } from './read-use.ts'
import type { RawEntry } from './typed-value.ts'
import { unknownFields } from './unknown-fields.ts'

/** Everything an entry comes to. Without errors, `request` is exactly what the provider is to receive. */
export interface EntryReading {
  readonly method: Method
  readonly request: PayoutRequest
  readonly errors: readonly Issue[]
  readonly changes: readonly Change[]
  readonly warnings: readonly Issue[]
  readonly notices: readonly Issue[]
}

interface ReadOptions {
  /** The method picked on the form; without it the method follows from what is filled in. */
  readonly method?: MethodId | undefined
  /** Whether a person is there to be asked what 1.000 means; else it is decimal text, and doubted. */
  readonly isTypedByPerson?: boolean
}

/**
 * Reads an entry of one country: cleans each value, checks it, and writes the request in the interface's order of
 * fields. All errors come at once; with errors, the request holds what could be read. Never throws. Interface, part C.
 */
export function readEntry(
  country: Country,
  raw: RawEntry,
  { method: chosen, isTypedByPerson = false }: ReadOptions = {},
): EntryReading {
  const typed = givenIn(raw, country)
  const method = methodFor(country, typed, chosen)
  const uses = fieldUses(country, method)
  const given = settled(typed, uses, country)
  const readings = entryFields.map((field) => ({
    field,
    ...readUse(field, raw[field], uses[field], { country, given, isTypedByPerson }),
  }))
  const values = readings.flatMap(({ field, value }) => (value === undefined ? [] : [[field, value] as const]))
  return {
    method,
    request: Object.fromEntries(values),
    errors: [...unknownFields(raw), ...readings.flatMap(({ errors }) => errors)],
    changes: readings.flatMap(({ changes }) => changes),
    warnings: readings.flatMap(({ warnings }) => warnings),
    notices: [...readings.flatMap(({ notices }) => notices), ...noticesOf(country, method, given)],
  }
}
