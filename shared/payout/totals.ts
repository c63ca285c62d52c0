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
  return addedTotals(payouts.map(({ amount, currencyCode }) => ({ currencyCode, ...exact(amount), count: 1 })))
}

/** Sums with payouts more. */
export function addTotals(totals: readonly Total[], payouts: readonly Money[]): readonly Total[] {
  return addedTotals([
    ...totals.map(({ currencyCode, amount, count }) => ({ currencyCode, ...exact(amount), count })),
    ...payouts.map(({ amount, currencyCode }) => ({ currencyCode, ...exact(amount), count: 1 })),
  ])
}

/** Decimal text as a whole number: 150.25 is 15025 with two decimals. */
interface ExactAmount {
  readonly digits: bigint
  readonly decimals: number
}

interface PartOfTotal extends ExactAmount {
  readonly currencyCode: string
  readonly count: number
}

/** The sum of amounts in one currency; of one with a minus sign it is taken off. */
export function sumOf(amounts: readonly string[]): string {
  return sumOfExact(amounts.map(exact))
}

/** How an amount compares with another one, or with so many times that: below zero, zero or above it, as `sort` wants it. */
export function compareAmounts(amount: string, other: string, times = 1): number {
  const [one, two] = [exact(amount), exact(other)]
  const decimals = Math.max(one.decimals, two.decimals)
  const difference = scaled(one, decimals) - scaled(two, decimals) * BigInt(times)
  return difference < 0n ? -1 : Number(difference > 0n)
}

/** The amount in the middle, of an even number half the sum of the two there; undefined of none. */
export function medianOf(amounts: readonly string[]): string | undefined {
  const sorted = amounts.toSorted((one, other) => compareAmounts(one, other))
  const [lower, upper] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  if (lower === undefined || upper === undefined || lower === upper) return lower
  const decimals = Math.max(exact(lower).decimals, exact(upper).decimals)
  const sum = scaled(exact(lower), decimals) + scaled(exact(upper), decimals)
  return decimalText({ digits: sum * 5n, decimals: decimals + 1 })
}

function exact(amount: string): ExactAmount {
  const [whole = '0', fraction = ''] = amount.split('.')
  return { digits: BigInt(whole + fraction), decimals: fraction.length }
}

function scaled({ digits, decimals }: ExactAmount, to: number): bigint {
  return digits * 10n ** BigInt(to - decimals)
}

function decimalText({ digits, decimals }: ExactAmount): string {
  const text = String(digits).padStart(decimals + 1, '0')
  return decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`
}

/** Adds parts up by currency, each sum with as many decimals as the longest of its parts. */
export function addedTotals(parts: readonly PartOfTotal[]): readonly Total[] {
  const codes = [...new Set(parts.map(({ currencyCode }) => currencyCode))].toSorted()
  return codes.map((currencyCode) => {
    const own = parts.filter((part) => part.currencyCode === currencyCode)
    const count = own.reduce((sum, part) => sum + part.count, 0)
    return { currencyCode, amount: sumOfExact(own), count }
  })
}

function sumOfExact(parts: readonly ExactAmount[]): string {
  const decimals = Math.max(0, ...parts.map((part) => part.decimals))
  return decimalText({ digits: parts.reduce((sum, part) => sum + scaled(part, decimals), 0n), decimals })
}
