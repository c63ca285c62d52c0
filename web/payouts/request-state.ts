import type { FormState } from './form-store.ts'

export interface RequestStatusText {
  readonly tone: 'neutral' | 'error' | 'warning' | 'success'
  readonly text: string
}

/** How far the request is: what to fix, what is still empty, what to look at again, or ready. */
export function requestStatus({ reading }: FormState): RequestStatusText {
  const open = reading.faults.filter(({ code }) => code === 'missing' || code === 'terms_required').length
  const wrong = reading.faults.length - open
  if (wrong > 0)
    return { tone: 'error', text: [`${wrong} to fix`, open > 0 && `${open} to fill in`].filter(Boolean).join(', ') }
  if (open > 0) return { tone: 'neutral', text: `${open} to fill in` }
  const warnings = reading.warnings.length
  if (warnings > 0)
    return { tone: 'warning', text: warnings === 1 ? '1 warning to confirm' : `${warnings} warnings to confirm` }
  return { tone: 'success', text: 'Ready to send' }
}
