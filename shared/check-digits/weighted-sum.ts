const decimalDigits = '0123456789'

/**
 * The sum that most check digits are made from: each character's value (its place in `alphabet`) times its weight,
 * added up. Weights are counted from the left and start again when they run out.
 */
export function weightedSum(text: string, weights: readonly number[], alphabet = decimalDigits): number {
  return products(text, weights, alphabet).reduce((sum, product) => sum + product, 0)
}

/** The same, but a product of two digits counts as the sum of those digits (7 × 2 = 14 counts as 1 + 4). */
export function weightedDigitSum(text: string, weights: readonly number[]): number {
  return products(text, weights, decimalDigits).reduce(
    (sum, product) => sum + Math.floor(product / 10) + (product % 10),
    0,
  )
}

/** For the rules that count their weights from the last digit, because their numbers differ in length. */
export function fromTheRight(text: string): string {
  return [...text].reverse().join('')
}

function products(text: string, weights: readonly number[], alphabet: string): number[] {
  return [...text].map((character, place) => alphabet.indexOf(character) * (weights[place % weights.length] ?? 0))
}
