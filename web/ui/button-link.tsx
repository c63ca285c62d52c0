import type { ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './button.module.css'
import { classNames } from './class-names.ts'

export interface ButtonLinkProps {
  readonly href: string
  readonly kind?: 'primary' | 'quiet' | undefined
  /** The shortcut key, shown next to the label. */
  readonly shortcut?: string | undefined
  readonly children: ReactNode
}

/** A link to another screen that looks like a button, for places where buttons are. */
export function ButtonLink({ href, kind = 'quiet', shortcut, children }: ButtonLinkProps) {
  return (
    <Link
      href={href}
      className={classNames(styles.button, styles[kind], styles.asLink)}
      onClick={toTop}
      aria-keyshortcuts={shortcut}
    >
      {children}
      {shortcut !== undefined && (
        <kbd className={styles.key} aria-hidden>
          {shortcut}
        </kbd>
      )}
    </Link>
  )
}

function toTop() {
  window.scrollTo(0, 0)
}
