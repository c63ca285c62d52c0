import { type Grade, grades, type WarningCounts } from '#shared/api/warning.ts'
import { t } from '../language/translate.ts'
import { Badge, type Tone } from '../ui/tone.tsx'

/** The colour of a warning: its grade in words stands beside it. */
export const gradeTones: Readonly<Record<Grade, Exclude<Tone, 'neutral'>>> = {
  compliance: 'error',
  serious: 'warning',
  minor: 'info',
}

/** The grade of one warning in a word. */
export function GradeBadge({ grade }: { readonly grade: Grade }) {
  return <Badge tone={gradeTones[grade]}>{t(`payouts.grade.${grade}`)}</Badge>
}

/** How many warnings a payout has of each grade, the gravest first, and how many that nobody has confirmed; nothing where it has none. */
export function WarningMarks({ counts }: { readonly counts: WarningCounts }) {
  const { unconfirmed } = counts
  return (
    <>
      {grades.map(
        (grade) =>
          counts[grade] > 0 && (
            <Badge key={grade} tone={gradeTones[grade]}>
              {t(`payouts.marks.${grade}`, { count: counts[grade] })}
            </Badge>
          ),
      )}
      {unconfirmed > 0 && <Badge tone="warning">{t('payouts.marks.unconfirmed', { count: unconfirmed })}</Badge>}
    </>
  )
}
