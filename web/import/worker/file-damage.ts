import type { Damage } from '#shared/import/damage.ts'
import { type NumberLengths, numberLengths } from '#shared/import/number-lengths.ts'
import type { Plan } from '#shared/import/plan.ts'
import { readRow } from '#shared/import/read-row.ts'
import { type DamageGroup, damageKey, type WorkerNews } from '../worker-calls.ts'
import { rowsAtOnce, turn } from './sheet-host.ts'
import type { NumberedRow } from './sheet-rows.ts'

/** What a spreadsheet did to a file: every row of it is read, as one can be told by the others. */
export interface FileDamage {
  readonly groups: readonly DamageGroup[]
  readonly weigh: NumberLengths['weigh']
}

export async function fileDamage(
  numbered: readonly NumberedRow[],
  plan: Plan,
  tell: (news: WorkerNews) => void,
): Promise<FileDamage> {
  const { add, weigh } = numberLengths()
  const found: Damage[] = []
  for (const [place, { cells, isOther }] of numbered.entries()) {
    if (isOther) continue
    const row = readRow(cells, plan)
    add(row)
    found.push(...row.damage)
    if (place % rowsAtOnce !== rowsAtOnce - 1) continue
    tell({ news: 'progress', share: place / numbered.length, rows: place })
    await turn()
  }
  return { groups: groupsOf(found.map(weigh)), weigh }
}

/** Examples that are shown of a group. */
const mostExamples = 3

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

/** Of what speaks against letting the rows of a group stand, the most. */
function worse(one: Damage['longer'], other: Damage['longer']): Damage['longer'] {
  if (one === undefined || other === undefined) return one ?? other
  return other.withZero > one.withZero || (other.withZero === one.withZero && other.rows > one.rows) ? other : one
}
