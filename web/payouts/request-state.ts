import { t } from '../language/translate.ts'
import type { Tone } from '../ui/tone.tsx'
import type { FormState } from './form-store.ts'

export interface RequestStatusText {
  readonly tone: Tone
  readonly text: string
}

/** How far the request is: what to fix, what is still empty, what to look at again, or ready. */
export function requestStatus({ reading, isSubmitted }: FormState, openWarnings: number): RequestStatusText {
  const empty = reading.errors.filter(({ code }) => code === 'missing' || code === 'terms_required').length
  const toFix = isSubmitted ? reading.errors.length : reading.errors.length - empty
  const toFillIn = reading.errors.length - toFix
  const parts = [
    toFix > 0 && t('payouts.status.toFix', { count: toFix }),
    toFillIn > 0 && t('payouts.status.toFillIn', { count: toFillIn }),
    openWarnings > 0 && t('payouts.status.toConfirm', { count: openWarnings }),
  ].filter((part) => part !== false)
  if (parts.length === 0) return { tone: 'success', text: t('payouts.status.ready') }
  return { tone: toFix > 0 ? 'error' : openWarnings > 0 ? 'warning' : 'neutral', text: parts.join(', ') }
}
