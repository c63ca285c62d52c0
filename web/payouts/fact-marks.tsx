import type { PayoutFact } from '#shared/api/payout-marks.ts'
import { t } from '../language/translate.ts'
import styles from './fact-marks.module.css'

/** What is to be known of a payout besides its warnings, each as a chip. */
export function FactMarks({ facts }: { readonly facts: readonly PayoutFact[] }) {
  return facts.map((fact) => (
    <span key={fact} className={styles.fact}>
      {t(`payouts.fact.${fact}`)}{' '}
    </span>
  ))
}
