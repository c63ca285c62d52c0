import { Suspense, useEffect, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { currencyNamedIn, readAmount } from '#shared/payout/amount.ts'
import type { Entry } from '#shared/payout/entry.ts'
import { laterScreen } from '../screen/loading.tsx'
import { goToField } from '../ui/error-summary.tsx'

const AskedAmount = laterScreen(async () => (await import('./asked-amount.tsx')).AskedAmount)

/**
 * Asks after a change of currency whether the amount is meant in the new one. Until the person answers, it stays in its field with the
 * currency that it was typed in, so that 1,500 reais cannot become 1,500 dollars. Choosing its own currency again leaves it as it was typed.
 */
export function CurrencyQuestion() {
  const { getValues, setValue, subscribe } = useFormContext<Entry>()
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
            setValue('amount', isInOther(amount, currencyCode) ? amount : `${amount} ${before}`)
          }
        },
      }),
    [subscribe, setValue, aside],
  )

  function take(amount: string) {
    setAside(undefined)
    setValue('amount', amount, { shouldDirty: true })
    goToField('amount')
  }

  return (
    aside !== undefined && (
      <Suspense>
        <AskedAmount aside={aside} now={getValues('currencyCode')} onTake={take} />
      </Suspense>
    )
  )
}

/** Whether an amount names another currency, so that it is refused. */
function isInOther(amount: string, currencyCode: string): boolean {
  const reading = readAmount(amount, currencyCode)
  return !reading.ok && reading.error.code === 'other_currency'
}
