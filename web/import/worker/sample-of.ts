import type { ImportPlan } from '#shared/import/import-plan.ts'
import type { ColumnMatch } from '#shared/import/matching.ts'
import type { RowReading } from '#shared/import/read-row.ts'
import { readRowTexts } from '#shared/import/read-texts.ts'
import type { FileChoices, Sample } from '../worker-calls.ts'
import { decidedTexts, decisionOn } from './decided-damage.ts'
import type { FileDamage } from './file-damage.ts'

/** What the first rows will be in the table, after what was decided about damage. */
export function sampleOf(
  rows: readonly RowReading[],
  { columns, banks, makes }: ImportPlan,
  accepted: NonNullable<FileChoices['damage']>,
  { damageOf, doubled }: Pick<FileDamage, 'damageOf'> & { readonly doubled: ReadonlySet<string> },
): Sample {
  const fields = new Map<string, number>()
  let ready = 0
  let waiting = 0
  for (const row of rows) {
    const damage = damageOf(row)
    const open = damage.filter((found) => decisionOn(found, accepted) === undefined)
    const texts = decidedTexts(row.texts, damage, accepted)
    const { errors, warnings } = texts === row.texts ? row : readRowTexts(texts, banks, makes)
    const wrong = new Set<string>([...errors, ...open].map(({ field }) => field))
    if (doubled.has(row.texts.externalReference?.trim() ?? '')) wrong.add('externalReference')
    if (wrong.size === 0 && warnings.length === 0) ready += 1
    if (wrong.size === 0 && warnings.length > 0) waiting += 1
    for (const field of wrong) fields.set(field, (fields.get(field) ?? 0) + 1)
  }
  const counted = [...fields].map(([field, count]) => ({
    field,
    rows: count,
    isWithoutColumn: isWithoutColumn(field, columns),
  }))
  return { rows: rows.length, ready, waiting, fields: counted.toSorted((one, other) => other.rows - one.rows) }
}

/** Whether nothing of the file is in a field, so that a column that is not used may hold it. */
function isWithoutColumn(field: string, columns: ImportPlan['columns']): boolean {
  return !columns.some(({ meaning }) =>
    meaning.as !== 'field' ? partsOf[meaning.as].includes(field) : meaning.field === field,
  )
}

const partsOf: Readonly<Record<Exclude<ColumnMatch['meaning']['as'], 'field'>, readonly string[]>> = {
  'full-name': ['beneficiaryFirstName', 'beneficiaryLastName'],
  'bank-and-account': ['bankName', 'payoutAccountTypeCode', 'accountNumber'],
  'agency-and-account': ['accountAgencyNumber', 'accountNumber'],
  ignore: [],
}
