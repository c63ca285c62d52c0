import { Page } from '../app/page.tsx'
import { ApprovedPayouts } from './approved-payouts.tsx'
import styles from './exports.module.css'
import { PastExports } from './past-exports.tsx'
import { t } from './words.ts'

/** Gives approved requests out as a file, and shows what was given out before. */
export function Exports() {
  return (
    <Page title={t('page.title')} lead={t('page.lead')}>
      <div className={styles.page}>
        <ApprovedPayouts />
        <PastExports />
      </div>
    </Page>
  )
}
