import { type Issue, issueOn, mostErrors } from '#shared/api/issue.ts'
import type { RawEntry } from './entry.ts'
import { type FieldTable, payoutFields } from './fields.ts'

/** An error for each property that is no field of an entry, as many as are listed at most; a name spelt in another case is pointed out. */
export function unknownFields(entry: RawEntry, fields: FieldTable = payoutFields): readonly Issue[] {
  return Object.keys(entry)
    .filter((name) => name !== 'method' && !Object.hasOwn(fields, name))
    .slice(0, mostErrors)
    .map((name) => {
      const small = name.toLowerCase()
      const meant = Object.keys(fields).find((field) => field.toLowerCase() === small)
      const params = meant === undefined ? { name } : { name, meant }
      return issueOn(name, 'unknown_field', params)
    })
}
