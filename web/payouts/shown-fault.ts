import type { Fault } from '#shared/api/fault.ts'
import { remarkText } from '../language/remark-words.ts'
import type { FormState } from './form-store.ts'

/** The fault that a field shows below itself; an empty field is called missing only once the form was submitted. */
export function shownFault(state: FormState, field: string): Fault | undefined {
  const fault = state.reading.faults.find((found) => found.field === field)
  if (fault === undefined) return undefined
  const isShown =
    state.isSubmitted || (state.left.has(field) && fault.code !== 'missing' && fault.code !== 'terms_required')
  return isShown ? fault : undefined
}

/** The same in the page's language. */
export function shownError(state: FormState, field: string): string | undefined {
  const fault = shownFault(state, field)
  return fault && remarkText(fault)
}
