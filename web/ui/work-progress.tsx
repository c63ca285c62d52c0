import { type ReactNode, useEffect, useState } from 'react'
import { t } from '../language/translate.ts'
import { Actions } from './button.tsx'
import { useAnnounce } from './live-region.tsx'
import styles from './work-progress.module.css'

interface WorkProgressProps {
  /** What is being done. */
  readonly label: string
  readonly done: number
  readonly count: number
  /** Of those that are done. */
  readonly refused?: number
  /** The buttons that pause, stop or resume it. */
  readonly children?: ReactNode
}

/** How far long work is: its count, its rate, the time that is left, what was refused, and its buttons; every quarter of it is announced. */
export function WorkProgress({ label, done, count, refused = 0, children }: WorkProgressProps) {
  const [first] = useState({ done, at: performance.now() })
  const perSecond = (1000 * Math.abs(done - first.done)) / (performance.now() - first.at + 1)
  const words = t('work.soFar', { done, count })
  const quarter = Math.floor((4 * done) / Math.max(1, count))
  const [announced, setAnnounced] = useState({ quarter, words })
  if (quarter !== announced.quarter) setAnnounced({ quarter, words })
  useAnnounced(`${label}: ${announced.words}`)
  const isKnown = perSecond > 0.05 && done < count
  return (
    <div className={styles.work}>
      <progress className={styles.bar} aria-label={label} value={done} max={count} />
      <p className={styles.words}>
        <span>{words}</span>
        {isKnown && <span>{t('work.rate', { rate: Math.max(1, Math.round(perSecond)) })}</span>}
        {isKnown && <span>{t('work.left', { minutes: Math.round((count - done) / perSecond / 60) })}</span>}
        {refused > 0 && <span>{t('work.refused', { count: refused })}</span>}
      </p>
      {children != null && children !== false && <Actions>{children}</Actions>}
    </div>
  )
}

/** Announces what a part of the page says once it is there, and what it says after that. */
export function useAnnounced(message: string | undefined): void {
  const announce = useAnnounce()
  useEffect(() => {
    if (message !== undefined) announce(message)
  }, [announce, message])
}
