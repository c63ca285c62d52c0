import { numberWords } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { useStore, type Watchable } from '../state/store.ts'
import { Button } from '../ui/button.tsx'
import { Name } from '../ui/name.tsx'
import styles from './import.module.css'
import type { ReadingProgress } from './import-flow.ts'

interface ReadingProps {
  readonly name: string | undefined
  readonly progress: Watchable<ReadingProgress>
  readonly onCancel: () => void
}

/** The progress while a file is read, with a way to cancel. */
export function Reading({ name, progress, onCancel }: ReadingProps) {
  return (
    <section className={styles.reading} aria-busy="true">
      <p>{name === undefined ? t('import.screen.readingCells') : <Name>{name}</Name>}</p>
      <ReadingShare progress={progress} label={t('import.busy.reading')} />
      <RowsSoFar progress={progress} />
      <Button onClick={onCancel}>{t('import.screen.cancel')}</Button>
    </section>
  )
}

function RowsSoFar({ progress }: { readonly progress: Watchable<ReadingProgress> }) {
  const rows = useStore(progress, (now) => now.rows)
  return <p className={styles.quiet}>{t('import.screen.rowsSoFar', { rows: numberWords(rows) })}</p>
}

interface ReadingShareProps {
  readonly progress: Watchable<ReadingProgress>
  readonly label: string
}

/** The same progress bar for a screen that knows only the share. */
export function ReadingShare({ progress, label }: ReadingShareProps) {
  return <Progress share={useStore(progress, ({ share }) => share)} label={label} />
}

export function Progress({ share, label }: { readonly share: number; readonly label: string }) {
  return <progress className={styles.progress} max={1} value={share} aria-label={label} />
}
