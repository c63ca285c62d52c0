import type { ReactNode } from 'react'
import { warningId } from '#shared/api/issue.ts'
import type { RevealedPayout } from '#shared/api/payout.ts'
import { GradeBadge } from '../entry/warning-marks.tsx'
import { t, tNode } from '../language/translate.ts'
import { ChangesOfDetails, warningWords } from '../payouts/details-changed.tsx'
import { useStaffNames } from '../session/use-staff-names.ts'
import { Ago } from '../ui/ago.tsx'
import { Callout } from '../ui/tone.tsx'
import styles from './review.module.css'

export type RevealedWarning = RevealedPayout['warnings'][number]

/** The present warnings, and who has confirmed them. */
export function StandingWarnings({ warnings }: Pick<RevealedPayout, 'warnings'>) {
  if (warnings.length === 0) return <p className={styles.quiet}>{t('review.warnings.none')}</p>
  const isCompliance = warnings.some(({ grade }) => grade === 'compliance')
  return (
    <Callout tone={isCompliance ? 'error' : 'warning'} title={countWords(warnings)}>
      <ul className={styles.warnings}>
        {warnings.map((warning) => (
          <li key={warningId(warning)}>
            {warningWords(warning)} <GradeBadge grade={warning.grade} /> <ConfirmedBy warning={warning} />
            {warning.code === 'details_changed' && <ChangesOfDetails warning={warning} />}
          </li>
        ))}
      </ul>
    </Callout>
  )
}

function countWords(warnings: RevealedPayout['warnings']): string {
  const fresh = warnings.filter(({ confirmedBy }) => confirmedBy === null).length
  const count = warnings.length
  return fresh === 0 ? t('review.warnings.count', { count }) : t('review.warnings.someNew', { count, fresh })
}

/** The confirmations of a warning, with time and reason: by the author of the payout and by its approvers. */
export function ConfirmedBy({ warning }: { readonly warning: RevealedWarning }) {
  const { confirmedBy, confirmedAt, reason, reviews } = warning
  const nameOf = useStaffNames()
  return (
    <span className={styles.quiet}>
      {confirmedBy === null ? t('review.warnings.unconfirmed') : signedWords(nameOf(confirmedBy), confirmedAt)}
      <Why reason={reason} />
      {reviews.map(({ by, at, reason: why }) => (
        <span key={`${by.id} ${at}`}>
          {' · '}
          {tNode('review.warnings.reviewed', { name: nameOf(by), ago: () => <Ago at={at} /> })}
          <Why reason={why} />
        </span>
      ))}
    </span>
  )
}

function signedWords(name: string, at: string | null): ReactNode {
  if (at === null) return t('review.warnings.confirmedBy', { name })
  return tNode('payouts.confirmations.entered', { name, ago: () => <Ago at={at} /> })
}

function Why({ reason }: { readonly reason: string | null }) {
  return reason !== null && <span> · {t('payouts.confirmations.reason', { reason })}</span>
}
