import type { AcceptedDamage } from '#shared/api/damage.ts'
import type { Damage } from '#shared/import/damage.ts'
import type { Plan } from '#shared/import/plan.ts'
import { readRow } from '#shared/import/read-row.ts'
import type { SheetField } from '#shared/import/sheet-field.ts'
import type { CellDamage } from '../protocol.ts'
import type { SheetRow } from '../sheet-row.ts'
import { type Choices, damageKey, type WorkerNews } from '../worker-calls.ts'
import { rowReading } from './row-reader.ts'
import { turn } from './sheet-host.ts'
import type { NumberedRow } from './table-source.ts'

/** Rows that are read before the page is answered. */
const rowsAtOnce = 200

/** Makes the rows of a sheet of those of a file: each is read once, and what a spreadsheet did to it is said beside it. */
export async function sheetRows(
  { numbered, plan, accepted }: Given,
  tell: (news: WorkerNews) => void,
): Promise<{ readonly rows: readonly SheetRow[]; readonly accepted: readonly AcceptedDamage[] }> {
  const rows: SheetRow[] = []
  const counts = new Map<string, AcceptedDamage>()
  for (const { row, cells, isOther } of numbered) {
    const { texts, damage, ...reading } = readRow(cells, plan)
    const made = accept(texts, damage, accepted, counts)
    const edit = { ...made, confirmed: [], isSkipped: isOther }
    // What was put in the place of a damaged text is read with the rest.
    rows.push({ row, edit, ...(made.cells === texts && { reading: rowReading(reading) }) })
    if (rows.length % rowsAtOnce !== 0) continue
    tell({ news: 'progress', share: rows.length / numbered.length, rows: rows.length })
    await turn()
  }
  return { rows, accepted: [...counts.values()] }
}

interface Given {
  readonly numbered: readonly NumberedRow[]
  readonly plan: Plan
  readonly accepted: NonNullable<Choices['damage']>
}

/** Nothing is put right but what a person has decided for the column, and where there is no probable original, not even that. */
function accept(
  texts: SheetRow['edit']['cells'],
  damage: readonly Damage[],
  accepted: Given['accepted'],
  counts: Map<string, AcceptedDamage>,
): Pick<SheetRow['edit'], 'cells' | 'damage'> {
  const taken: Partial<Record<SheetField, string>> = {}
  const found = damage.map((one): CellDamage => {
    const { field, code, probable } = one
    const { [damageKey(one)]: choice } = accepted
    const isAccepted = choice === 'as_it_is' || (choice === 'probable' && probable !== undefined)
    if (isAccepted) note(counts, one, choice)
    if (isAccepted && choice === 'probable' && probable !== undefined) taken[field] = probable
    return { field, kind: code, probable, accepted: isAccepted }
  })
  return { cells: Object.keys(taken).length === 0 ? texts : { ...texts, ...taken }, damage: found }
}

function note(counts: Map<string, AcceptedDamage>, damage: Damage, taken: AcceptedDamage['taken']): void {
  const { column, heading, field, code } = damage
  const key = damageKey(damage)
  const before = counts.get(key)
  const name = heading.trim().slice(0, 200)
  counts.set(key, {
    column: name === '' ? String(column + 1) : name,
    field,
    code,
    taken,
    count: (before?.count ?? 0) + 1,
  })
}
