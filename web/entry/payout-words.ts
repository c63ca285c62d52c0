import type { PayoutState } from '#shared/api/payout.ts'
import { decimalsOf } from '#shared/countries/rule-book.ts'
import { numberFormat } from '#shared/language/intl.ts'
import { locale } from '../language/language.ts'
import { t } from '../language/translate.ts'
import type { Tone } from '../ui/tone.tsx'

/** How the states of a payout are marked. */
export const stateTones: Readonly<Record<PayoutState, Tone>> = {
  draft: 'neutral',
  in_review: 'info',
  returned: 'warning',
  approved: 'success',
  exported: 'neutral',
}

/** What the screens call a state. */
export function stateLabel(state: PayoutState): string {
  return t(`payouts.state.${state}`)
}

/** What comes next, and from whom. */
export function nextStep(state: PayoutState): string {
  return t(`payouts.next.${state}`)
}

/**
 * "1500.5" and "BRL" as a person reads it: every digit that is sent, grouped, with the decimals that the currency has. Spanish would leave
 * four digits together; sums that stand below each other are grouped alike.
 */
export function amountWords(amount: string, currencyCode: string, reader = locale()): string {
  if (!isNumeral(amount)) return `${amount} ${currencyCode}`
  const sent = amount.split('.')[1]?.length ?? 0
  const decimals = Math.max(sent, decimalsOf(currencyCode) ?? 0)
  const format = numberFormat(reader, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: 'always',
  })
  // As text: a number would lose digits of a long one.
  return `${format.format(amount)} ${currencyCode}`
}

function isNumeral(text: string): text is `${number}` {
  return /^\d+(\.\d+)?$/.test(text)
}
