import { currencyDecimals } from '#shared/countries/rule-book.ts'
import { currencyNamedIn, readAmount } from '#shared/payout/amount.ts'

/** Amounts that a search text can be. */
export interface SearchAmounts {
  /** Decimal texts: both where 1,500 can be read in two ways, none where the text is no amount. */
  readonly decimals: readonly string[]
  /** The one that the text names, or all. */
  readonly currencies: readonly string[]
}

const everyCurrency = Object.keys(currencyDecimals)

/** Reads a search text as an amount, however it is written: 1500, 1.500,50, R$ 1,500.50. */
export function searchAmounts(typed: string): SearchAmounts {
  const currency = currencyNamedIn(typed)
  return {
    // No amount begins with a zero and another digit: it is the end of a number.
    decimals: /^0\d/.test(typed) ? [] : decimalsIn(typed, currency),
    currencies: currency === undefined ? everyCurrency : [currency],
  }
}

function decimalsIn(typed: string, currency: string | undefined): readonly string[] {
  const reading = readAmount(typed, currency)
  if (!reading.ok)
    return reading.error.code === 'ambiguous_amount' ? decimalsIn(typed.replaceAll(',', '.'), currency) : []
  const { text, looksGrouped } = reading
  return looksGrouped ? [text, ...decimalsIn(typed.replaceAll('.', ''), currency)] : [text]
}
