import type { ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './button.module.css'
import { classNames } from './class-names.ts'

export interface ButtonLinkProps {
  readonly href: string
  readonly kind?: 'primary' | 'quiet' | undefined
  readonly children: ReactNode
}

/** A link to another screen that stands where buttons do and looks like one. */
export function ButtonLink({ href, kind = 'quiet', children }: ButtonLinkProps) {
  return (
    <Link href={href} className={classNames(styles.button, styles[kind], styles.asLink)} onClick={toTop}>
      {children}
    </Link>
  )
}

function toTop() {
  window.scrollTo(0, 0)
}
