import type { Tone } from '../ui/tone.tsx'
import type { FormState } from './form-store.ts'

export interface RequestStatusText {
  readonly tone: Tone
  readonly text: string
}

/** How far the request is: what to fix, what is still empty, what to look at again, or ready. */
export function requestStatus({ reading, isSubmitted }: FormState, openWarnings: number): RequestStatusText {
  const empty = reading.faults.filter(({ code }) => code === 'missing' || code === 'terms_required').length
  const toFix = isSubmitted ? reading.faults.length : reading.faults.length - empty
  const toFillIn = reading.faults.length - toFix
  const parts = [
    toFix > 0 && `${toFix} to fix`,
    toFillIn > 0 && `${toFillIn} to fill in`,
    openWarnings > 0 && `${openWarnings} to confirm`,
  ].filter((part) => part !== false)
  if (parts.length === 0) return { tone: 'success', text: 'Ready to send to review' }
  return { tone: toFix > 0 ? 'error' : openWarnings > 0 ? 'warning' : 'neutral', text: parts.join(', ') }
}
