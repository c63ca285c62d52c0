import { readAmount, unambiguous } from '#shared/payout/amount.ts'
import type { Entry } from '#shared/payout/entry.ts'
import { amountWords } from '../entry/payout-words.tsx'
import { t } from '../language/translate.ts'
import { Actions, Button } from '../ui/button.tsx'
import { Callout } from '../ui/tone.tsx'
import { useAnnounced } from '../ui/work-progress.tsx'

interface Props {
  /** The amount as it was typed, with the currency that it was typed in. */
  readonly aside: Pick<Entry, 'amount' | 'currencyCode'>
  readonly now: string
  readonly onTake: (amount: string) => void
}

/** The question what an amount is in another currency, and two answers. */
export function AskedAmount({ aside: { amount, currencyCode }, now, onTake }: Props) {
  const reading = readAmount(amount, currencyCode)
  const asked = t('payouts.currency.asked', {
    amount: amountWords(reading.ok ? reading.text : amount, currencyCode),
    currency: now,
  })
  useAnnounced(asked)
  return (
    <div ref={showWhole}>
      <Callout
        tone="warning"
        title={asked}
        action={
          <Actions>
            {reading.ok && (
              <Button small onClick={() => onTake(unambiguous(reading.text))}>
                {t('payouts.currency.keep', { amount: amountWords(reading.text, now) })}
              </Button>
            )}
            <Button small onClick={() => onTake('')}>
              {t('payouts.currency.another')}
            </Button>
          </Actions>
        }
      />
    </div>
  )
}

/** The answers may come up below the fold. */
function showWhole(question: HTMLElement | null) {
  question?.scrollIntoView({ block: 'nearest' })
}
