import type { ReactNode } from 'react'
import { warningId } from '#shared/api/issue.ts'
import type { RevealedPayout } from '#shared/api/payout.ts'
import { OtherBeneficiary } from '../entry/other-beneficiary.tsx'
import { GradeBadge } from '../entry/warning-marks.tsx'
import { alike } from '../language/issue-text.ts'
import { t, tNode } from '../language/translate.ts'
import { ChangesOfDetails, warningWords } from '../payouts/details-changed.tsx'
import { AppLink } from '../screen/app-link.tsx'
import { addressOf } from '../screen/routes.ts'
import { useStaffNames } from '../session/use-staff-names.ts'
import { Ago } from '../ui/ago.tsx'
import { Callout } from '../ui/tone.tsx'
import { gradeTones } from '../validations/grade-tones.ts'
import styles from './review.module.css'

export type RevealedWarning = RevealedPayout['warnings'][number]

/** The present warnings, and who has confirmed them. */
export function StandingWarnings({ warnings }: Pick<RevealedPayout, 'warnings'>) {
  // The gravest comes first.
  const [first] = warnings
  if (first === undefined) return <p className={styles.quiet}>{t('review.warnings.none')}</p>
  return (
    <Callout tone={gradeTones[first.grade]} title={countWords(warnings)}>
      <ul className={styles.warnings}>
        {alike(warnings).map((group) => {
          const warning = leastConfirmed(group)
          return (
            <li key={warningId(warning)}>
              {warningWords(warning)} <GradeBadge grade={warning.grade} /> <ConfirmedBy warning={warning} />
              <WarnedOf warnings={group} />
            </li>
          )
        })}
      </ul>
    </Callout>
  )
}

/** Of warnings with the same sentence one that is still to be confirmed, if there is one. */
export function leastConfirmed(group: readonly [RevealedWarning, ...RevealedWarning[]]): RevealedWarning {
  return group.find(({ confirmedBy }) => confirmedBy === null) ?? group[0]
}

/** Whom and what warnings are about. */
export function WarnedOf({ warnings }: { readonly warnings: readonly RevealedWarning[] }) {
  return warnings.map((warning) => {
    const { code, params } = warning
    const { beneficiaryId, payoutId } = params
    const key = warningId(warning)
    if (code === 'details_changed') return <ChangesOfDetails key={key} warning={warning} />
    if (typeof beneficiaryId === 'string')
      return (
        <p key={key}>
          <OtherBeneficiary id={beneficiaryId} />
        </p>
      )
    return (
      typeof payoutId === 'string' && (
        <p key={key}>
          <AppLink to={addressOf.payout(payoutId)}>{t('payouts.warnings.lookAtPayout')}</AppLink>
        </p>
      )
    )
  })
}

function countWords(warnings: RevealedPayout['warnings']): string {
  const groups = alike(warnings)
  const fresh = groups.filter((group) => leastConfirmed(group).confirmedBy === null).length
  const count = groups.length
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
