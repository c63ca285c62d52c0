import { type ReactNode, useEffect, useRef } from 'react'
import type { DraftAutosave } from '../drafts/draft-autosave.ts'
import { DraftLine } from '../drafts/draft-line.tsx'
import { Actions, Button } from '../ui/button.tsx'
import { publishPinnedHeight } from '../ui/split-view.tsx'
import styles from './form-bar.module.css'

export interface FormBarProps {
  /** The words of the primary button. On a phone the bar of the split view has it. */
  readonly submit: string
  readonly isSaving: boolean
  readonly autosave: DraftAutosave
  /** What has come of the last press; `outcome` shows it. */
  readonly of: unknown
  readonly outcome: ReactNode
  /** Further buttons. */
  readonly children?: ReactNode
}

/** What comes next, always in sight below a form: its buttons, what has come of them, and whether all is saved. */
export function FormBar({ submit, isSaving, autosave, of, outcome, children }: FormBarProps) {
  const box = useRef<HTMLDivElement>(null)
  // On a phone it stands above the bar with the button that was pressed.
  useEffect(() => {
    if (of !== undefined && box.current?.firstElementChild) box.current.scrollIntoView({ block: 'nearest' })
  }, [of])
  return (
    <div className={styles.bar} ref={publishPinnedHeight}>
      <div className={styles.outcome} ref={box}>
        {outcome}
      </div>
      <Actions>
        <span className={styles.submit}>
          <Button kind="primary" type="submit" busy={isSaving}>
            {submit}
          </Button>
        </span>
        {children}
        <span className={styles.saved}>
          <DraftLine autosave={autosave} />
        </span>
      </Actions>
    </div>
  )
}
