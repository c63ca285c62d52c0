import { type ClipboardEvent, type DragEvent, useState } from 'react'
import type { BatchMakes } from '#shared/api/batch.ts'
import { fileLimits } from '#shared/files/refusal.ts'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { FileButton } from '../ui/file-button.tsx'
import { TextAreaField } from '../ui/text-field.tsx'
import { Callout } from '../ui/tone.tsx'
import styles from './import.module.css'
import type { ImportState } from './import-flow.ts'
import { RefusedFile } from './refused-file.tsx'
import { TemplateDownload } from './template-download.tsx'
import { UnfinishedSheets } from './unfinished-sheets.tsx'

interface Props {
  readonly makes: BatchMakes
  readonly state: Extract<ImportState, { readonly step: 'choose' }>
  readonly onOpen: (given: File | string) => void
}

/** The ways to start: drop a file, choose one, or paste cells; and the sheets that were left unfinished. */
export function ChooseSource({ makes, state, onOpen }: Props) {
  return (
    <div className={styles.page}>
      <RefusedFile name={state.name} refusal={state.refusal} />
      {state.failure !== undefined && (
        <Callout tone="error" title={t('import.screen.notRead')}>
          <p>{t('import.screen.notReadHelp')}</p>
        </Callout>
      )}
      <UnfinishedSheets />
      <DropZone label={t('import.screen.file', { makes })} onOpen={onOpen} />
      <PasteCells onPaste={onOpen} />
      <TemplateDownload makes={makes} />
    </div>
  )
}

/** The formats that file dialogs list first. Any other file is accepted too, as its bytes show its format. */
const offered = '.csv,.tsv,.txt,.xlsx,.json,.jsonl,.ndjson'

export interface DropZoneProps {
  /** What the file has, for screen readers. */
  readonly label: string
  readonly onOpen: (file: File) => void
}

/** Takes a file that is dropped or chosen. */
export function DropZone({ label, onOpen }: DropZoneProps) {
  const [isOver, setIsOver] = useState(false)
  const take = (files: FileList | null) => {
    const [file] = files ?? []
    if (file !== undefined) onOpen(file)
  }
  const over = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file is dropped with a pointer; the button within does the same for all
    <div
      className={classNames(styles.drop, isOver && styles.over)}
      onDragOver={over}
      onDragEnter={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        take(event.dataTransfer.files)
      }}
    >
      <p className={styles.dropTitle}>{t('import.screen.drop')}</p>
      <p className={styles.quiet}>{t('import.screen.formats', { rows: fileLimits.rows - 1 })}</p>
      <FileButton label={label} accept={offered} onFile={onOpen}>
        {t('import.screen.chooseFile')}
      </FileButton>
    </div>
  )
}

/** Cells of a spreadsheet: they are read as soon as they are pasted. */
function PasteCells({ onPaste }: { readonly onPaste: (text: string) => void }) {
  const [text, setText] = useState('')
  const paste = (event: ClipboardEvent) => {
    const cells = event.clipboardData.getData('text/plain')
    if (cells.trim() === '') return
    event.preventDefault()
    onPaste(cells)
  }
  return (
    <section className={styles.paste} onPaste={paste}>
      <TextAreaField
        name="cells"
        label={t('import.screen.paste')}
        hint={t('import.screen.pasteHint')}
        optional
        lines={3}
        value={text}
        onChange={setText}
      />
      {text.trim() !== '' && <Button onClick={() => onPaste(text)}>{t('import.screen.readText')}</Button>}
    </section>
  )
}
