import { useState } from 'react'
import { numberWords } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import type { Watchable } from '../state/store.ts'
import { Actions, Button } from '../ui/button.tsx'
import { Name } from '../ui/name.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Callout } from '../ui/tone.tsx'
import { BeginFailure } from './begin-failure.tsx'
import { ColumnTable } from './column-table.tsx'
import { columnHeading, fieldWords } from './column-words.ts'
import { DamageTable } from './damage-table.tsx'
import { FileFacts } from './file-facts.tsx'
import styles from './import.module.css'
import type { ImportState, ReadingProgress } from './import-flow.ts'
import { PreviewTable } from './preview-table.tsx'
import { ReadingShare } from './reading.tsx'
import type { FileChoices, FileUnderstanding } from './worker-calls.ts'

export interface UnderstoodProps {
  readonly state: Extract<ImportState, { readonly step: 'understood' }>
  readonly progress: Watchable<ReadingProgress>
  readonly onChoose: (choices: FileChoices) => void
  readonly onBegin: (name: string) => void
}

/** How a file was understood. Everything can be corrected, and the first rows show the result. */
export function UnderstoodFile({ state, progress, onChoose, onBegin }: UnderstoodProps) {
  const { understood, choices, busy } = state
  const [name, setName] = useState(() => batchName(state.name))
  const change = (changed: FileChoices) => onChoose({ ...choices, ...changed })
  return (
    <div className={styles.page} aria-busy={busy !== undefined}>
      {state.name !== undefined && (
        <p className={styles.quiet}>
          <Name>{state.name}</Name>
        </p>
      )}
      {busy !== undefined && <ReadingShare progress={progress} label={t(`import.busy.${busy}`)} />}
      <FileFacts understood={understood} choices={choices} onChange={change} />
      <ColumnTable understood={understood} choices={choices} onChange={change} />
      <DamageTable understood={understood} choices={choices} onChange={change} />
      <PreviewTable understood={understood} />
      <section className={styles.end} aria-labelledby="next">
        <h2 id="next">{t('import.screen.next')}</h2>
        <Foretaste understood={understood} />
        {understood.others > 0 && (
          <p className={styles.quiet}>{t('import.screen.others', { count: understood.others })}</p>
        )}
        <TextField
          name="batchName"
          label={t('import.screen.name', { makes: understood.makes })}
          value={name}
          onChange={setName}
        />
        <BeginFailure error={state.failure} />
      </section>
      <div className={styles.bar}>
        <Actions>
          <Button
            kind="primary"
            busy={busy === 'beginning'}
            unavailable={whyNot(state, name)}
            onClick={() => onBegin(name.trim())}
          >
            {t('import.screen.goOn', { rows: understood.rows })}
          </Button>
        </Actions>
      </div>
    </div>
  )
}

function whyNot({ understood, busy }: UnderstoodProps['state'], name: string): string | undefined {
  if (!understood.isWhole || busy === 'reading') return t('import.screen.waitForRest')
  if (understood.rows === 0) return t('import.screen.noRows')
  if (!understood.columns.some(({ meaning }) => meaning.as !== 'ignore')) return t('import.screen.noColumns')
  return name.trim() === '' ? t('import.screen.needsName') : undefined
}

/** The result for the first rows: how many are ready, and what the others lack. */
function Foretaste({ understood }: { readonly understood: FileUnderstanding }) {
  const { sample, rows } = understood
  if (sample.rows === 0) return null
  const isGood = sample.ready === sample.rows
  const fields = sample.fields.slice(0, 4).map((found) => ({ ...found, name: fieldWords(found.field) }))
  return (
    <Callout
      tone={isGood ? 'success' : 'info'}
      title={t('import.screen.foretaste', {
        all: numberWords(rows),
        count: sample.rows,
        ready: sample.ready,
        waiting: sample.waiting,
      })}
    >
      {!isGood && <p>{t('import.screen.toMend')}</p>}
      {fields.length > 0 && (
        <ul className={styles.toMend}>
          {fields.map(({ field, name, rows: count }) => (
            <li key={field}>{t('import.screen.fieldRows', { field: name, count })}</li>
          ))}
        </ul>
      )}
      <UnusedColumns understood={understood} />
    </Callout>
  )
}

/** Where rows lack a field that no column holds, one of the columns that were not understood may hold it. */
function UnusedColumns({ understood: { columns, sample } }: { readonly understood: FileUnderstanding }) {
  const missing = sample.fields.filter(({ isWithoutColumn }) => isWithoutColumn).map(({ field }) => fieldWords(field))
  const unused = columns.filter(
    ({ by, meaning, sureness }) => by === 'none' && meaning.as === 'ignore' && sureness !== 'sure',
  )
  if (missing.length === 0 || unused.length === 0) return null
  const names = unused.slice(0, mostNamed).map(columnHeading)
  return <p>{t('import.screen.unused', { count: names.length, names, fields: missing.slice(0, mostNamed) })}</p>
}

const mostNamed = 3

/** The file's name without its extension. */
function batchName(file: string | undefined): string {
  const name =
    file
      ?.replace(/\.[a-z0-9]{1,6}$/i, '')
      .trim()
      .slice(0, 200) ?? ''
  return name === '' ? t('import.screen.pastedName') : name
}
