import { numberWords } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { Name } from '../ui/name.tsx'
import styles from './import.module.css'

export interface ReadingProps {
  readonly name: string | undefined
  readonly share: number
  readonly rows: number
  readonly onCancel: () => void
}

/** While a file is read: how far that is, and the way out. */
export function Reading({ name, share, rows, onCancel }: ReadingProps) {
  return (
    <section className={styles.reading} aria-busy="true">
      <p>{name === undefined ? t('import.screen.readingCells') : <Name>{name}</Name>}</p>
      <Progress share={share} label={t('import.busy.reading')} />
      <p className={styles.quiet}>{t('import.screen.rowsSoFar', { rows: numberWords(rows) })}</p>
      <Button onClick={onCancel}>{t('import.screen.cancel')}</Button>
    </section>
  )
}

export function Progress({ share, label }: { readonly share: number; readonly label: string }) {
  return <progress className={styles.progress} max={1} value={share} aria-label={label} />
}
