import { type Issue, issueOn, mostErrors } from '#shared/api/issue.ts'
import { entryFields, isEntryField } from '#shared/rule-book/entry-fields.ts'
import type { RawEntry } from './typed-value.ts'

/** An error for each property that is no field of a payout request, as many as are listed at most; a name spelt in another case is pointed out. */
export function unknownFields(raw: RawEntry): readonly Issue[] {
  return Object.keys(raw)
    .filter((name) => !isEntryField(name))
    .slice(0, mostErrors)
    .map((name) => {
      const meant = fieldsByLowerCase.get(name.toLowerCase())
      const advice = meant === undefined ? 'Leave it out.' : `Did you mean ${meant}?`
      const params = meant === undefined ? { name } : { name, meant }
      return issueOn(name, 'unknown_field', params, `There is no field “${name}”. ${advice}`)
    })
}

const fieldsByLowerCase = new Map(entryFields.map((field) => [field.toLowerCase(), field]))
