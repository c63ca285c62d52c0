import type { Issue } from '#shared/api/issue.ts'
import { issueText } from '../language/issue-words.ts'
import type { FormState } from './form-store.ts'

/** The error that a field shows below itself; an empty field is called missing only once the form was submitted. */
export function shownError(state: FormState, field: string): Issue | undefined {
  const error = state.reading.errors.find((found) => found.field === field)
  if (error === undefined) return undefined
  const isShown =
    state.isSubmitted || (state.left.has(field) && error.code !== 'missing' && error.code !== 'terms_required')
  return isShown ? error : undefined
}

/** The same in the page's language. */
export function shownErrorText(state: FormState, field: string): string | undefined {
  const error = shownError(state, field)
  return error && issueText(error)
}
