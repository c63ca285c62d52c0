import type { Entry } from '#shared/payout/entry.ts'
import type { EntryDraft } from '#shared/payout/entry-draft.ts'
import { textFields } from '#shared/payout/fields.ts'

/** One filling in of the form: how it was before and how it is after. */
export interface Filling {
  readonly before: EntryDraft
  readonly after: EntryDraft
  readonly count: number
  /** The message is about another person than the form was: what stood there of that one went. */
  readonly isSomebodyElse: boolean
}

/** Whether the form still stands as the filling left it: to undo loses nothing that was typed since. */
export function isUntouched({ after }: Filling, entry: Entry): boolean {
  const filled = after.country && after.entries[after.country]
  return filled !== undefined && [...textFields, 'method' as const].every((field) => filled[field] === entry[field])
}
