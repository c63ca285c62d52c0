import { type ReactNode, useId } from 'react'
import styles from './rules.module.css'

export interface RulesSectionProps {
  /** So that an address can lead here. */
  readonly id: string
  readonly title: string
  readonly children: ReactNode
}

/** A part of the page under its own heading. */
export function RulesSection({ id, title, children }: RulesSectionProps) {
  const titleId = useId()
  return (
    <section className={styles.section} id={id} tabIndex={-1} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </section>
  )
}
