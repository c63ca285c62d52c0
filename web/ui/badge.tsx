import type { ReactNode } from 'react'
import styles from './badge.module.css'
import { classNames } from './class-names.ts'
import tones from './tone.module.css'
import { type Tone, ToneIcon } from './tone.tsx'

export interface BadgeProps {
  readonly tone?: Tone | undefined
  readonly children: ReactNode
}

/** A state in a word or two. */
export function Badge({ tone = 'neutral', children }: BadgeProps) {
  return (
    <span className={classNames(styles.badge, tones[tone])}>
      <ToneIcon tone={tone} />
      {children}
    </span>
  )
}
