import { decimalTextOf } from './amount.ts'
import { completeEntry, type Entry, type RawEntry } from './entry.ts'
import { fieldUses } from './field-uses.ts'
import { type FieldTable, payoutFields } from './fields.ts'
import type { EntryReading } from './read-entry.ts'

/**
 * An entry as it is saved, of what was read without errors: only what its country and method use and what was filled in. What lists sort
 * or sum by is kept as it is sent, an amount as plain decimal text; all else as it was typed, so that every change can still be explained.
 */
export function savedEntry(
  entry: RawEntry,
  { country, method, request }: Pick<EntryReading, 'country' | 'method' | 'request'>,
  fields: FieldTable = payoutFields,
): Entry {
  const uses = fieldUses(country, method, fields)
  const values = Object.entries(fields).flatMap(([name, { isInList, sent }]) => {
    if (uses[name]?.use !== 'asked' || (sent !== false && request[name] === undefined)) return []
    const value = isInList ? request[name] : entry[name]
    return [[name, typeof value === 'number' ? decimalTextOf(value) : value] as const]
  })
  const chosen = country.methods.find(({ id }) => id === entry.method) ?? method
  return completeEntry({ ...Object.fromEntries(values), method: chosen.id }, fields)
}
