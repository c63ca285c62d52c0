import { type CountryCode, decimalsOf, isCountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import type { Cell, TableRow } from '#shared/files/table.ts'
import { amountStyle, type DecimalSign, type UnclearAmount } from './amount-style.ts'
import type { ImportPlan } from './import-plan.ts'
import { countryOfRow } from './row-texts.ts'

/** What a person says of the amounts of a file: of all, or of those of a country. */
export interface AmountChoices {
  readonly decimal?: DecimalSign | undefined
  readonly decimals?: Readonly<Partial<Record<CountryCode, DecimalSign>>> | undefined
}

/** What is asked of an amount that can be read in two ways; with a country, of that country's amounts alone. */
export interface AmountAsked extends UnclearAmount {
  readonly country?: CountryCode
}

/** How a file writes its amounts, which people of several countries may have typed in two ways. */
export interface FileAmounts extends Pick<ImportPlan, 'decimal' | 'decimalIn'> {
  readonly ask: AmountAsked | undefined
}

export function fileAmounts(
  rows: readonly TableRow[],
  plan: Pick<ImportPlan, 'columns' | 'forAll'>,
  { decimal: chosen, decimals = {} }: AmountChoices,
): FileAmounts {
  const { cells, byCountry, others } = amountsOf(rows, plan)
  const whole = amountStyle(cells)
  const unclear = [...byCountry].flatMap(([country, own]) => {
    const style = amountStyle(own)
    return style.unclear === undefined ? [] : [{ country, style, meanings: style.unclear }]
  })
  const isAlike = new Set(unclear.map(({ meanings }) => meanings.mark)).size < 2
  if (chosen !== undefined) return { decimal: chosen, decimalIn: new Map(), ask: undefined }
  if (whole.decimal === undefined && isAlike && whole.counts['.'] + whole.counts[','] === 0)
    return { decimal: undefined, decimalIn: new Map(), ask: whole.ask }
  const decimalIn = new Map(
    unclear.map(({ country, style, meanings }) => {
      const isMixed = style.counts['.'] + style.counts[','] > 0 && style.decimal === undefined
      const shown = style.decimal ?? (isMixed ? undefined : whole.decimal)
      // 356.000 pesos of Chile, which have no decimals, are not 356.
      const isDoubtful = shown === meanings.mark && decimalsOf(ruleBook[country].currency) === 0
      return [country, decimals[country] ?? (isDoubtful ? undefined : shown)] as const
    }),
  )
  const asked = unclear.find(({ country }) => decimalIn.get(country) === undefined)
  const isOneWay = [...decimalIn.values()].every((one) => one === whole.decimal)
  const decimal = isOneWay ? whole.decimal : undefined
  const askOfOthers = decimal === undefined ? amountStyle(others).unclear : undefined
  return { decimal, decimalIn, ask: asked ? { ...asked.meanings, country: asked.country } : askOfOthers }
}

/** All amounts, those of each country, and those of rows that name none. */
function amountsOf(rows: readonly TableRow[], plan: Pick<ImportPlan, 'columns' | 'forAll'>) {
  const place = plan.columns.find(({ meaning }) => meaning.as === 'field' && meaning.field === 'amount')?.index
  const cells: Cell[] = []
  const others: Cell[] = []
  const byCountry = new Map<CountryCode, Cell[]>()
  for (const row of rows) {
    const cell = place === undefined ? undefined : row[place]
    if (cell === undefined) continue
    cells.push(cell)
    const { code } = countryOfRow(row, plan) ?? {}
    const own = isCountryCode(code) ? (byCountry.get(code) ?? []) : others
    own.push(cell)
    if (isCountryCode(code)) byCountry.set(code, own)
  }
  return { cells, byCountry, others }
}
