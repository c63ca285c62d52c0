import { eventTypeNames } from '#shared/api/events.ts'
import { type Delivery, webhookTestSchema } from '#shared/api/webhooks.ts'
import { postJson, reasonOf } from '../api/api.ts'
import { t } from '../language/translate.ts'
import { LoadAgain } from '../screen/load-again.tsx'
import { Ago, ExactTime } from '../ui/ago.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Table } from '../ui/table.tsx'
import { Badge, Callout, type Tone } from '../ui/tone.tsx'
import { eventWords } from './event-words.ts'
import styles from './settings.module.css'
import { useDeliveries, useWebhookAction, webhookAddress } from './use-webhooks.ts'

/** Sends a signed event of no effect. */
export function useTestDelivery(id: string) {
  const announce = useAnnounce()
  return useWebhookAction(
    () => postJson(`${webhookAddress(id)}/test`, undefined, webhookTestSchema),
    (answer) => announce(testWords(answer)),
  )
}

/** How it was answered. */
export function TestAnswer({ answer }: { readonly answer: DeliveryAttempt }) {
  return <Callout tone={answer.why === null ? 'success' : 'error'} title={testWords(answer)} />
}

type DeliveryAttempt = Pick<Delivery, 'status' | 'why' | 'tookMs'>

function testWords(answer: DeliveryAttempt): string {
  const isGood = answer.why === null
  return t('settings.webhooks.tested', { isGood: String(isGood), answer: answerWords(answer), ms: answer.tookMs ?? 0 })
}

/** What an attempt was answered, or why it was not. */
function answerWords({ status, why }: DeliveryAttempt): string {
  const code = status === null ? '–' : String(status)
  if (why === null) return code
  return t('settings.webhooks.trouble', { why, status: code })
}

/** The last deliveries to an endpoint. */
export function Deliveries({ id }: { readonly id: string }) {
  const deliveries = useDeliveries(id)
  return (
    <div className={styles.section}>
      {deliveries.isPending && <Skeleton lines={4} label={t('settings.webhooks.deliveriesLoading')} />}
      {deliveries.data === undefined && deliveries.isError && (
        <LoadAgain
          title={t('settings.webhooks.deliveriesFailed', { reason: reasonOf(deliveries.error) })}
          query={deliveries}
        />
      )}
      {deliveries.data?.length === 0 && <p className={styles.quiet}>{t('settings.webhooks.noDeliveries')}</p>}
      {deliveries.data !== undefined && deliveries.data.length > 0 && <DeliveryTable rows={deliveries.data} />}
    </div>
  )
}

function DeliveryTable({ rows }: { readonly rows: readonly Delivery[] }) {
  return (
    <Table
      label={t('settings.webhooks.deliveries')}
      rows={rows}
      rowKey={({ id }) => id}
      isDense
      columns={[
        { title: t('settings.webhooks.event'), cell: ({ type }) => <EventName type={type} /> },
        {
          title: t('settings.webhooks.result'),
          cell: ({ state }) => <Badge tone={tones[state]}>{t('settings.webhooks.deliveryState', { state })}</Badge>,
        },
        {
          title: t('settings.webhooks.answer'),
          named: true,
          cell: (row) => (row.why === null || row.why === 'answer' ? row.status : answerWords(row)),
        },
        { title: t('settings.webhooks.attempts'), named: true, isFigure: true, cell: ({ attempts }) => attempts },
        {
          title: t('settings.webhooks.lastAttempt'),
          named: true,
          cell: ({ at }) => at !== null && <Ago at={at} />,
        },
        {
          title: t('settings.webhooks.nextAttempt'),
          named: true,
          cell: ({ nextAt }) => nextAt !== null && <ExactTime at={nextAt} />,
        },
      ]}
    />
  )
}

const tones: Readonly<Record<Delivery['state'], Tone>> = {
  delivered: 'success',
  waiting: 'info',
  set_aside: 'warning',
  failed: 'error',
}

function EventName({ type }: Pick<Delivery, 'type'>) {
  if (type === 'test') return t('settings.webhooks.testName')
  const known = eventTypeNames.find((name) => name === type)
  return known === undefined ? <code translate="no">{type}</code> : eventWords(known)
}
