import type { Outcome } from '#shared/api/outcome.ts'
import type { Payout } from '#shared/api/payout.ts'
import { t } from '../language/translate.ts'
import { classNames } from '../ui/class-names.ts'
import { ToneIcon, toneClass } from '../ui/tone.tsx'
import styles from './outcome-mark.module.css'

/**
 * What people here have stated of an exported payout, where a line has no space for words: a sign, said to a screen reader and on hover in words
 * that nobody takes for the provider's.
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
