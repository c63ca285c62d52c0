import type { Bank } from '#shared/banks/bank.ts'
import type { Refusal } from '#shared/files/refusal.ts'
import type { FileReading, Row } from '#shared/files/table.ts'
import { amountStyle } from '#shared/import/amount-style.ts'
import { cellText } from '#shared/import/cell-text.ts'
import { matchColumns } from '#shared/import/match-columns.ts'
import type { ColumnMatch, Matching } from '#shared/import/matching.ts'
import { type Plan, planOf } from '#shared/import/plan.ts'
import { type RowReading, readRow } from '#shared/import/read-row.ts'
import { zeroedColumns } from '#shared/import/row-damage.ts'
import { otherRows } from '#shared/import/row-kinds.ts'
import {
  type BankNameList,
  type Choices,
  damageKey,
  type Remembered,
  type Sample,
  type Source,
  type Understood,
  type WorkerNews,
} from '../worker-calls.ts'
import { type FileDamage, fileDamage } from './file-damage.ts'
import { readTelling } from './read-telling.ts'
import type { NumberedRow } from './sheet-rows.ts'

/** A file while a person says how it is to be understood. */
export interface TableSource {
  readonly understand: (choices: Choices) => Promise<Understood | Refusal>
  /** The rows of data, each with its number, how they are read, and what of their damage is accepted. */
  readonly rows: () => {
    readonly numbered: readonly NumberedRow[]
    readonly plan: Plan
    readonly accepted: NonNullable<Choices['damage']>
  }
}

/** What is told while a file is read. */
type Tell = (news: WorkerNews) => void

/** Columns are matched by so many rows, and so many are shown. */
const matchedRows = 300
const shownRows = 10

export function createTableSource(source: Source, { remembered, names, more }: Given, tell: Tell): TableSource {
  const known: Known = { remembered, names: new Map(names), more }
  let read: { readonly reading: FileReading; readonly choices: Choices } | undefined
  let understanding: Weighed | undefined
  /** Of choices in a row the last one counts. */
  let latest: Choices = {}

  /** Reads the bytes again only where they are to be read otherwise. */
  async function readingBy(choices: Choices): Promise<FileReading | Refusal> {
    if (read !== undefined && isReadAlike(read.choices, choices)) return read.reading
    const reading = await readTelling(source, choices, (part) => tellFirst(part, choices), tell)
    if (!('refusal' in reading)) read = { reading, choices }
    return reading
  }

  function tellFirst(part: FileReading, choices: Choices) {
    tell({ news: 'understood', understood: understood(understandingOf(part, choices, known), choices, undefined) })
  }

  /** What was decided of damage changes nothing of how the file is read. */
  async function weighed(reading: FileReading, choices: Choices): Promise<Weighed> {
    if (understanding?.reading === reading && isUnderstoodAlike(understanding.choices, choices))
      return { ...understanding, choices }
    const found = understandingOf(reading, choices, known)
    const isDamaged = found.seen.some(({ damage }) => damage.length > 0)
    return { ...found, damage: isDamaged ? await fileDamage(found.numbered, found.plan, tell) : undamaged }
  }

  return {
    async understand(choices) {
      latest = choices
      const reading = await readingBy(choices)
      if ('refusal' in reading) return reading
      const found = await weighed(reading, choices)
      if (latest === choices) understanding = found
      return understood(found, choices, found.damage)
    },
    rows() {
      if (understanding === undefined) throw new Error('Nothing was read yet.')
      const { numbered, plan, choices } = understanding
      return { numbered, plan, accepted: choices.damage ?? {} }
    },
  }
}

interface Given {
  readonly remembered: Remembered
  readonly names: BankNameList
  readonly more: Plan['banks']['more']
}

/** What is known beside the file: what it is like, and what banks are called. */
type Known = Plan['banks'] & Pick<Given, 'remembered'>

/** How a file is read, and its first rows by that. */
interface Understanding {
  readonly reading: FileReading
  readonly choices: Choices
  readonly plan: Plan
  readonly numbered: readonly NumberedRow[]
  readonly seen: readonly RowReading[]
  readonly facts: Omit<Understood, 'isWhole' | 'sample' | 'damage'>
}

interface Weighed extends Understanding {
  readonly damage: FileDamage
}

function understandingOf(reading: FileReading, choices: Choices, { remembered, ...banks }: Known): Understanding {
  const { rows } = reading.table
  const matching = matched(rows, choices, remembered)
  const amounts = matching.columns.find(({ meaning }) => meaning.as === 'field' && meaning.field === 'amount')
  const style = amountStyle(amounts === undefined ? [] : rows.slice(matching.firstRow).map((row) => row[amounts.index]))
  const decimal = choices.decimal ?? style.decimal
  const hasCountry = matching.columns.some(({ meaning }) => meaning.as === 'field' && meaning.field === 'country')
  const country = choices.country === undefined ? matching.country : (choices.country ?? undefined)
  const forAll = country === undefined ? {} : { country }
  const plan = planOf(matching, { decimal, banks, forAll, zeroed: zeroedColumns(rows, matching.columns) })
  const others = otherRowsIn(rows, matching)
  const numbered = numberedRows(rows, matching, others)
  return {
    reading,
    choices,
    plan,
    numbered,
    seen: numbered.slice(0, matchedRows).flatMap(({ cells, isOther }) => (isOther ? [] : [readRow(cells, plan)])),
    facts: {
      file: fileOf(reading),
      rows: numbered.length,
      others: others.size,
      headRow: matching.headRow,
      layout: matching.layout,
      columns: matching.columns,
      preview: numbered.slice(0, shownRows).map(({ row, cells }) => ({ row, cells: cells.map(cellText) })),
      decimal,
      ask: choices.decimal === undefined ? style.ask : undefined,
      hasCountry,
      country,
    },
  }
}

const undamaged: FileDamage = { groups: [], weigh: (damage) => damage }

/** For the page; without what was done to the file as long as it is not read as a whole. */
function understood({ facts, seen }: Understanding, choices: Choices, damage: FileDamage | undefined): Understood {
  const sample = sampleOf(seen, choices.damage ?? {}, (damage ?? undamaged).weigh)
  return { ...facts, isWhole: damage !== undefined, sample, damage: damage?.groups ?? [] }
}

function isUnderstoodAlike({ damage: _, ...one }: Choices, { damage: __, ...other }: Choices): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function isReadAlike(one: Choices, other: Choices): boolean {
  return one.encoding === other.encoding && one.separator === other.separator && one.sheet === other.sheet
}

function matched(rows: readonly Row[], { headRow, columns: chosen = {} }: Choices, remembered: Remembered): Matching {
  const matching = matchColumns(rows.slice(0, matchedRows), {
    headRow,
    remembered: (layout) => remembered[layout],
  })
  const columns = matching.columns.map((column): ColumnMatch => {
    const meaning = chosen[column.index]
    return meaning === undefined ? column : { ...column, meaning, by: 'remembered', sureness: 'sure' }
  })
  return { ...matching, columns }
}

/** A totals line, the headings once more, an example of our template: they begin as skipped, which the person sees and can take back. */
function otherRowsIn(rows: readonly Row[], matching: Matching): ReadonlySet<number> {
  return new Set(otherRows(rows, matching).flatMap(({ index, kind }) => (kind === 'empty' ? [] : [index])))
}

function numberedRows(
  rows: readonly Row[],
  { firstRow }: Matching,
  others: ReadonlySet<number>,
): readonly NumberedRow[] {
  const found: NumberedRow[] = []
  for (let index = firstRow; index < rows.length; index += 1) {
    const cells = rows[index]
    if (cells !== undefined && cells.length > 0)
      found.push({ row: index - firstRow + 1, cells, isOther: others.has(index) })
  }
  return found
}

function fileOf({ format, encoding, separator, sheets, sheet }: FileReading): Understood['file'] {
  return { format, encoding, separator, sheets, sheet }
}

function sampleOf(
  rows: readonly RowReading[],
  accepted: NonNullable<Choices['damage']>,
  weigh: FileDamage['weigh'],
): Sample {
  const fields = new Map<string, number>()
  let ready = 0
  let waiting = 0
  for (const { errors, warnings, damage } of rows) {
    const open = damage.filter((found) => accepted[damageKey(weigh(found))] === undefined)
    const wrong = new Set([...errors, ...open].map(({ field }) => field))
    if (wrong.size === 0 && warnings.length === 0) ready += 1
    if (wrong.size === 0 && warnings.length > 0) waiting += 1
    for (const field of wrong) fields.set(field, (fields.get(field) ?? 0) + 1)
  }
  const counted = [...fields].map(([field, count]) => ({ field, rows: count }))
  return { rows: rows.length, ready, waiting, fields: counted.toSorted((one, other) => other.rows - one.rows) }
}

/** Banks beside the common ones, which names may mean: a list of its own, as it is long. */
export async function moreBanks(): Promise<Readonly<Record<string, readonly Bank[]>>> {
  return { BR: (await import('#shared/banks/brazil-national.ts')).brazilianNationalBanks }
}
