import type { BatchMakes } from '#shared/api/batch.ts'
import { ruleBook } from '#shared/countries/rule-book.ts'
import type { ColumnMatch } from '#shared/import/matching.ts'
import { isNotAsked } from '#shared/import/not-asked.ts'
import { countryName } from '#shared/rule-book/country.ts'
import { t } from '../language/translate.ts'
import { Options, Select } from '../ui/choice-field.tsx'
import { Table } from '../ui/table.tsx'
import { Badge } from '../ui/tone.tsx'
import { columnHeading, columnMeaningOf, meaningOptions, optionOf } from './column-words.ts'
import styles from './import.module.css'
import type { FileChoices, FileUnderstanding } from './worker-calls.ts'

interface Props {
  readonly understood: FileUnderstanding
  readonly choices: FileChoices
  readonly onChange: (choices: FileChoices) => void
}

/** Each column of the file with its contents and the field that it is imported as. */
export function ColumnTable({ understood, choices, onChange }: Props) {
  const { columns, preview } = understood
  const examples = ({ index }: ColumnMatch) =>
    preview
      .map(({ cells }) => cells[index]?.trim() ?? '')
      .filter((text) => text !== '')
      .slice(0, 3)
  return (
    <section aria-labelledby="columns">
      <h2 id="columns">{t('import.columns.title')}</h2>
      <Table
        label={t('import.columns.title')}
        rows={columns}
        rowKey={({ index }) => String(index)}
        columns={[
          { title: t('import.columns.heading'), cell: (column) => <bdi>{columnHeading(column)}</bdi> },
          {
            title: t('import.columns.examples'),
            cell: (column) => (
              <span className={styles.examples} translate="no">
                {examples(column).join(' · ')}
              </span>
            ),
          },
          {
            title: t('import.columns.field'),
            cell: (column) => (
              <MeaningSelect
                column={column}
                makes={understood.makes}
                onChoose={(option) =>
                  onChange({ columns: { ...choices.columns, [column.index]: columnMeaningOf(option) } })
                }
              />
            ),
          },
          {
            title: t('import.columns.how'),
            cell: (column) => (
              <>
                <HowMatched column={column} />
                {understood.leftOut.includes(column.index) && <LeftOut column={column} />}
              </>
            ),
          },
        ]}
      />
    </section>
  )
}

function MeaningSelect({
  column,
  makes,
  onChoose,
}: {
  readonly column: ColumnMatch
  readonly makes: BatchMakes
  readonly onChoose: (option: string) => void
}) {
  const options = meaningOptions(makes)
  const value = optionOf(column.meaning)
  return (
    <Select
      className={styles.meaning}
      aria-label={t('import.columns.fieldFor', { heading: columnHeading(column) })}
      data-ignored={value === 'ignore'}
      value={value}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      <Options options={options} />
    </Select>
  )
}

/** Says once, for the column, what becomes of its values in rows of other countries. */
function LeftOut({ column: { meaning } }: { readonly column: ColumnMatch }) {
  if (meaning.as !== 'field') return null
  const asking = Object.values(ruleBook).filter((country) => !isNotAsked(country, meaning.field))
  const countries = asking.map((country) => t(countryName(country)))
  return <p className={styles.quiet}>{t('import.columns.notAsked', { countries })}</p>
}

/** How a column was matched; a mere guess is marked to be looked at. */
function HowMatched({ column: { by, sureness, meaning } }: { readonly column: ColumnMatch }) {
  const isLeftOut = meaning.as === 'ignore' && by !== 'remembered'
  if (isLeftOut && sureness !== 'guess') return <span className={styles.quiet}>{t('import.columns.empty')}</span>
  if (isLeftOut && by === 'none') return <Badge tone="warning">{t('import.columns.unknown')}</Badge>
  if (sureness === 'guess') return <Badge tone="warning">{t('import.columns.guess')}</Badge>
  return <span className={styles.quiet}>{t(`import.columns.by.${by}`)}</span>
}
