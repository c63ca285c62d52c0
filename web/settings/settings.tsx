import { useId } from 'react'
import { t, tNode } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { Page } from '../screen/page.tsx'
import { paths } from '../screen/routes.ts'
import { AmountLimits } from './amount-limits.tsx'
import styles from './settings.module.css'

/** What the merchant decides for all: from which amount a payout is warned of, and what banks are called. */
export function Settings() {
  return (
    <Page title={t('settings.title')} lead={t('settings.lead')}>
      <div className={styles.page}>
        <AmountLimits />
        <BankNames />
      </div>
    </Page>
  )
}

function BankNames() {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId}>{t('settings.banks.title')}</h2>
      <p>{tNode('settings.banks.where', { link: (parts) => <AppLink to={paths.rules}>{parts}</AppLink> })}</p>
    </section>
  )
}
