import { type ReactNode, useState } from 'react'
import { classNames } from './class-names.ts'
import styles from './disclosure.module.css'

export interface DisclosureProps {
  /** The label that opens it, which says what is inside. */
  readonly summary: ReactNode
  readonly children: ReactNode
  readonly small?: boolean | undefined
  /** Makes it controlled: whether it is open, together with onToggle. */
  readonly open?: boolean | undefined
  readonly onToggle?: ((isOpen: boolean) => void) | undefined
}

/** Details that can be opened, with the native element. The content is rendered when it is first opened, as most people never do. */
export function Disclosure({ summary, children, small, open, onToggle }: DisclosureProps) {
  const [isMade, setIsMade] = useState(false)
  return (
    <details
      className={classNames(styles.disclosure, small === true && styles.small)}
      open={open}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) setIsMade(true)
        onToggle?.(currentTarget.open)
      }}
    >
      <summary>{summary}</summary>
      {(isMade || open === true) && <div className={styles.content}>{children}</div>}
    </details>
  )
}
