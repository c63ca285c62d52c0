import type { Outcome } from '#shared/api/outcome.ts'
import type { Payout } from '#shared/api/payout.ts'
import { t } from '../language/translate.ts'
import { Badge } from '../ui/tone.tsx'

/** What people here have stated of an exported payout: in words that nobody takes for the provider's. */
export function OutcomeMark({ of: { outcome } }: { readonly of: Pick<Payout, 'outcome'> }) {
  return outcome === null ? null : <Badge tone={tones[outcome]}>{outcomeLabel(outcome)}</Badge>
}

export function outcomeLabel(outcome: Outcome): string {
  return t(`payouts.outcome.${outcome}`)
}

const tones = { paid: 'success', refused: 'error', contradicted: 'warning' } as const
