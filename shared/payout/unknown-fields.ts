import { type Issue, issueOn } from '#shared/api/issue.ts'
import { entryFields, isEntryField } from '#shared/rule-book/entry-fields.ts'
import type { RawEntry } from './typed-value.ts'

/** A error for each property that is no field of a payout request; a name spelt in another case is pointed out. */
export function unknownFields(raw: RawEntry): readonly Issue[] {
  return Object.keys(raw)
    .filter((name) => !isEntryField(name))
    .map((name) => {
      const meant = entryFields.find((field) => field.toLowerCase() === name.toLowerCase())
      const advice = meant === undefined ? 'Leave it out.' : `Did you mean ${meant}?`
      const params = meant === undefined ? { name } : { name, meant }
      return issueOn(name, 'unknown_field', params, `There is no field “${name}”. ${advice}`)
    })
}
