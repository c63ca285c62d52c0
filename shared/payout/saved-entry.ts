import { withoutInvisible } from '#shared/rule-book/cleaning.ts'
import { decimalTextOf } from './amount.ts'
import { completeEntry, type Entry, type RawEntry } from './entry.ts'
import { fieldUses } from './field-uses.ts'
import { type FieldTable, payoutFields } from './fields.ts'
import type { EntryReading } from './read-entry.ts'

/**
 * An entry as it is saved: only what its country and method use and what was filled in. What lists sort or sum by is kept as it is sent, an amount
 * as plain decimal text, and is left blank where it has an error; all else as it was typed, so that every change and every error can still be explained,
 * but without invisible characters: a mark of direction would show a reviewer other digits than those that are paid to.
 */
export function savedEntry(
  entry: RawEntry,
  { country, method, request, errors }: Pick<EntryReading, 'country' | 'method' | 'request' | 'errors'>,
  fields: FieldTable = payoutFields,
): Entry {
  const uses = fieldUses(country, method, fields)
  const faulty = new Set(errors.map(({ field }) => field))
  const values = Object.entries(fields).flatMap(([name, { isInList, sent }]) => {
    if (uses[name]?.use !== 'asked') return []
    if (sent !== false && request[name] === undefined && !faulty.has(name)) return []
    const value = isInList ? request[name] : entry[name]
    return [[name, textOf(value)] as const]
  })
  const chosen = country.methods.find(({ id }) => id === entry.method) ?? method
  return completeEntry({ ...Object.fromEntries(values), method: chosen.id }, fields)
}

function textOf(value: unknown): unknown {
  if (typeof value === 'number') return decimalTextOf(value)
  return typeof value === 'string' ? withoutInvisible.apply(value) : value
}
