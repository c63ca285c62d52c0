import type { WarningCounts } from '#shared/api/warning.ts'
import { type Grade, grades } from '#shared/api/warning-codes.ts'
import { t } from '../language/translate.ts'
import { classNames } from '../ui/class-names.ts'
import { Badge, ToneIcon, toneClass } from '../ui/tone.tsx'
import { gradeTones } from '../validations/grade-tones.ts'
import styles from './warning-marks.module.css'

/** The grade of one warning in a word. */
export function GradeBadge({ grade }: { readonly grade: Grade }) {
  return <Badge tone={gradeTones[grade]}>{t(`payouts.grade.${grade}`)}</Badge>
}

/** The same for lines without space for words: one icon for each grade, with a label for screen readers and on hover. */
export function WarningSigns({ counts }: { readonly counts: WarningCounts }) {
  return ([...grades, 'unconfirmed'] as const).map((kind) => {
    if (counts[kind] === 0) return null
    const words = t(`payouts.marks.${kind}`, { count: counts[kind] })
    return (
      <span
        key={kind}
        className={classNames(styles.sign, toneClass(kind === 'unconfirmed' ? 'warning' : gradeTones[kind]))}
        title={words}
      >
        {kind === 'unconfirmed' ? <b aria-hidden="true">?</b> : <ToneIcon tone={gradeTones[kind]} />}
        <span className="sr-only">{words}</span>
      </span>
    )
  })
}

/** The same of a payout in test mode. */
export function TestSign() {
  const words = t('payouts.column.test')
  return (
    <span className={classNames(styles.sign, toneClass('sandbox'))} title={words}>
      <ToneIcon tone="sandbox" />
      <span className="sr-only">{words}</span>
    </span>
  )
}

/** How many warnings of each grade a payout has, the most serious first, and how many are unconfirmed; nothing where it has none. */
export function WarningMarks({ counts }: { readonly counts: WarningCounts }) {
  const { unconfirmed } = counts
  return (
    <span className={styles.marks}>
      {grades.map(
        (grade) =>
          counts[grade] > 0 && (
            <Badge key={grade} tone={gradeTones[grade]}>
              {t(`payouts.marks.${grade}`, { count: counts[grade] })}
            </Badge>
          ),
      )}
      {unconfirmed > 0 && <Badge tone="warning">{t('payouts.marks.unconfirmed', { count: unconfirmed })}</Badge>}
    </span>
  )
}
