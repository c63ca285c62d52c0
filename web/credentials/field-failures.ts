import { ApiProblem } from '../api/api.ts'
import { issueText } from '../language/issue-text.ts'
import { failureText } from '../sign-in/failure-text.ts'

/** The server's errors on fields, and its error on the whole. */
export interface FieldFailures {
  /** By the pointer of the field, such as `password`. */
  readonly fields: Readonly<Record<string, string>>
  /** The error that is about no field of the form. */
  readonly rest: string | undefined
}

export const noFailures: FieldFailures = { fields: {}, rest: undefined }

/** Assigns an error to the fields that it is about, as far as the form has them. */
export function fieldFailures(failure: unknown, known: readonly string[]): FieldFailures {
  const errors = failure instanceof ApiProblem ? (failure.problem.errors ?? []) : []
  const placed = errors.map((error) => [error.pointer.replace('#/', ''), issueText(error)] as const)
  const fields = Object.fromEntries(placed.filter(([name]) => known.includes(name)))
  return { fields, rest: Object.keys(fields).length > 0 ? undefined : failureText(failure) }
}
