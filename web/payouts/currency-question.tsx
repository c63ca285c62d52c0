import { useEffect, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { currencyNamedIn, readAmount, unambiguous } from '#shared/payout/amount.ts'
import type { Entry } from '#shared/payout/entry.ts'
import { amountWords } from '../entry/payout-words.tsx'
import { t } from '../language/translate.ts'
import { Actions, Button } from '../ui/button.tsx'
import { goToField } from '../ui/error-summary.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Callout } from '../ui/tone.tsx'

/**
 * Asks after a change of currency whether the amount is meant in the new one. Until the person answers, it stays in its field with the
 * currency that it was typed in, so that 1,500 reais cannot become 1,500 dollars. Choosing its own currency again leaves it as it was typed.
 */
export function CurrencyQuestion() {
  const { getValues, setValue, subscribe } = useFormContext<Entry>()
  const announce = useAnnounce()
  const currency = useRef(getValues('currencyCode'))
  const [aside, setAside] = useState<Pick<Entry, 'amount' | 'currencyCode'>>()

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback({ name, values: { amount, currencyCode } }) {
          const before = currency.current
          currency.current = currencyCode
          // Without a name it is another form that is shown.
          if (name === undefined || (name === 'amount' && !isInOther(amount, currencyCode))) setAside(undefined)
          if (name !== 'currencyCode' || before === currencyCode) return
          if (aside?.currencyCode === currencyCode) {
            setAside(undefined)
            setValue('amount', aside.amount)
          } else if (amount !== '' && currencyNamedIn(amount) !== currencyCode) {
            setAside({ amount, currencyCode: before })
            const inItsOwn = isInOther(amount, currencyCode) ? amount : `${amount} ${before}`
            setValue('amount', isInOther(inItsOwn, currencyCode) ? inItsOwn : '')
            announce(t('payouts.currency.asked', { amount: wordsOf(amount, before), currency: currencyCode }))
          }
        },
      }),
    [subscribe, setValue, announce, aside],
  )

  function take(amount: string) {
    setAside(undefined)
    setValue('amount', amount, { shouldDirty: true })
    goToField('amount')
  }

  if (aside === undefined) return null
  const reading = readAmount(aside.amount, aside.currencyCode)
  const now = getValues('currencyCode')
  return (
    <Callout
      tone="warning"
      title={t('payouts.currency.asked', { amount: wordsOf(aside.amount, aside.currencyCode), currency: now })}
      action={
        <Actions>
          {reading.ok && (
            <Button small onClick={() => take(unambiguous(reading.text))}>
              {t('payouts.currency.keep', { amount: amountWords(reading.text, now) })}
            </Button>
          )}
          <Button small onClick={() => take('')}>
            {t('payouts.currency.another')}
          </Button>
        </Actions>
      }
    />
  )
}

/** Whether an amount names another currency, so that it is refused. */
function isInOther(amount: string, currencyCode: string): boolean {
  const reading = readAmount(amount, currencyCode)
  return !reading.ok && reading.error.code === 'other_currency'
}

function wordsOf(typed: string, currencyCode: string): string {
  const reading = readAmount(typed, currencyCode)
  return amountWords(reading.ok ? reading.text : typed, currencyCode)
}
