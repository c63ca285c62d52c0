/** One deliberate mistake in the product, which tests must notice. */
export interface Mutant {
  /** What is wrong with it, in a sentence for the person who reads that it survived. */
  readonly breaks: string
  readonly file: string
  /** Occurs exactly once in the file. */
  readonly text: string
  readonly replacement: string
  /** The test files of which one fails. */
  readonly killedBy: readonly string[]
}
