import { CopyButton } from './copy-button.tsx'
import styles from './shown-once.module.css'

export interface ShownOnceProps {
  readonly text: string
  /** The label of the button that copies it. */
  readonly copy: string
}

/** A link or secret that is shown once: in full, selected as one, and with a button that copies it. */
export function ShownOnce({ text, copy }: ShownOnceProps) {
  return (
    <div className={styles.once}>
      <code className={styles.text} translate="no">
        {text}
      </code>
      <CopyButton kind="primary" text={text}>
        {copy}
      </CopyButton>
    </div>
  )
}
