import type { Payout } from '#shared/api/payout.ts'
import { useBankNames } from '../api/bank-names.ts'
import { countryNameByCode } from '../entry/country-options.ts'
import { Amount, ShownName } from '../entry/payout-words.tsx'
import { Name } from '../ui/name.tsx'
import { QuestionPanel, type QuestionPanelProps } from '../ui/question-panel.tsx'
import { destinationOf } from './destination.ts'
import styles from './review.module.css'

export interface DecisionPanelProps extends Omit<QuestionPanelProps, 'about'> {
  readonly payout: Payout
}

/** Asks for one decision next to the payout that it is about. */
export function DecisionPanel({ payout, ...panel }: DecisionPanelProps) {
  const names = useBankNames()
  return (
    <QuestionPanel
      {...panel}
      about={
        <>
          <p className={styles.brief}>
            <ShownName of={payout} />{' '}
            <span className={styles.sum}>
              <Amount {...payout} />
            </span>
          </p>
          <p className={styles.quiet}>
            {countryNameByCode(payout.country)}
            {destinationOf(payout, names).map((part) => (
              <span key={part}>
                {' · '}
                <Name>{part}</Name>
              </span>
            ))}
          </p>
        </>
      }
    />
  )
}
