import type { ReactNode } from 'react'
import styles from './callout.module.css'
import { classNames } from './class-names.ts'
import tones from './tone.module.css'
import { type Tone, ToneIcon } from './tone.tsx'

export interface CalloutProps {
  readonly tone: Exclude<Tone, 'neutral'>
  /** The message in a few words; it carries the meaning without the colour. */
  readonly title: string
  readonly children?: ReactNode
  /** A button or link that does what the callout asks for. */
  readonly action?: ReactNode
}

/** A message that stands in the page. It is not announced: use useAnnounce for what comes by itself. */
export function Callout({ tone, title, children, action }: CalloutProps) {
  return (
    <div className={classNames(styles.callout, tones[tone])}>
      <span className={styles.icon}>
        <ToneIcon tone={tone} />
      </span>
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        {children}
        {action !== undefined && <div className={styles.action}>{action}</div>}
      </div>
    </div>
  )
}
