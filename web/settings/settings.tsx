import { useId } from 'react'
import { t, tNode } from '../language/translate.ts'
import { WaitingProposals } from '../proposals/waiting-proposals.tsx'
import { AppLink } from '../screen/app-link.tsx'
import { Page } from '../screen/page.tsx'
import { paths } from '../screen/routes.ts'
import { AmountLimits } from './amount-limits.tsx'
import { ApiTokens } from './api-tokens.tsx'
import { ApprovalPolicySection } from './approval-policy.tsx'
import styles from './settings.module.css'

/** The merchant's settings: approvals per payout, amount limits that raise warnings, and API tokens. */
export function Settings() {
  return (
    <Page title={t('settings.title')} lead={t('settings.lead')}>
      <div className={styles.page}>
        <WaitingProposals kinds={['policy', 'token', 'webhook']} />
        <ApprovalPolicySection />
        <AmountLimits />
        <BankNames />
        <ApiTokens />
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
