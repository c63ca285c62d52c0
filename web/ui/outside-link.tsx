import styles from './button.module.css'
import { classNames } from './class-names.ts'

interface OutsideLinkProps {
  readonly href: string
  readonly children: string
}

/** A link to another program or site that looks like a button. What it opens learns nothing of this page. */
export function OutsideLink({ href, children }: OutsideLinkProps) {
  return (
    <a
      className={classNames(styles.button, styles.quiet, styles.asLink)}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
    >
      {children}
    </a>
  )
}
