import type { BatchMakes } from '#shared/api/batch.ts'
import { noBankNames } from '#shared/banks/bank-names.ts'
import type { DecimalSign } from './amount-style.ts'
import type { ColumnMatch, Matching } from './matching.ts'
import type { BankLists } from './resolve-bank.ts'
import type { RowTexts } from './sheet-field.ts'

/** How every row of a file is read: made once, when the person has seen and corrected the matching. */
export interface ImportPlan {
  readonly columns: readonly ColumnMatch[]
  /** Of beneficiaries alone nothing about a payment is read. */
  readonly makes: BatchMakes
  /** The sign before decimals; undefined where it is not decided, so that an amount such as 1.000 stays an error. */
  readonly decimal: DecimalSign | undefined
  /** The same in rows of these countries, where it is not that of the file. */
  readonly decimalIn: ReadonlyMap<string, DecimalSign | undefined>
  /** What holds for every row that says nothing itself: the country, the currency, the terms for dollars. */
  readonly forAll: RowTexts
  readonly banks: BankLists
  /** Columns whose long numbers mostly end in zeros (see zeroedColumns); undefined while the rows were not looked at: then any column may be one. */
  readonly zeroed: ReadonlySet<number> | undefined
}

export function planOf(
  matching: Pick<Matching, 'columns'>,
  options: Partial<Omit<ImportPlan, 'columns'>> = {},
): ImportPlan {
  return {
    columns: matching.columns.filter(({ meaning }) => meaning.as !== 'ignore'),
    makes: options.makes ?? 'payouts',
    decimal: options.decimal,
    decimalIn: options.decimalIn ?? new Map(),
    forAll: options.forAll ?? {},
    banks: options.banks ?? { names: noBankNames, more: {} },
    zeroed: options.zeroed,
  }
}
