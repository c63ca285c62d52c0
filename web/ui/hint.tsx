import type { ReactNode } from 'react'
import { t } from '../language/translate.ts'
import { Button } from './button.tsx'
import styles from './hint.module.css'
import { Note } from './note.tsx'

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
        {t('ui.hint.putAway')}
      </Button>
    </div>
  )
}
