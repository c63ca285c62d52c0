import { useId } from 'react'
import type { DeliverySummary } from '#shared/api/webhooks.ts'
import { useDeliverySummaries } from '../api/delivery-summaries.ts'
import { t, tNode } from '../language/translate.ts'
import { Ago } from '../ui/ago.tsx'
import { Ledger, LedgerRow } from '../ui/ledger.tsx'
import { Badge } from '../ui/tone.tsx'

/** How deliveries to other systems go; nothing where none are called. */
export function AboutWebhooks() {
  const summary = useDeliverySummaries().data?.webhooks ?? null
  const titleId = useId()
  if (summary === null) return null
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId}>{t('about.webhooks.title')}</h2>
      <WebhookSummary {...summary} />
    </section>
  )
}

/** When a delivery last arrived, whether the last attempt failed, and how many are still to be made. */
export function WebhookSummary({ deliveredAt, failedAt, waiting, setAside }: DeliverySummary) {
  const failed = failedAt !== null &&
    failedAt > (deliveredAt ?? '') && {
      tone: 'error' as const,
      note: tNode('about.webhooks.failed', { ago: () => <Ago at={failedAt} /> }),
    }
  return (
    <Ledger label={t('about.webhooks.title')}>
      <LedgerRow
        name={t('about.webhooks.last')}
        value={deliveredAt === null ? undefined : <Ago at={deliveredAt} />}
        missing={t('about.webhooks.none')}
        {...failed}
      />
      <LedgerRow name={t('about.webhooks.waiting')} value={waiting} />
      {setAside > 0 && (
        <LedgerRow name={t('about.webhooks.setAside')} value={<Badge tone="warning">{setAside}</Badge>} />
      )}
    </Ledger>
  )
}
