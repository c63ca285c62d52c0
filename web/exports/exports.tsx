import { Page } from '../app/page.tsx'
import { ApprovedPayouts } from './approved-payouts.tsx'
import styles from './exports.module.css'
import { PastExports } from './past-exports.tsx'

/** Gives approved requests out as a file, and shows what was given out before. */
export function Exports() {
  return (
    <Page
      title="Exports"
      lead="An export gives approved requests out as a file, ready to send. Payout Desk itself sends nothing."
    >
      <div className={styles.page}>
        <ApprovedPayouts />
        <PastExports />
      </div>
    </Page>
  )
}
