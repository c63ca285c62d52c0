import type { CountryCode } from '#shared/countries/rule-book.ts'
import type { ColumnMeaning } from './column-meaning.ts'

/** How the columns of a file are understood, for a person to see and correct. */
export interface Matching {
  /** The index of the row with the headings; undefined where the file has none. */
  readonly headRow: number | undefined
  /** The index of the first row of data. */
  readonly firstRow: number
  readonly columns: readonly ColumnMatch[]
  /** Names the layout: for files of one layout a corrected matching is remembered. */
  readonly layout: string
  /** The country that headings or numbers speak for, where no column names it: to be confirmed. */
  readonly country: CountryCode | undefined
}

export interface ColumnMatch {
  readonly index: number
  readonly heading: string
  readonly meaning: ColumnMeaning
  /** By what it was matched; `none` where nothing told and it is ignored. */
  readonly by: 'remembered' | 'name' | 'label' | 'synonym' | 'content' | 'none'
  readonly sureness: 'sure' | 'likely' | 'guess'
}
