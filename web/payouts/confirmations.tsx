import { gravestFirst, type ShownConfirmation } from '#shared/api/warning.ts'
import { fieldLabel } from '#shared/payout/field-label.ts'
import { isFieldName } from '#shared/payout/fields.ts'
import { GradeBadge } from '../entry/warning-marks.tsx'
import { t, tNode } from '../language/translate.ts'
import { useStaffNames } from '../session/use-staff-names.ts'
import { Ago } from '../ui/ago.tsx'
import styles from './confirmations.module.css'
import { warningWords } from './details-changed.tsx'

/** The confirmed warnings of a payout, the most serious first: who confirmed each, when and why. */
export function Confirmations({ confirmations }: { readonly confirmations: readonly ShownConfirmation[] }) {
  return (
    <ul className={styles.list}>
      {byWarning(confirmations).map(([key, signed]) => (
        <li key={key}>
          <OneWarning signed={signed} />
        </li>
      ))}
    </ul>
  )
}

/** One warning with all people who confirmed it. */
function OneWarning({ signed }: { readonly signed: readonly ShownConfirmation[] }) {
  const nameOf = useStaffNames()
  const [warning] = signed
  if (warning === undefined) return null
  return (
    <>
      <p>
        <GradeBadge grade={warning.grade} /> {textOf(warning)}
      </p>
      {signed.map(({ by, at, reason, isReview }) => (
        <p key={`${by.id} ${at}`} className={styles.signature}>
          {tNode(isReview ? 'payouts.confirmations.reviewed' : 'payouts.confirmations.entered', {
            name: nameOf(by),
            ago: () => <Ago at={at} />,
          })}
          {reason !== null && <span className={styles.reason}>{t('payouts.confirmations.reason', { reason })}</span>}
        </p>
      ))}
    </>
  )
}

/** A warning that was confirmed before its text was saved is shown by its field only. */
function textOf(warning: ShownConfirmation): string {
  if (Object.keys(warning.params).length === 0 && warning.code !== 'no_account_named')
    return t('payouts.confirmations.earlier', { field: fieldWords(warning.field) })
  return warningWords(warning)
}

function fieldWords(field: string): string {
  return isFieldName(field) ? t(fieldLabel(field)) : field
}

function byWarning(confirmations: readonly ShownConfirmation[]) {
  const ordered = gravestFirst(confirmations, ({ grade }) => grade)
  const keyOf = ({ field, code, params }: ShownConfirmation) => JSON.stringify([field, code, params])
  return [...new Set(ordered.map(keyOf))].map(
    (key) => [key, ordered.filter((confirmation) => keyOf(confirmation) === key)] as const,
  )
}
