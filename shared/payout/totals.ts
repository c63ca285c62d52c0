/** The sum of payouts in one currency. `amount` is decimal text. */
export interface Total {
  readonly currencyCode: string
  readonly amount: string
  readonly count: number
}

interface Money {
  readonly amount: string
  readonly currencyCode: string
}

/** Sums by currency, in the order of currency codes; exact, as amounts are added as whole numbers of their smallest decimal. */
export function totalsOf(payouts: readonly Money[]): readonly Total[] {
  const codes = [...new Set(payouts.map(({ currencyCode }) => currencyCode))].toSorted()
  return codes.map((currencyCode) => {
    const amounts = payouts.filter((payout) => payout.currencyCode === currencyCode).map(({ amount }) => amount)
    return { currencyCode, amount: sumOf(amounts), count: amounts.length }
  })
}

/** The sum of positive decimal texts, with as many decimals as the longest of them. */
function sumOf(amounts: readonly string[]): string {
  const decimals = Math.max(0, ...amounts.map((amount) => decimalsIn(amount).length))
  const whole = amounts.reduce((sum, amount) => sum + scaled(amount, decimals), 0n)
  const digits = String(whole).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

function scaled(amount: string, decimals: number): bigint {
  const [whole = '0'] = amount.split('.')
  return BigInt(whole + decimalsIn(amount).padEnd(decimals, '0'))
}

function decimalsIn(amount: string): string {
  return amount.split('.')[1] ?? ''
}
