import { type ReactNode, useEffect, useRef } from 'react'
import type { DraftAutosave } from '../drafts/draft-autosave.ts'
import { DraftLine } from '../drafts/draft-line.tsx'
import { Actions, Button } from '../ui/button.tsx'
import { publishPinnedHeight } from '../ui/split-view.tsx'
import styles from './form-bar.module.css'

export interface FormBarProps {
  /** The label of the primary button. On a phone the bar of the split view has it. */
  readonly submit: string
  readonly isSaving: boolean
  readonly autosave: DraftAutosave
  /** The result of the last submission; `outcome` renders it. */
  readonly of: unknown
  readonly outcome: ReactNode
  /** Further buttons. */
  readonly children?: ReactNode
}

/** The next step, always in sight below a form: its buttons, their outcome, and whether everything is saved. */
export function FormBar({ submit, isSaving, autosave, of, outcome, children }: FormBarProps) {
  const box = useRef<HTMLDivElement>(null)
  // On a phone it is shown above the bar with the button that was pressed.
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
        <DraftLine autosave={autosave} />
      </Actions>
    </div>
  )
}
