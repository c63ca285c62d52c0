import { useId } from 'react'
import { useLocation } from 'wouter'
import { useDeliverySummaries } from '../api/delivery-summaries.ts'
import { t, tNode } from '../language/translate.ts'
import { WaitingProposals } from '../proposals/waiting-proposals.tsx'
import { AppLink } from '../screen/app-link.tsx'
import { Page } from '../screen/page.tsx'
import { paths } from '../screen/routes.ts'
import { AmountLimits } from './amount-limits.tsx'
import { ApiTokens } from './api-tokens.tsx'
import { ApprovalPolicySection } from './approval-policy.tsx'
import styles from './settings.module.css'
import { WebhooksPage } from './webhooks.tsx'

/** The settings, and the page of webhooks beside them. */
export function SettingsScreen() {
  const [location] = useLocation()
  return location === paths.webhooks ? <WebhooksPage /> : <Settings />
}

/** The merchant's settings: approvals per payout, amount limits that raise warnings, API tokens, and the way to webhooks. */
function Settings() {
  return (
    <Page title={t('settings.title')} lead={t('settings.lead')}>
      <div className={styles.page}>
        <WaitingProposals kinds={['policy', 'token', 'webhook']} />
        <ApprovalPolicySection />
        <AmountLimits />
        <BankNames />
        <ApiTokens />
        <WebhooksSection />
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

/** Nothing where no other systems are called. */
function WebhooksSection() {
  const titleId = useId()
  const webhooks = useDeliverySummaries().data?.webhooks ?? null
  if (webhooks === null) return null
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId}>{t('settings.webhooks.title')}</h2>
      <p>{tNode('settings.webhooks.where', { link: (parts) => <AppLink to={paths.webhooks}>{parts}</AppLink> })}</p>
      {webhooks.setAside > 0 && <p>{t('settings.webhooks.setAside', { count: webhooks.setAside })}</p>}
    </section>
  )
}
