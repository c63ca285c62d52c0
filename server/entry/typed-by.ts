import type { Entry, RawEntry } from '#shared/payout/entry.ts'
import type { FieldTable } from '#shared/payout/fields.ts'
import { secretFields } from './masked.ts'

/*
 * Who typed a secret value, kept beside it in the encrypted entry: a clerk sees in full what they typed, wherever it was copied since, and nothing
 * that was filled in for them.
 */

/** The secret fields of an entry by the id of who typed the values that they have: of one value several people, where each typed the same. */
export type TypedBy = Readonly<Record<string, readonly string[]>>

/** An entry with who typed its secret values. */
export interface TypedValues {
  readonly entry: Entry
  readonly typedBy: TypedBy
}

/**
 * Who typed the secret values of an entry as it is saved now: the person, what they gave; and for what was there before, the people who typed that.
 * @param given as the person sent it: what it leaves out was filled in
 */
export function typedByNow(
  fields: FieldTable,
  entry: Entry,
  {
    personId,
    given,
    before,
  }: { readonly personId: string; readonly given: RawEntry; readonly before?: TypedValues | undefined },
): TypedBy {
  const secret = secretFields(entry, fields).map(([name]) => name)
  const own = { [personId]: secret.filter((name) => Object.hasOwn(given, name)) }
  return joinedTypedBy(entry, { entry, typedBy: own }, ...(before === undefined ? [] : [before]))
}

/** Who typed the values that an entry has, from the places that they were copied from: another value there does not count. */
export function joinedTypedBy(entry: RawEntry, ...places: readonly TypedValues[]): TypedBy {
  const joined = new Map<string, Set<string>>()
  for (const { typedBy, ...place } of places) {
    const there: RawEntry = place.entry
    for (const [personId, names] of Object.entries(typedBy)) {
      const same = names.filter((name) => entry[name] !== '' && there[name] === entry[name])
      const known = joined.get(personId) ?? new Set()
      if (same.length > 0) joined.set(personId, new Set([...known, ...same]))
    }
  }
  return Object.fromEntries([...joined].map(([personId, names]) => [personId, [...names]]))
}
