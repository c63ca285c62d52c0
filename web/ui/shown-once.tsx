import { CopyButton } from './copy-button.tsx'
import styles from './shown-once.module.css'

export interface ShownOnceProps {
  readonly text: string
  /** The words on the button that copies it. */
  readonly copy: string
}

/** A link or secret that is shown this once: in full, in one piece when it is selected, and with a button that copies it. */
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
