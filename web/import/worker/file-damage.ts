import type { Damage } from '#shared/import/damage.ts'
import type { ImportPlan } from '#shared/import/import-plan.ts'
import { type NumberLengths, numberLengths } from '#shared/import/number-lengths.ts'
import { readRow } from '#shared/import/read-row.ts'
import type { RowDamage } from '#shared/import/row-damage.ts'
import { type DamageGroup, damageKey, type WorkerNews } from '../worker-calls.ts'
import { rowsAtOnce, yieldToMessages } from './sheet-host.ts'
import type { NumberedRow } from './sheet-rows.ts'

/** What a spreadsheet did to a file. Every row is read, as a damaged value shows only in comparison with the others. */
export interface FileDamage {
  readonly groups: readonly DamageGroup[]
  readonly damageOf: NumberLengths['damageOf']
}

export async function fileDamage(
  numbered: readonly NumberedRow[],
  plan: ImportPlan,
  report: (news: WorkerNews) => void,
): Promise<FileDamage> {
  const { add, damageOf } = numberLengths()
  const found: RowDamage[] = []
  for (const [place, { cells, isOther }] of numbered.entries()) {
    if (isOther) continue
    const row = readRow(cells, plan)
    add(row)
    if (mayBeDamaged(row)) found.push({ damage: row.damage, ...(row.openAccount && { openAccount: row.openAccount }) })
    if (place % rowsAtOnce !== rowsAtOnce - 1) continue
    report({ news: 'progress', share: place / numbered.length, rows: place })
    await yieldToMessages()
  }
  return { groups: groupsOf(found.flatMap(damageOf)), damageOf }
}

/** Whether a spreadsheet did something to a row, as far as the row itself shows. */
export function mayBeDamaged({ damage, openAccount }: RowDamage): boolean {
  return damage.length > 0 || openAccount !== undefined
}

/** Examples of a group: some are shown, and more to who takes all that is probable. */
const mostExamples = 10

function groupsOf(damage: readonly Damage[]): readonly DamageGroup[] {
  const groups = new Map<string, DamageGroup>()
  for (const one of damage) {
    const key = damageKey(one)
    const before = groups.get(key)
    const examples = before?.examples ?? []
    const isNew = examples.length < mostExamples && !examples.some(({ given }) => given === one.given)
    groups.set(key, {
      key,
      example: before?.example ?? one,
      examples: isNew ? [...examples, one] : examples,
      rows: (before?.rows ?? 0) + 1,
      longer: worse(before?.longer, one.longer),
    })
  }
  return [...groups.values()].toSorted(
    ({ example: one }, { example: other }) =>
      one.column - other.column || (one.country ?? '').localeCompare(other.country ?? ''),
  )
}

/** The stronger evidence against leaving the rows of a group unchanged. */
function worse(one: Damage['longer'], other: Damage['longer']): Damage['longer'] {
  if (one === undefined || other === undefined) return one ?? other
  return other.withZero > one.withZero || (other.withZero === one.withZero && other.rows > one.rows) ? other : one
}
