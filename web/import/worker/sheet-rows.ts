import type { AcceptedDamage } from '#shared/api/damage.ts'
import type { Row } from '#shared/files/table.ts'
import type { Damage } from '#shared/import/damage.ts'
import { numberLengths } from '#shared/import/number-lengths.ts'
import type { Plan } from '#shared/import/plan.ts'
import { readRow } from '#shared/import/read-row.ts'
import type { SheetField } from '#shared/import/sheet-field.ts'
import type { CellDamage } from '../protocol.ts'
import type { RowReading, SheetRow } from '../sheet-row.ts'
import { type Choices, damageKey, type WorkerNews } from '../worker-calls.ts'
import { rowReading } from './row-reader.ts'
import { rowsAtOnce, turn } from './sheet-host.ts'

export interface NumberedRow {
  /** 1 for the first row below the headings; blank ones are counted, so that a person finds it in the file. */
  readonly row: number
  readonly cells: Row
  /** Probably no payout: see row-kinds.ts. */
  readonly isOther: boolean
}

/** Makes the rows of a sheet of those of a file: each is read once, and what a spreadsheet did to it is said beside it. */
export async function sheetRows(
  { numbered, plan, accepted }: Given,
  tell: (news: WorkerNews) => void,
): Promise<{ readonly rows: readonly SheetRow[]; readonly accepted: readonly AcceptedDamage[] }> {
  const lengths = numberLengths()
  const read: ReadRow[] = []
  for (const { row, cells, isOther } of numbered) {
    const found = readRow(cells, plan)
    if (!isOther) lengths.add(found)
    const { texts, damage } = found
    read.push({ row, texts, damage, isSkipped: isOther, reading: rowReading(found) })
    if (read.length % rowsAtOnce !== 0) continue
    tell({ news: 'progress', share: read.length / numbered.length, rows: read.length })
    await turn()
  }
  const counts = new Map<string, AcceptedDamage>()
  const rows = read.map(({ row, texts, damage, isSkipped, reading }): SheetRow => {
    const made = accept(texts, damage.map(lengths.weigh), accepted, counts)
    // What was put in the place of a damaged text is read with the rest.
    return { row, edit: { ...made, confirmed: [], isSkipped }, ...(made.cells === texts && { reading }) }
  })
  return { rows, accepted: [...counts.values()] }
}

/** A row as the file has it: what happened to it is weighed when all are read. */
interface ReadRow {
  readonly row: number
  readonly texts: SheetRow['edit']['cells']
  readonly damage: readonly Damage[]
  readonly isSkipped: boolean
  readonly reading: RowReading
}

interface Given {
  readonly numbered: readonly NumberedRow[]
  readonly plan: Plan
  readonly accepted: NonNullable<Choices['damage']>
}

/** Nothing is put right but what a person has decided for damage of its kind, and where there is no probable original, not even that. */
function accept(
  texts: SheetRow['edit']['cells'],
  damage: readonly Damage[],
  accepted: Given['accepted'],
  counts: Map<string, AcceptedDamage>,
): Pick<SheetRow['edit'], 'cells' | 'damage'> {
  const taken: Partial<Record<SheetField, string>> = {}
  const found = damage.map((one): CellDamage => {
    const { field, code, probable, bank, longer } = one
    const { [damageKey(one)]: choice } = accepted
    const isAccepted = choice === 'as_it_is' || (choice === 'probable' && probable !== undefined)
    if (isAccepted) note(counts, one, choice)
    if (isAccepted && choice === 'probable' && probable !== undefined) taken[field] = probable
    return {
      field,
      kind: code,
      probable,
      accepted: isAccepted,
      column: columnName(one),
      ...(bank !== undefined && { bank }),
      ...(longer !== undefined && { longer }),
    }
  })
  return { cells: Object.keys(taken).length === 0 ? texts : { ...texts, ...taken }, damage: found }
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
  const name = heading.trim().slice(0, 200)
  return name === '' ? String(column + 1) : name
}
