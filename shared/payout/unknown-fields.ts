import { type Fault, remarkOn } from '#shared/api/fault.ts'
import { entryFields, isEntryField } from '#shared/rule-book/entry-fields.ts'
import type { RawEntry } from './typed-value.ts'

/** A fault for each property that is no field of a payout request; a name spelt in another case is pointed out. */
export function unknownFields(raw: RawEntry): readonly Fault[] {
  return Object.keys(raw)
    .filter((name) => !isEntryField(name))
    .map((name) => {
      const meant = entryFields.find((field) => field.toLowerCase() === name.toLowerCase())
      const advice = meant === undefined ? 'Leave it out.' : `Did you mean ${meant}?`
      const params = meant === undefined ? { name } : { name, meant }
      return remarkOn(name, 'unknown_field', params, `There is no field “${name}”. ${advice}`)
    })
}
