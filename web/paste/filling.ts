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
export function isUntouched({ after }: Filling, country: string, values: Readonly<Record<string, unknown>>): boolean {
  const filled = after.country === country ? after.entries[after.country] : undefined
  return filled !== undefined && [...textFields, 'method' as const].every((field) => filled[field] === values[field])
}
