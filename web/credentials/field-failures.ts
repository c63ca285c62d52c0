import { ApiProblem } from '../api/api.ts'
import { issueText } from '../language/issue-text.ts'
import { failureText } from '../sign-in/failure-text.ts'

/** What the server has said of fields, and of all else. */
export interface FieldFailures {
  /** By the pointer of the field, such as `password`. */
  readonly fields: Readonly<Record<string, string>>
  /** What no field of the form is to blame for. */
  readonly rest: string | undefined
}

export const noFailures: FieldFailures = { fields: {}, rest: undefined }

/** Puts a failure to the fields that it is about, of those that the form has. */
export function fieldFailures(failure: unknown, known: readonly string[]): FieldFailures {
  const errors = failure instanceof ApiProblem ? (failure.problem.errors ?? []) : []
  const placed = errors.map((error) => [error.pointer.replace('#/', ''), issueText(error)] as const)
  const fields = Object.fromEntries(placed.filter(([name]) => known.includes(name)))
  return { fields, rest: Object.keys(fields).length > 0 ? undefined : failureText(failure) }
}
