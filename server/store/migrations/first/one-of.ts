/** The condition that a column holds one of a few words. */
export function sqlOneOf(column: string, words: readonly string[]): string {
  return `${column} in (${words.map((word) => `'${word}'`).join(', ')})`
}
