import { isDecimalText } from '#shared/api/payout-search.ts'
import { currencyDecimals } from '#shared/countries/rule-book.ts'
import { readAmount } from '#shared/payout/amount.ts'
import { t } from '../language/translate.ts'
import type { Filter } from '../screen/list-state.ts'
import { DaySpan, FilterField, FilterSelect } from '../ui/list-filters.tsx'

type DayAndAmountFilters = Readonly<Record<'from' | 'to' | 'currency' | 'min' | 'max', Filter>>

/** Less common filters: by days, and by amounts of one currency, as those of several cannot be compared. */
export function DaysAndAmounts({
  filters: { from, to, currency, min, max },
}: {
  readonly filters: DayAndAmountFilters
}) {
  return (
    <>
      <DaySpan from={from.value} to={to.value} onFrom={from.choose} onTo={to.choose} />
      <FilterSelect
        label={t('payouts.list.currency')}
        all={t('payouts.list.allCurrencies')}
        options={currencies.map((value) => ({ value, label: value }))}
        value={currency.value}
        onChange={currency.choose}
      />
      {currency.value !== undefined && (
        <>
          <AmountField label={t('payouts.list.least')} currency={currency.value} filter={min} />
          <AmountField label={t('payouts.list.most')} currency={currency.value} filter={max} />
        </>
      )}
    </>
  )
}

interface AmountFieldProps {
  readonly label: string
  readonly currency: string
  readonly filter: Filter
}

/** Takes an amount as people write it, on leaving the field or on Enter. */
function AmountField({ label, currency, filter: { value, choose } }: AmountFieldProps) {
  function read(typed: string): boolean {
    if (typed.trim() === '') choose(undefined)
    const reading = readAmount(typed, currency)
    if (reading.ok && isDecimalText(reading.text)) choose(reading.text)
    return typed.trim() === '' || (reading.ok && isDecimalText(reading.text))
  }
  return <FilterField key={value} label={label} value={value ?? ''} onChange={read} />
}

const currencies = Object.keys(currencyDecimals).toSorted()
