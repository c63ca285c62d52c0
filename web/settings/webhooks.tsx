import { useState } from 'react'
import { reasonOf } from '../api/api.ts'
import { useDeliverySummaries } from '../api/delivery-summaries.ts'
import { t } from '../language/translate.ts'
import { WaitingProposals } from '../proposals/waiting-proposals.tsx'
import { AppLink } from '../screen/app-link.tsx'
import { LoadAgain } from '../screen/load-again.tsx'
import { Page } from '../screen/page.tsx'
import { paths } from '../screen/routes.ts'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ProposeWebhook } from './propose-webhook.tsx'
import styles from './settings.module.css'
import { useWebhooks } from './use-webhooks.ts'
import { ChangedEndpoint, EndpointCard } from './webhook-endpoint.tsx'

/** The addresses of other systems that are called when something happens, and how deliveries to them went. */
export function WebhooksPage() {
  const summaries = useDeliverySummaries()
  const isOn = summaries.data?.webhooks != null
  const [isProposing, setIsProposing] = useState(false)
  return (
    <Page
      title={t('settings.webhooks.title')}
      lead={t('settings.webhooks.lead')}
      aside={
        isOn && (
          <Button kind="primary" onClick={() => setIsProposing(true)}>
            {t('settings.webhooks.propose')}
          </Button>
        )
      }
    >
      <div className={styles.page}>
        {isOn && <WaitingProposals kinds={['webhook']} />}
        {summaries.data?.webhooks === null ? <p>{t('settings.webhooks.off')}</p> : <Endpoints />}
        <p>
          <AppLink to={paths.settings}>{t('settings.webhooks.back')}</AppLink>
        </p>
      </div>
      {isProposing && <ProposeWebhook onClose={() => setIsProposing(false)} />}
    </Page>
  )
}

function Endpoints() {
  const webhooks = useWebhooks()
  if (webhooks.isPending) return <Skeleton lines={6} label={t('settings.webhooks.loading')} />
  if (webhooks.data === undefined)
    return <LoadAgain title={t('settings.webhooks.failed', { reason: reasonOf(webhooks.error) })} query={webhooks} />
  const { items, changed } = webhooks.data
  if (items.length + changed.length === 0) return <p className={styles.quiet}>{t('settings.webhooks.none')}</p>
  return (
    <>
      {changed.map((id) => (
        <ChangedEndpoint key={id} id={id} />
      ))}
      {items.map((webhook) => (
        <EndpointCard key={webhook.id} webhook={webhook} />
      ))}
    </>
  )
}
