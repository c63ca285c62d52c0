import type { BatchMakes } from '#shared/api/batch.ts'
import type { Bank } from '#shared/banks/bank.ts'
import type { FileRefusal } from '#shared/files/refusal.ts'
import type { Cell, FileReading, TableRow } from '#shared/files/table.ts'
import { cellText, trimmedText } from '#shared/import/cell-text.ts'
import { ignored } from '#shared/import/column-meaning.ts'
import { fileAmounts } from '#shared/import/file-amounts.ts'
import { type ImportPlan, planOf } from '#shared/import/import-plan.ts'
import { matchColumns } from '#shared/import/match-columns.ts'
import type { ColumnMatch, Matching } from '#shared/import/matching.ts'
import { leftOutColumns } from '#shared/import/not-asked.ts'
import { type RowReading, readRow } from '#shared/import/read-row.ts'
import { zeroedColumns } from '#shared/import/row-damage.ts'
import { otherRows } from '#shared/import/row-kinds.ts'
import { isFieldFor } from '#shared/import/sheet-field.ts'
import type {
  BankNamePairs,
  FileChoices,
  FileUnderstanding,
  ImportSource,
  LayoutMemory,
  WorkerNews,
} from '../worker-calls.ts'
import { type FileDamage, fileDamage, mayBeDamaged } from './file-damage.ts'
import { readWithProgress } from './read-with-progress.ts'
import { sampleOf } from './sample-of.ts'
import { type NumberedRow, numberedRows } from './sheet-rows.ts'

/** A file while a person decides how it is read. */
export interface TableSource {
  readonly understand: (choices: FileChoices) => Promise<FileUnderstanding | FileRefusal>
  /** The rows of data, each with its number, how they are read, and the accepted damage. */
  readonly rows: () => {
    readonly numbered: readonly NumberedRow[]
    readonly plan: ImportPlan
    readonly accepted: NonNullable<FileChoices['damage']>
  }
}

/** Receives the progress while a file is read. */
type NewsListener = (news: WorkerNews) => void

/** Rows used to match the columns, and rows shown. */
const matchedRows = 300
const shownRows = 10

export function createTableSource(
  source: ImportSource,
  { makes, remembered, names, more }: ImportContext,
  report: NewsListener,
): TableSource {
  const known: UnderstandingContext = { makes, remembered, names: new Map(names), more }
  let read: { readonly reading: FileReading; readonly choices: FileChoices } | undefined
  let understanding: DamagedUnderstanding | undefined
  /** Of several choices in a row the last one wins. */
  let latest: FileChoices = {}

  /** Reads the bytes again only where the choices change how they are read. */
  async function readingBy(choices: FileChoices): Promise<FileReading | FileRefusal> {
    if (read !== undefined && isReadAlike(read.choices, choices)) return read.reading
    const reading = await readWithProgress(source, choices, (part) => reportFirst(part, choices), report)
    if (!('refusal' in reading)) read = { reading, choices }
    return reading
  }

  function reportFirst(part: FileReading, choices: FileChoices) {
    report({ news: 'understood', understood: understood(understandingOf(part, choices, known), choices, undefined) })
  }

  /** A decision about damage does not change how the file is read. */
  async function weighed(reading: FileReading, choices: FileChoices): Promise<DamagedUnderstanding> {
    if (understanding?.reading === reading && isUnderstoodAlike(understanding.choices, choices))
      return { ...understanding, choices }
    const found = understandingOf(reading, choices, known)
    const isDamaged = found.seen.some(mayBeDamaged)
    return { ...found, damage: isDamaged ? await fileDamage(found.numbered, found.plan, report) : undamaged }
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

interface ImportContext {
  readonly makes: BatchMakes
  readonly remembered: LayoutMemory
  readonly names: BankNamePairs
  readonly more: ImportPlan['banks']['more']
}

/** What reading a file takes besides the file: remembered layouts, and the names of banks. */
type UnderstandingContext = ImportPlan['banks'] & Pick<ImportContext, 'makes' | 'remembered'>

/** How a file is read, and its first rows read that way. */
interface TableUnderstanding {
  readonly reading: FileReading
  readonly choices: FileChoices
  readonly plan: ImportPlan
  readonly numbered: readonly NumberedRow[]
  readonly seen: readonly RowReading[]
  /** The references that several rows of the file have. */
  readonly doubled: ReadonlySet<string>
  readonly facts: Omit<FileUnderstanding, 'isWhole' | 'sample' | 'damage'>
}

interface DamagedUnderstanding extends TableUnderstanding {
  readonly damage: FileDamage
}

function understandingOf(
  reading: FileReading,
  choices: FileChoices,
  { makes, remembered, ...banks }: UnderstandingContext,
): TableUnderstanding {
  const { rows } = reading.table
  const matching = matched(rows, choices, makes, remembered)
  const hasCountry = matching.columns.some(({ meaning }) => meaning.as === 'field' && meaning.field === 'country')
  const country = choices.country === undefined ? matching.country : (choices.country ?? undefined)
  const forAll = country === undefined ? {} : { country }
  const { columns } = matching
  const { ask, decimal, decimalIn } = fileAmounts(rows.slice(matching.firstRow), { columns, forAll }, choices)
  const plan = planOf(matching, { makes, decimal, decimalIn, banks, forAll, zeroed: zeroedColumns(rows, columns) })
  const others = otherRowsIn(rows, matching)
  const numbered = numberedRows(reading, matching, others)
  return {
    reading,
    choices,
    plan,
    numbered,
    seen: numbered.slice(0, matchedRows).flatMap(({ cells, isOther }) => (isOther ? [] : [readRow(cells, plan)])),
    doubled: doubledReferences(numbered, matching.columns),
    facts: {
      file: fileOf(reading),
      rows: numbered.length,
      others: others.size,
      makes,
      headRow: matching.headRow,
      layout: matching.layout,
      columns: matching.columns,
      leftOut: leftOutColumns(
        numbered.map(({ cells }) => cells),
        plan,
      ),
      formulas: countCells(numbered, plan, isOfFormula),
      unreadable: numbered.filter(({ cells }) => cells.some(isUnreadable)).length,
      preview: numbered.slice(0, shownRows).map(({ row, cells }) => ({ row, cells: cells.map(cellText) })),
      decimal,
      ask,
      hasCountry,
      country,
    },
  }
}

const undamaged: FileDamage = { groups: [], damageOf: ({ damage }) => damage }

/** For the page. The damage is left out until the whole file is read. */
function understood(
  { facts, seen, plan, doubled }: TableUnderstanding,
  choices: FileChoices,
  damage: FileDamage | undefined,
): FileUnderstanding {
  const { damageOf } = damage ?? undamaged
  const sample = sampleOf(seen, plan, choices.damage ?? {}, { damageOf, doubled })
  return { ...facts, isWhole: damage !== undefined, sample, damage: damage?.groups ?? [] }
}

function doubledReferences(rows: readonly NumberedRow[], columns: readonly ColumnMatch[]): ReadonlySet<string> {
  const column = columns.find(({ meaning }) => meaning.as === 'field' && meaning.field === 'externalReference')
  if (column === undefined) return new Set()
  const all = rows.flatMap(({ cells, isOther }) => (isOther ? [] : [trimmedText(cells[column.index])]))
  const seen = new Set<string>()
  return new Set(all.filter((text) => text !== '' && (seen.has(text) || !seen.add(text))))
}

function isUnderstoodAlike({ damage: _, ...one }: FileChoices, { damage: __, ...other }: FileChoices): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function isReadAlike(one: FileChoices, other: FileChoices): boolean {
  return one.encoding === other.encoding && one.separator === other.separator && one.sheet === other.sheet
}

function matched(
  rows: readonly TableRow[],
  { headRow, columns: chosen = {} }: FileChoices,
  makes: BatchMakes,
  remembered: LayoutMemory,
): Matching {
  const layoutFor = (layout: string) => (makes === 'payouts' ? layout : `${layout} ${makes}`)
  const matching = matchColumns(rows.slice(0, matchedRows), {
    headRow,
    remembered: (layout) => remembered[layoutFor(layout)],
  })
  const columns = matching.columns.map((column): ColumnMatch => {
    const meaning = chosen[column.index]
    if (meaning !== undefined) return { ...column, meaning, by: 'remembered', sureness: 'sure' }
    const isUsed = column.meaning.as !== 'field' || isFieldFor(makes, column.meaning.field)
    return isUsed ? column : { ...column, meaning: ignored, sureness: 'sure' }
  })
  return { ...matching, columns, layout: layoutFor(matching.layout) }
}

/** Totals lines, repeated headings and examples from our template start as skipped, which the person sees and can undo. */
function otherRowsIn(rows: readonly TableRow[], matching: Matching): ReadonlySet<number> {
  return new Set(otherRows(rows, matching).flatMap(({ index, kind }) => (kind === 'empty' ? [] : [index])))
}

function countCells(
  rows: readonly NumberedRow[],
  { columns }: ImportPlan,
  is: (cell: Cell | undefined) => boolean,
): number {
  return rows.reduce((sum, { cells }) => sum + columns.filter(({ index }) => is(cells[index])).length, 0)
}

function isOfFormula(cell: Cell | undefined): boolean {
  return typeof cell === 'object' && cell.formula === true
}

function isUnreadable(cell: Cell): boolean {
  return typeof cell === 'object' && cell.kind === 'unreadable'
}

function fileOf({ format, encoding, separator, sheets, sheet }: FileReading): FileUnderstanding['file'] {
  return { format, encoding, separator, sheets, sheet }
}

/** Banks other than the common ones, which names may refer to: in a separate file, as the list is long. */
export async function moreBanks(): Promise<Readonly<Record<string, readonly Bank[]>>> {
  return { BR: (await import('#shared/banks/brazil-national.ts')).brazilianNationalBanks }
}
