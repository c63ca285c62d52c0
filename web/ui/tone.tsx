import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { ErrorIcon, FlaskIcon, InfoIcon, SuccessIcon, WarningIcon } from './icons.tsx'
import styles from './tone.module.css'

/** What a colour means: must be fixed, look again, confirmed, explanation, sandbox or test mode. */
export type Tone = 'neutral' | 'error' | 'warning' | 'success' | 'info' | 'sandbox'

/** The class that sets the variables of a colour. */
export function toneClass(tone: Tone): string | undefined {
  return styles[tone]
}

/** The icon for a tone, as not everyone can distinguish the colours. */
export function ToneIcon({ tone }: { readonly tone: Tone }) {
  switch (tone) {
    case 'error':
      return <ErrorIcon />
    case 'warning':
      return <WarningIcon />
    case 'success':
      return <SuccessIcon />
    case 'info':
      return <InfoIcon />
    case 'sandbox':
      return <FlaskIcon />
    case 'neutral':
      return null
  }
}

/** A state in a word or two. */
export function Badge({ tone = 'neutral', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return (
    <span className={classNames(styles.badge, toneClass(tone))}>
      <ToneIcon tone={tone} />
      {children}
    </span>
  )
}

export interface CalloutProps {
  readonly tone: Exclude<Tone, 'neutral'>
  /** The message in a few words; it carries the meaning without the colour. */
  readonly title: string
  readonly children?: ReactNode
  /** A button or link that does what the callout asks for. */
  readonly action?: ReactNode
}

/** A message in the page. It is not announced: use useAnnounce for messages that appear later. */
export function Callout({ tone, title, children, action }: CalloutProps) {
  return (
    <div className={classNames(styles.callout, toneClass(tone))}>
      <ToneIcon tone={tone} />
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        {children}
        {action !== undefined && <div className={styles.action}>{action}</div>}
      </div>
    </div>
  )
}

/** A quiet message: for information, with nothing to do. */
export function Note({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles.note}>
      <InfoIcon />
      <span>{children}</span>
    </p>
  )
}
