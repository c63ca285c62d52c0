/** The most that is read of one file. What is beyond is refused with a sentence, never cut. */
export const fileLimits = {
  bytes: 40 * 1024 * 1024,
  /** The heading and 50,000 rows. */
  rows: 50_001,
  /** Blank rows counted in. */
  rowNumber: 100_000,
  columns: 500,
  cells: 2_000_000,
  /** As many as a cell of Excel holds. */
  cellCharacters: 32_767,
  rowCharacters: 1024 * 1024,
} as const

/** Why a file is not read: a closed list, each with what its sentence names. */
interface RefusalParams {
  readonly binary: Record<never, never>
  readonly cell_too_long: { readonly row: number; readonly limit: number }
  readonly empty: Record<never, never>
  readonly quote_not_closed: { readonly row: number }
  readonly row_too_long: { readonly row: number }
  readonly too_big: { readonly megabytes: number }
  readonly too_many_cells: { readonly limit: number }
  readonly too_many_columns: { readonly row: number; readonly limit: number }
  readonly too_many_rows: { readonly limit: number }
}

export type RefusalCode = keyof RefusalParams

export type Refusal = {
  readonly [Code in RefusalCode]: { readonly refusal: Code; readonly params: RefusalParams[Code] }
}[RefusalCode]

/** Thrown by the readers of this folder where a file cannot be read, and caught in read-file.ts alone. */
export class Refused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.refusal)
    this.refusal = refusal
  }
}
