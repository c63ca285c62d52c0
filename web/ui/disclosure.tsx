import { type ReactNode, useState } from 'react'
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

/** Something more for who wants it: native details. What is inside is made when it is first opened, as most people never do. */
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
      <summary>
        <span className={styles.chevron}>
          <ChevronIcon />
        </span>
        {summary}
      </summary>
      {(isMade || open === true) && <div className={styles.content}>{children}</div>}
    </details>
  )
}
