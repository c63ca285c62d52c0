import type { PayoutState } from '#shared/api/payout.ts'
import { decimalsOf } from '#shared/rule-book/currencies.ts'
import type { Tone } from '../ui/tone.tsx'

interface StateWords {
  readonly label: string
  readonly tone: Tone
  /** What comes next, and from whom. */
  readonly next: string
}

/** The states of a payout, as the screens call them. */
export const stateWords: Readonly<Record<PayoutState, StateWords>> = {
  draft: { label: 'Draft', tone: 'neutral', next: 'It has not been sent to review yet.' },
  in_review: { label: 'In review', tone: 'info', next: 'Somebody who did not enter it has to approve it.' },
  returned: {
    label: 'Returned',
    tone: 'warning',
    next: 'Change what the comment asks for, then send it to review again.',
  },
  approved: { label: 'Approved', tone: 'success', next: 'It is ready to be exported.' },
  exported: {
    label: 'Exported',
    tone: 'neutral',
    next: 'The request was given out. Whether it was paid, only the provider knows.',
  },
}

/** "1500.5" and "BRL" as a person reads it: the digits as they are sent, grouped, with the decimals that the currency has. */
export function amountWords(amount: string, currencyCode: string): string {
  const [whole = '', sent = ''] = amount.split('.')
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, '\u202F')
  const decimals = sent.padEnd(decimalsOf(currencyCode) ?? 0, '0')
  return `${grouped}${decimals === '' ? '' : `.${decimals}`} ${currencyCode}`
}
