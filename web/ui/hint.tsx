import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './hint.module.css'
import { Note } from './note.tsx'
import { t } from './words.ts'

export interface HintProps {
  readonly children: ReactNode
  readonly onPutAway: () => void
}

/** A quiet issue for who is new here, and the press that puts it away. It is not announced and takes no focus. */
export function Hint({ children, onPutAway }: HintProps) {
  return (
    <div className={styles.hint} role="note">
      <Note>{children}</Note>
      <Button kind="link" small onClick={onPutAway}>
        {t('hint.putAway')}
      </Button>
    </div>
  )
}
