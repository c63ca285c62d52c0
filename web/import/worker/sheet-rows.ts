import type { AcceptedDamage } from '#shared/api/damage.ts'
import type { FileReading, TableRow } from '#shared/files/table.ts'
import type { Damage } from '#shared/import/damage.ts'
import type { ImportPlan } from '#shared/import/import-plan.ts'
import type { Matching } from '#shared/import/matching.ts'
import { numberLengths } from '#shared/import/number-lengths.ts'
import { readRow } from '#shared/import/read-row.ts'
import type { RowDamage } from '#shared/import/row-damage.ts'
import type { CellDamage, ImportRow, RowAssessment } from '../protocol.ts'
import { shortText } from '../sheet-row.ts'
import { damageKey, type FileChoices, type WorkerNews } from '../worker-calls.ts'
import { decidedTexts, decisionOn } from './decided-damage.ts'
import { rowReading } from './row-reader.ts'
import { rowsAtOnce, yieldToMessages } from './sheet-host.ts'

export interface NumberedRow {
  /** 1 for the first row below the headings; blank ones are counted, so that a person finds it in the file. */
  readonly row: number
  readonly cells: TableRow
  /** Probably not a payout: see row-kinds.ts. */
  readonly isOther: boolean
}

/** Rows as a spreadsheet and an editor number them: by their lines in the file. Records of JSON have no heading before them. */
export function numberedRows(
  { format, table: { rows } }: FileReading,
  { firstRow }: Matching,
  others: ReadonlySet<number>,
): readonly NumberedRow[] {
  const found: NumberedRow[] = []
  for (let index = firstRow; index < rows.length; index += 1) {
    const cells = rows[index]
    if (cells !== undefined && cells.length > 0)
      found.push({ row: format.startsWith('json') ? index : index + 1, cells, isOther: others.has(index) })
  }
  return found
}

/** Turns the rows of a file into rows of a sheet: each is read once, and damage by a spreadsheet is noted on its cells. */
export async function sheetRows(
  { numbered, plan, accepted }: ImportedRows,
  report: (news: WorkerNews) => void,
): Promise<{ readonly rows: readonly ImportRow[]; readonly accepted: readonly AcceptedDamage[] }> {
  const lengths = numberLengths()
  const read: ReadRow[] = []
  for (const { row, cells, isOther } of numbered) {
    const found = readRow(cells, plan)
    if (!isOther) lengths.add(found)
    const { texts, damage, openAccount } = found
    read.push({
      row,
      texts,
      damage,
      ...(openAccount && { openAccount }),
      isSkipped: isOther,
      reading: rowReading(found),
    })
    if (read.length % rowsAtOnce !== 0) continue
    report({ news: 'progress', share: read.length / numbered.length, rows: read.length })
    await yieldToMessages()
  }
  const counts = new Map<string, AcceptedDamage>()
  const rows = read.map(({ row, texts, isSkipped, reading, ...found }): ImportRow => {
    const made = accept(texts, lengths.damageOf(found), accepted, counts)
    // A text that replaces a damaged one is read later, with the other rows.
    return { row, edit: { ...made, confirmed: [], isSkipped }, ...(made.cells === texts && { reading }) }
  })
  return { rows, accepted: [...counts.values()] }
}

/** A row from the file. Its damage is assessed once all rows are read. */
interface ReadRow extends RowDamage {
  readonly row: number
  readonly texts: ImportRow['edit']['cells']
  readonly isSkipped: boolean
  readonly reading: RowAssessment
}

interface ImportedRows {
  readonly numbered: readonly NumberedRow[]
  readonly plan: ImportPlan
  readonly accepted: NonNullable<FileChoices['damage']>
}

/** Only damage that a person has decided about is corrected, and only where there is a probable original. */
function accept(
  texts: ImportRow['edit']['cells'],
  damage: readonly Damage[],
  accepted: ImportedRows['accepted'],
  counts: Map<string, AcceptedDamage>,
): Pick<ImportRow['edit'], 'cells' | 'damage'> {
  const found = damage.map((one): CellDamage => {
    const { field, code, probable, bank, longer } = one
    const choice = decisionOn(one, accepted)
    if (choice !== undefined) note(counts, one, choice)
    return {
      field,
      kind: code,
      probable,
      accepted: choice !== undefined,
      column: columnName(one),
      given: shortText(one.given),
      ...(choice !== undefined && { takenBefore: choice }),
      ...(bank !== undefined && { bank }),
      ...(longer !== undefined && { longer }),
    }
  })
  return { cells: decidedTexts(texts, damage, accepted), damage: found }
}

function note(counts: Map<string, AcceptedDamage>, damage: Damage, taken: AcceptedDamage['taken']): void {
  const { field, code, country, bank } = damage
  const key = damageKey(damage)
  const before = counts.get(key)
  counts.set(key, {
    column: columnName(damage),
    field,
    code,
    ...(country !== undefined && { country }),
    ...(bank !== undefined && { bank }),
    taken,
    count: (before?.count ?? 0) + 1,
  })
}

function columnName({ column, heading }: Damage): string {
  const name = shortText(heading.trim())
  return name === '' ? String(column + 1) : name
}
