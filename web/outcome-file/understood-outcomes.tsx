import { useMemo, useState } from 'react'
import type { FileReading } from '#shared/files/table.ts'
import type { DecimalSign } from '#shared/import/amount-style.ts'
import { AmountQuestion, DecimalSelect, FileSection, FormatFacts, HeadRow } from '../import/file-facts.tsx'
import type { FileChoices } from '../import/worker-calls.ts'
import { t } from '../language/translate.ts'
import { Options, Select, SelectField } from '../ui/choice-field.tsx'
import { Name } from '../ui/name.tsx'
import { Table } from '../ui/table.tsx'
import { CompareAndState } from './compare-and-state.tsx'
import { type ColumnChoice, headedBy, outcomeColumns } from './outcome-columns.ts'
import styles from './outcome-file.module.css'
import { statementsOf, styleOf, wordsIn } from './statements.ts'
import { usualMeaning, type WordMeaning, wordMeanings } from './status-words.ts'

interface Props {
  readonly file: string
  readonly reading: FileReading
  /** Reads the file again with what the person chose. */
  readonly onRead: (choices: FileChoices) => void
}

/** A column with more different words is not a column of states. */
const mostWords = 50

/** How a file was understood, for a person to correct and confirm: the columns, what the words mean, and how amounts are written. */
export function UnderstoodOutcomes({ file, reading, onRead }: Props) {
  const { rows } = reading.table
  const [headed, setHeaded] = useState(() => headedBy(rows))
  const [columns, setColumns] = useState(headed.columns)
  const chooseHeadRow = (headRow: number | null) => {
    const next = headedBy(rows, headRow)
    setHeaded(next)
    setColumns(next.columns)
  }
  const [chosenMeanings, setChosenMeanings] = useState<ReadonlyMap<string, WordMeaning | undefined>>(new Map())
  const [sign, setSign] = useState<DecimalSign>()
  const place = useMemo(() => ({ headRow: headed.headRow, columns }), [headed, columns])
  const words = useMemo(() => wordsIn(rows, place), [rows, place])
  const style = useMemo(() => styleOf(rows, place), [rows, place])
  const meaningOf = (word: string) => (chosenMeanings.has(word) ? chosenMeanings.get(word) : usualMeaning(word))
  const meanings = new Map<string, WordMeaning>()
  for (const { word } of words.slice(0, mostWords)) {
    const meaning = meaningOf(word)
    if (meaning !== undefined) meanings.set(word, meaning)
  }
  const decimal = sign ?? style.decimal
  const whyNot = () => {
    if (columns.reference === undefined && columns.payoutId === undefined) return t('outcomes.file.needsReference')
    if (columns.status === undefined || words.length === 0) return t('outcomes.file.needsStatus')
    if (words.length > mostWords) return t('outcomes.file.tooManyWords', { count: words.length })
    if (words.some(({ word }) => !meanings.has(word))) return t('outcomes.file.needsMeanings')
    return style.ask !== undefined && decimal === undefined ? t('outcomes.file.needsDecimal') : undefined
  }
  // Any change starts a new comparison.
  const key = JSON.stringify([place, [...meanings], decimal])
  return (
    <>
      <p className={styles.quiet}>
        <Name>{file}</Name>
      </p>
      <FileSection below={<AmountQuestion ask={sign === undefined ? style.ask : undefined} onChange={setSign} />}>
        <FormatFacts file={reading} onChange={onRead} />
        <HeadRow headRow={headed.headRow < 0 ? undefined : headed.headRow} onChange={chooseHeadRow} />
        <DecimalSelect decimal={decimal} onChange={setSign} />
      </FileSection>
      <Columns headings={headed.headings} columns={columns} onChange={setColumns} />
      {columns.status !== undefined && words.length <= mostWords && words.length > 0 && (
        <Words
          words={words}
          meaningOf={meaningOf}
          onChange={(word, meaning) => setChosenMeanings(new Map(chosenMeanings).set(word, meaning))}
        />
      )}
      <CompareAndState
        key={key}
        file={file}
        whyNot={whyNot()}
        read={() => statementsOf(rows, { ...place, meanings, decimal })}
      />
    </>
  )
}

interface ColumnsProps {
  readonly headings: readonly string[]
  readonly columns: ColumnChoice
  readonly onChange: (columns: ColumnChoice) => void
}

function Columns({ headings, columns, onChange }: ColumnsProps) {
  const options = [
    { value: 'none', label: t('outcomes.file.noColumn') },
    ...headings.map((heading, index) => ({
      value: String(index),
      label: heading === '' ? t('outcomes.file.unnamed', { number: index + 1 }) : heading,
    })),
  ]
  return (
    <section className={styles.section} aria-labelledby="columns">
      <h2 id="columns">{t('outcomes.file.columns')}</h2>
      <div className={styles.columns}>
        {outcomeColumns.map((column) => (
          <SelectField
            key={column}
            name={column}
            label={t(`outcomes.file.column.${column}`)}
            value={String(columns[column] ?? 'none')}
            onChange={(value) => onChange({ ...columns, [column]: value === 'none' ? undefined : Number(value) })}
            options={options}
          />
        ))}
      </div>
    </section>
  )
}

interface WordsProps {
  readonly words: ReturnType<typeof wordsIn>
  readonly meaningOf: (word: string) => WordMeaning | undefined
  readonly onChange: (word: string, meaning: WordMeaning | undefined) => void
}

function Words({ words, meaningOf, onChange }: WordsProps) {
  const options = wordMeanings.map((value) => ({ value, label: t(`outcomes.file.meaning.${value}`) }))
  return (
    <section className={styles.section} aria-labelledby="words">
      <h2 id="words">{t('outcomes.file.words')}</h2>
      <div className={styles.words}>
        <Table
          label={t('outcomes.file.words')}
          rows={words}
          rowKey={({ word }) => word}
          columns={[
            { title: t('outcomes.file.word'), cell: ({ word }) => <Name>{word}</Name> },
            { title: t('outcomes.file.rows'), isFigure: true, named: true, cell: ({ count }) => count },
            {
              title: t('outcomes.file.means'),
              cell: ({ word }) => (
                <Select
                  aria-label={t('outcomes.file.meansFor', { word })}
                  value={meaningOf(word) ?? ''}
                  onChange={({ currentTarget }) =>
                    onChange(
                      word,
                      wordMeanings.find((meaning) => meaning === currentTarget.value),
                    )
                  }
                >
                  {meaningOf(word) === undefined && <option value="">{t('ui.select.choose')}</option>}
                  <Options options={options} />
                </Select>
              ),
            },
          ]}
        />
      </div>
    </section>
  )
}
