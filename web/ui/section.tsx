import { type ReactNode, useId } from 'react'
import { t } from '../language/translate.ts'
import { classNames } from './class-names.ts'
import { TickIcon } from './icons.tsx'
import styles from './section.module.css'
import { type Tone, toneClass } from './tone.tsx'

export interface SectionProps {
  /** Its number among the steps that every form has; an optional section has none. */
  readonly number?: number | undefined
  readonly title: string
  /** All of its fields are filled in correctly: the number becomes a check mark. */
  readonly complete?: boolean | undefined
  /** How many errors are shown in it. */
  readonly errors?: number | undefined
  /** How many unconfirmed warnings it has: until they are confirmed it is not complete. */
  readonly openWarnings?: number | undefined
  /** The colour of the gravest of them. */
  readonly warningTone?: Tone | undefined
  readonly children: ReactNode
}

/** A numbered part of a form that shows its progress. */
export function Section(props: SectionProps) {
  const { number, title, complete = false, errors = 0, openWarnings = 0, warningTone = 'warning', children } = props
  const titleId = useId()
  const isWrong = errors > 0
  const hasWarnings = !isWrong && openWarnings > 0
  const isComplete = complete && !isWrong && !hasWarnings
  return (
    <section
      className={classNames(
        styles.section,
        isComplete && styles.complete,
        isWrong && styles.wrong,
        hasWarnings && styles.doubtful,
        hasWarnings && toneClass(warningTone),
      )}
      aria-labelledby={titleId}
    >
      <div className={styles.heading}>
        {number !== undefined && (
          <span className={styles.number} aria-hidden="true">
            {isComplete ? <TickIcon /> : number}
          </span>
        )}
        <h2 id={titleId}>
          {title}
          {isComplete && <span className="sr-only"> ({t('ui.section.complete')})</span>}
        </h2>
        {isWrong && <span className={styles.toFix}>{t('ui.section.toFix', { count: errors })}</span>}
        {hasWarnings && <span className={styles.toLookAt}>{t('ui.section.toLookAt', { count: openWarnings })}</span>}
      </div>
      <div className={styles.content}>{children}</div>
    </section>
  )
}
