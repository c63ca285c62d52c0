import { problemDetail } from '../language/problem-text.ts'
import { t } from '../language/translate.ts'
import { Code } from '../ui/name.tsx'
import { Table } from '../ui/table.tsx'
import { Note } from '../ui/tone.tsx'
import styles from './outcome-file.module.css'
import type { RefusedRow } from './state-all.ts'
import type { FaultyRow, OutcomeFileRow } from './statements.ts'

interface Props {
  readonly refused: readonly RefusedRow[]
  readonly faulty: readonly FaultyRow[]
  readonly contradicting?: readonly OutcomeFileRow[]
}

/** The most rows that are listed; the others are counted. */
const shownRows = 100

/** The rows without an outcome to record, each with the reason, by their numbers in the file. */
export function RowProblems({ refused, faulty, contradicting = [] }: Props) {
  const rows = [
    ...refused.map(({ stated: { row, name }, problem }) => ({ row, name, why: problemDetail(problem) })),
    ...faulty.map(({ row, name, fault }) => ({ row, name, why: t(`outcomes.file.fault.${fault}`) })),
    ...contradicting.map(({ row, name }) => ({ row, name, why: t('outcomes.file.contradicts') })),
  ].toSorted((one, other) => one.row - other.row)
  if (rows.length === 0) return null
  return (
    <div className={styles.section}>
      <Table
        label={t('outcomes.file.problems')}
        rows={rows.slice(0, shownRows)}
        rowKey={({ row }) => String(row)}
        columns={[
          { title: t('outcomes.file.row'), named: true, cell: ({ row }) => row },
          { title: t('outcomes.file.column.reference'), cell: ({ name }) => <Code>{name}</Code> },
          { title: t('outcomes.file.why'), cell: ({ why }) => why },
        ]}
      />
      {rows.length > shownRows && <Note>{t('outcomes.file.more', { count: rows.length - shownRows })}</Note>}
    </div>
  )
}
