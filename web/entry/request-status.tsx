import { useFormState } from 'react-hook-form'
import type { Entry } from '#shared/payout/entry.ts'
import { t } from '../language/translate.ts'
import { Badge } from '../ui/tone.tsx'
import { isMissing } from './entry-errors.tsx'
import { useReading } from './reading.ts'
import { useWarnings } from './warnings-context.tsx'

export interface RequestStatusProps {
  /** What it is ready for, once nothing is left to do. */
  readonly ready: string
}

/** How far the request is, in a few words: what to fix, what is still empty, what to look at again, or ready. */
export function RequestStatus({ ready }: RequestStatusProps) {
  const errors = useReading((reading) => reading.errors)
  const { isSubmitted } = useFormState<Entry>()
  const toConfirm = useWarnings().open.length
  if (errors === undefined) return t('payouts.status.chooseCountry')
  const empty = errors.filter(({ code }) => isMissing(code)).length
  const toFix = isSubmitted ? errors.length : errors.length - empty
  const toFillIn = errors.length - toFix
  const parts = [
    toFix > 0 && t('payouts.status.toFix', { count: toFix }),
    toFillIn > 0 && t('payouts.status.toFillIn', { count: toFillIn }),
    toConfirm > 0 && t('payouts.status.toConfirm', { count: toConfirm }),
  ].filter((part) => part !== false)
  const tone = toFix > 0 ? 'error' : toConfirm > 0 ? 'warning' : 'neutral'
  return <Badge tone={parts.length === 0 ? 'success' : tone}>{parts.join(', ') || ready}</Badge>
}
