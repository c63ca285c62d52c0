import { type ReactNode, type Ref, useId } from 'react'
import styles from './question-panel.module.css'

export interface QuestionPanelProps {
  readonly title: string
  /** What it is about, read out with the title. */
  readonly about: ReactNode
  readonly titleRef?: Ref<HTMLHeadingElement> | undefined
  /** Called for Enter where it has no other meaning, as on the title. */
  readonly onEnter?: (() => void) | undefined
  /** Called for keys that are pressed where no text belongs. */
  readonly onStray?: (() => void) | undefined
  readonly onCancel: () => void
  readonly children: ReactNode
}

/** Asks for one decision next to what it is about. It is not modal, so that the rest of the screen can be read. */
export function QuestionPanel({ title, about, titleRef, onEnter, onStray, onCancel, children }: QuestionPanelProps) {
  const id = useId()
  return (
    <dialog
      open
      className={styles.panel}
      aria-labelledby={id}
      aria-describedby={`${id}-about`}
      onKeyDown={({ key, target, repeat }) => {
        if (key === 'Escape') onCancel()
        if (key === 'Enter' && !repeat && !isWithin(target, 'button, a, textarea, summary')) onEnter?.()
        if (key.length === 1 && !isWithin(target, 'button, a, textarea, summary, input')) onStray?.()
      }}
    >
      <h3 id={id} tabIndex={-1} ref={titleRef}>
        {title}
      </h3>
      <div id={`${id}-about`}>{about}</div>
      {children}
    </dialog>
  )
}

function isWithin(target: EventTarget, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null
}
