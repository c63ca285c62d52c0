import { t } from '../language/translate.ts'
import { Page } from '../screen/page.tsx'
import { ApprovedPayouts } from './approved-payouts.tsx'
import styles from './exports.module.css'
import { PastExports } from './past-exports.tsx'

/** Exports approved requests as a file, and shows previous exports. */
export function Exports() {
  return (
    <Page title={t('exports.page.title')} lead={t('exports.page.lead')}>
      <div className={styles.page}>
        <ApprovedPayouts />
        <PastExports />
      </div>
    </Page>
  )
}
