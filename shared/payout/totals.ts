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
  return addedTotals(
    payouts.map(({ amount, currencyCode }) => {
      const [whole = '0', fraction = ''] = amount.split('.')
      return { currencyCode, digits: BigInt(whole + fraction), decimals: fraction.length, count: 1 }
    }),
  )
}

/** A part of a total: 150.25 is 15025 with two decimals. */
interface PartOfTotal {
  readonly currencyCode: string
  readonly digits: bigint
  readonly decimals: number
  readonly count: number
}

/** Adds parts up by currency, each sum with as many decimals as the longest of its parts. */
export function addedTotals(parts: readonly PartOfTotal[]): readonly Total[] {
  const codes = [...new Set(parts.map(({ currencyCode }) => currencyCode))].toSorted()
  return codes.map((currencyCode) => {
    const own = parts.filter((part) => part.currencyCode === currencyCode)
    const count = own.reduce((sum, part) => sum + part.count, 0)
    return { currencyCode, amount: sumOf(own), count }
  })
}

function sumOf(parts: readonly PartOfTotal[]): string {
  const decimals = Math.max(0, ...parts.map((part) => part.decimals))
  const whole = parts.reduce((sum, part) => sum + part.digits * 10n ** BigInt(decimals - part.decimals), 0n)
  const digits = String(whole).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
