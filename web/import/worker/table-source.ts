import type { Bank } from '#shared/banks/bank.ts'
import { readInSteps } from '#shared/files/read-file.ts'
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
  type ColumnDamage,
  damageKey,
  type Remembered,
  type Sample,
  type Source,
  type Understood,
  type WorkerNews,
} from '../worker-calls.ts'

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

export interface NumberedRow {
  /** 1 for the first row below the headings; blank ones are counted, so that a person finds it in the file. */
  readonly row: number
  readonly cells: Row
  /** Probably no payout: see row-kinds.ts. */
  readonly isOther: boolean
}

/** What is told while a file is read. */
type Tell = (news: WorkerNews) => void

/** Columns are matched by so many rows, and so many are shown. */
const matchedRows = 300
const shownRows = 10

/** The milliseconds that reading goes on before it tells how far it is. */
const tellMs = 100

export function createTableSource(
  source: Source,
  {
    remembered,
    names,
    more,
  }: { readonly remembered: Remembered; readonly names: BankNameList; readonly more: Plan['banks']['more'] },
  tell: Tell,
): TableSource {
  const banks = { names: new Map(names), more }
  let read: { readonly reading: FileReading; readonly choices: Choices } | undefined
  let understanding:
    | { readonly matching: Matching; readonly plan: Plan; readonly accepted: NonNullable<Choices['damage']> }
    | undefined

  /** Reads the bytes again only where they are to be read otherwise. */
  async function readingBy(choices: Choices): Promise<FileReading | Refusal> {
    if (read !== undefined && isReadAlike(read.choices, choices)) return read.reading
    const reading = await readTelling(source, choices, (part) => tellOf(understood(part, choices, false)), tell)
    if (!('refusal' in reading)) read = { reading, choices }
    return reading
  }

  function tellOf(found: Understood) {
    tell({ news: 'understood', understood: found })
  }

  function understood(reading: FileReading, choices: Choices, isWhole: boolean): Understood {
    const { rows } = reading.table
    const matching = matched(rows, choices, remembered)
    const amounts = matching.columns.find(({ meaning }) => meaning.as === 'field' && meaning.field === 'amount')
    const style = amountStyle(
      amounts === undefined ? [] : rows.slice(matching.firstRow).map((row) => row[amounts.index]),
    )
    const decimal = choices.decimal ?? style.decimal
    const hasCountry = matching.columns.some(({ meaning }) => meaning.as === 'field' && meaning.field === 'country')
    const country = choices.country === undefined ? matching.country : (choices.country ?? undefined)
    const forAll = country === undefined ? {} : { country }
    const plan = planOf(matching, { decimal, banks, forAll, zeroed: zeroedColumns(rows, matching.columns) })
    understanding = { matching, plan, accepted: choices.damage ?? {} }
    const others = otherRowsIn(rows, matching)
    const seen = numberedRows(rows, matching, others, matchedRows).flatMap(({ cells, isOther }) =>
      isOther ? [] : [readRow(cells, plan)],
    )
    return {
      file: fileOf(reading),
      isWhole,
      rows: rows.reduce((sum, row, index) => sum + Number(index >= matching.firstRow && row.length > 0), 0),
      others: others.size,
      headRow: matching.headRow,
      layout: matching.layout,
      columns: matching.columns,
      preview: numberedRows(rows, matching, others, shownRows).map(({ row, cells }) => ({
        row,
        cells: cells.map(cellText),
      })),
      decimal,
      ask: choices.decimal === undefined ? style.ask : undefined,
      hasCountry,
      country,
      sample: sampleOf(seen, choices.damage ?? {}),
      damage: damageOf(seen),
    }
  }

  return {
    async understand(choices) {
      const reading = await readingBy(choices)
      return 'refusal' in reading ? reading : understood(reading, choices, true)
    },
    rows() {
      if (read === undefined || understanding === undefined) throw new Error('Nothing was read yet.')
      const { matching, plan, accepted } = understanding
      const { rows } = read.reading.table
      return { numbered: numberedRows(rows, matching, otherRowsIn(rows, matching)), plan, accepted }
    },
  }
}

function isReadAlike(one: Choices, other: Choices): boolean {
  return one.encoding === other.encoding && one.separator === other.separator && one.sheet === other.sheet
}

/** Cells that were pasted are text with tabs. */
function bytesOf(source: Source): Uint8Array {
  return source.kind === 'file' ? new Uint8Array(source.bytes) : new TextEncoder().encode(source.text)
}

async function readTelling(
  source: Source,
  { encoding, separator, sheet }: Choices,
  tellFirst: (reading: FileReading) => void,
  tell: Tell,
): Promise<FileReading | Refusal> {
  const given = { ...(encoding && { encoding }), ...(separator && { separator }), ...(sheet && { sheet }) }
  const steps = readInSteps(bytesOf(source), given)
  let told = performance.now()
  let isFirst = true
  for (;;) {
    const step = await steps.next()
    if (step.done === true) return step.value
    if (performance.now() < told + tellMs) continue
    const { share, reading } = step.value
    tell({ news: 'progress', share, rows: reading.table.rows.length })
    if (isFirst && reading.table.rows.length > shownRows) {
      isFirst = false
      tellFirst(reading)
    }
    told = performance.now()
  }
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
  most = rows.length,
): readonly NumberedRow[] {
  const found: NumberedRow[] = []
  for (let index = firstRow; index < rows.length && found.length < most; index += 1) {
    const cells = rows[index]
    if (cells !== undefined && cells.length > 0)
      found.push({ row: index - firstRow + 1, cells, isOther: others.has(index) })
  }
  return found
}

function fileOf({ format, encoding, separator, sheets, sheet }: FileReading): Understood['file'] {
  return { format, encoding, separator, sheets, sheet }
}

function sampleOf(rows: readonly RowReading[], accepted: NonNullable<Choices['damage']>): Sample {
  const fields = new Map<string, number>()
  let ready = 0
  for (const { errors, damage } of rows) {
    const open = damage.filter((found) => accepted[damageKey(found)] === undefined)
    const wrong = new Set([...errors, ...open].map(({ field }) => field))
    if (wrong.size === 0) ready += 1
    for (const field of wrong) fields.set(field, (fields.get(field) ?? 0) + 1)
  }
  const counted = [...fields].map(([field, count]) => ({ field, rows: count }))
  return { rows: rows.length, ready, fields: counted.toSorted((one, other) => other.rows - one.rows) }
}

function damageOf(rows: readonly RowReading[]): readonly ColumnDamage[] {
  const found = new Map<string, ColumnDamage>()
  for (const example of rows.flatMap(({ damage }) => damage)) {
    const key = damageKey(example)
    const before = found.get(key)
    found.set(key, before === undefined ? { example, rows: 1 } : { ...before, rows: before.rows + 1 })
  }
  return [...found.values()].toSorted((one, other) => one.example.column - other.example.column)
}

/** Banks beside the common ones, which names may mean: a list of its own, as it is long. */
export async function moreBanks(): Promise<Readonly<Record<string, readonly Bank[]>>> {
  return { BR: (await import('#shared/banks/brazil-national.ts')).brazilianNationalBanks }
}
