import { t } from '../language/translate.ts'
import { Page } from '../screen/page.tsx'
import { paths } from '../screen/routes.ts'
import { useMay } from '../session/use-may.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { ApprovedPayouts } from './approved-payouts.tsx'
import styles from './exports.module.css'
import { PastExports } from './past-exports.tsx'

/** Exports approved requests as a file, and shows previous exports. */
export function Exports() {
  const mayEnter = useMay('enter')
  return (
    <Page
      title={t('exports.page.title')}
      lead={t('exports.page.lead')}
      aside={mayEnter && <ButtonLink href={paths.outcomeFile}>{t('exports.page.outcomes')}</ButtonLink>}
    >
      <div className={styles.page}>
        <ApprovedPayouts />
        <PastExports />
      </div>
    </Page>
  )
}
