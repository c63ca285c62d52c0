import { useEffect, useRef, useState } from 'react'
import type { FileRefusal } from '#shared/files/refusal.ts'
import type { FileReading, FileReadOptions } from '#shared/files/table.ts'
import { RefusedFile } from '../import/refused-file.tsx'
import { t } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { Page } from '../screen/page.tsx'
import { paths } from '../screen/routes.ts'
import { Button } from '../ui/button.tsx'
import { FileButton } from '../ui/file-button.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Name } from '../ui/name.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Callout } from '../ui/tone.tsx'
import styles from './outcome-file.module.css'
import { readTable } from './read-table.ts'
import { UnderstoodOutcomes } from './understood-outcomes.tsx'

type OutcomeFileState =
  | { readonly step: 'choose'; readonly name?: string; readonly refusal?: FileRefusal; readonly hasFailed?: boolean }
  | { readonly step: 'reading'; readonly name: string }
  | {
      readonly step: 'read'
      readonly name: string
      readonly file: File
      readonly reading: FileReading
      readonly key: string
    }

/** Records the outcomes of payouts from a file of the provider or of a bank, after the person has seen the result. */
export function OutcomeFile() {
  const { state, open, leave } = useFile()
  return (
    <Page
      title={t('outcomes.file.title')}
      lead={<AppLink to={paths.exports}>{t('outcomes.file.exports')}</AppLink>}
      aside={state.step !== 'choose' && <Button onClick={leave}>{t('outcomes.file.another')}</Button>}
      hasErrors={state.step === 'choose' && state.refusal !== undefined}
    >
      <div className={styles.page}>
        {state.step === 'choose' && <ChooseFile state={state} onOpen={open} />}
        {state.step === 'reading' && <Skeleton lines={6} label={t('outcomes.file.reading')} />}
        {state.step === 'read' && (
          <UnderstoodOutcomes
            // With other options it is another table.
            key={state.key}
            file={state.name}
            reading={state.reading}
            onRead={(options) => open(state.file, options)}
          />
        )}
      </div>
    </Page>
  )
}

function useFile() {
  const [state, setState] = useState<OutcomeFileState>({ step: 'choose' })
  const reading = useRef<AbortController>(undefined)
  const announce = useAnnounce()
  useEffect(() => () => reading.current?.abort(), [])
  const leave = () => {
    reading.current?.abort()
    setState({ step: 'choose' })
  }
  async function open(file: File, options: FileReadOptions) {
    reading.current?.abort()
    const mine = new AbortController()
    reading.current = mine
    const { name } = file
    setState({ step: 'reading', name })
    try {
      const found = await readTable(file, options, mine.signal)
      if (mine.signal.aborted) return
      if ('refusal' in found) return setState({ step: 'choose', name, refusal: found.refusal })
      setState({ step: 'read', name, file, reading: found, key: JSON.stringify(options) })
      announce(t('outcomes.file.read'))
    } catch {
      if (!mine.signal.aborted) setState({ step: 'choose', name, hasFailed: true })
    }
  }
  return { state, open: (file: File, options: FileReadOptions = {}) => void open(file, options), leave }
}

interface ChooseFileProps {
  readonly state: Extract<OutcomeFileState, { readonly step: 'choose' }>
  readonly onOpen: (file: File) => void
}

function ChooseFile({ state, onOpen }: ChooseFileProps) {
  return (
    <>
      <RefusedFile name={state.name} refusal={state.refusal} />
      {state.hasFailed === true && (
        <Callout tone="error" title={t('outcomes.file.notRead')}>
          <Name>{state.name ?? ''}</Name>
        </Callout>
      )}
      <p className={styles.quiet}>{t('outcomes.file.lead')}</p>
      <p className={styles.quiet}>{t('outcomes.ownWord')}</p>
      <div>
        <FileButton label={t('outcomes.file.file')} accept=".csv,.tsv,.txt,.xlsx,.json,.jsonl,.ndjson" onFile={onOpen}>
          {t('outcomes.file.choose')}
        </FileButton>
      </div>
    </>
  )
}
