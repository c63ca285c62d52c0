import { type ReactNode, useId } from 'react'
import type { DeliverySummary } from '#shared/api/webhooks.ts'
import { useDeliverySummaries } from '../api/delivery-summaries.ts'
import { t, tNode } from '../language/translate.ts'
import { useMay } from '../session/use-may.tsx'
import { Ago } from '../ui/ago.tsx'
import { Ledger, LedgerRow } from '../ui/ledger.tsx'
import { Badge } from '../ui/tone.tsx'
import { FailedMails } from './failed-mails.tsx'

/** How webhooks and mails go, each where there are any; admins send again what was set aside. */
export function AboutDeliveries() {
  const { webhooks = null, mail = null } = useDeliverySummaries().data ?? {}
  const mayAdminister = useMay('administer')
  return (
    <>
      {webhooks !== null && (
        <WaySummary title={t('about.webhooks.title')} seeWhy={t('about.webhooks.seeWhy')} summary={webhooks} />
      )}
      {mail !== null && (
        <WaySummary
          title={t('about.mail.title')}
          seeWhy={mayAdminister ? undefined : t('about.mail.seeWhy')}
          summary={mail}
        >
          {mayAdminister && <FailedMails setAside={mail.setAside} />}
        </WaySummary>
      )}
    </>
  )
}

interface WayProps {
  readonly title: string
  /** Where to read why attempts failed. */
  readonly seeWhy: string | undefined
  readonly summary: DeliverySummary
  readonly children?: ReactNode
}

/** When a delivery last arrived, when one last failed that has not arrived since, and how many are still to be made. */
export function WaySummary({ title, seeWhy, summary, children }: WayProps) {
  const titleId = useId()
  const { deliveredAt, failedAt, waiting, overdue, setAside } = summary
  const failed = failedAt !== null && {
    tone: failedAt > (deliveredAt ?? '') ? ('error' as const) : ('warning' as const),
    note: (
      <>
        {tNode('about.deliveries.failed', { ago: () => <Ago at={failedAt} /> })} {seeWhy}
      </>
    ),
  }
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      <Ledger label={title}>
        <LedgerRow
          name={t('about.deliveries.last')}
          value={deliveredAt === null ? undefined : <Ago at={deliveredAt} />}
          missing={t('about.deliveries.none')}
          {...failed}
        />
        <LedgerRow name={t('about.deliveries.waiting')} value={waiting} />
        {overdue > 0 && <LedgerRow name={t('about.deliveries.overdue')} value={<Badge tone="info">{overdue}</Badge>} />}
        {setAside > 0 && (
          <LedgerRow name={t('about.deliveries.setAside')} value={<Badge tone="warning">{setAside}</Badge>} />
        )}
      </Ledger>
      {children}
    </section>
  )
}
