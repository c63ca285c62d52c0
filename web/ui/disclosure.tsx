import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './disclosure.module.css'
import { ChevronIcon } from './icons.tsx'

export interface DisclosureProps {
  /** The words that open it; they say what is inside. */
  readonly summary: ReactNode
  readonly children: ReactNode
  readonly small?: boolean | undefined
  /** Makes it controlled: whether it is open, together with onToggle. */
  readonly open?: boolean | undefined
  readonly onToggle?: ((isOpen: boolean) => void) | undefined
}

/** Something more for who wants it: native details. */
export function Disclosure({ summary, children, small, open, onToggle }: DisclosureProps) {
  return (
    <details
      className={classNames(styles.disclosure, small === true && styles.small)}
      open={open}
      onToggle={(event) => onToggle?.(event.currentTarget.open)}
    >
      <summary>
        <span className={styles.chevron}>
          <ChevronIcon />
        </span>
        {summary}
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  )
}
