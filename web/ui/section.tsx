import { type ReactNode, useId } from 'react'
import { t } from '../language/translate.ts'
import { classNames } from './class-names.ts'
import { TickIcon } from './icons.tsx'
import styles from './section.module.css'

export interface SectionProps {
  /** Its place among those that every form goes through; what may be left out has none. */
  readonly number?: number | undefined
  readonly title: string
  /** All that it asks for is there and right: the number turns into a tick. */
  readonly complete?: boolean | undefined
  /** How many errors are shown in it; above zero it says so. */
  readonly errors?: number | undefined
  /** How many doubts in it nobody has looked at yet: until then it is not complete. */
  readonly doubts?: number | undefined
  readonly children: ReactNode
}

/** A numbered part of a form, that tells how far it is. */
export function Section({ number, title, complete = false, errors = 0, doubts = 0, children }: SectionProps) {
  const titleId = useId()
  const isWrong = errors > 0
  const isDoubtful = !isWrong && doubts > 0
  const isComplete = complete && !isWrong && !isDoubtful
  return (
    <section
      className={classNames(
        styles.section,
        isComplete && styles.complete,
        isWrong && styles.wrong,
        isDoubtful && styles.doubtful,
      )}
      aria-labelledby={titleId}
    >
      <div className={styles.grid}>
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
          {isDoubtful && <span className={styles.toLookAt}>{t('ui.section.toLookAt', { count: doubts })}</span>}
        </div>
        <div className={styles.content}>{children}</div>
      </div>
    </section>
  )
}
