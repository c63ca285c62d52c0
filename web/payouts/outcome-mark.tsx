import type { Outcome } from '#shared/api/outcome.ts'
import type { Payout } from '#shared/api/payout.ts'
import { t } from '../language/translate.ts'
import { classNames } from '../ui/class-names.ts'
import { ToneIcon, toneClass } from '../ui/tone.tsx'
import styles from './outcome-mark.module.css'

/**
 * The recorded outcome of an exported payout, as an icon for lines without space for words. Its label, for screen readers and on hover,
 * makes clear that it does not come from the provider.
 */
export function OutcomeMark({ of: { outcome } }: { readonly of: Pick<Payout, 'outcome'> }) {
  if (outcome === null) return null
  const words = outcomeLabel(outcome)
  return (
    <span className={classNames(styles.sign, toneClass(tones[outcome]))} title={words}>
      <ToneIcon tone={tones[outcome]} />
      <span className="sr-only">{words}</span>
    </span>
  )
}

export function outcomeLabel(outcome: Outcome | 'none'): string {
  return t(`payouts.outcome.${outcome}`)
}

const tones = { paid: 'success', refused: 'error', contradicted: 'warning' } as const
