import { t } from '../language/translate.ts'

export type Verdict = 'approve' | 'return'

/** What somebody has just made of a payout. */
export interface Decided {
  readonly reference: string
  readonly verdict: Verdict
}

export function decidedWords({ reference, verdict }: Decided): string {
  return t(`review.decided.${verdict}`, { reference })
}
