import { randomUUID } from 'node:crypto'
import { type DeliveryTrouble, mostEndpoints } from '#shared/api/webhooks.ts'
import type { DeliveryAnswer, DeliveryWay } from '../deliveries/deliver.ts'
import { addDeliveries, type DeliveryRow, untried } from '../deliveries/delivery-rows.ts'
import { eventId, eventOf } from '../events/event-of-entry.ts'
import { entryNumbered } from '../events/event-rows.ts'
import { verifiedEntries } from '../events/find-events.ts'
import { isGenuine } from '../store/audit/audit-log.ts'
import type { Store } from '../store/store.ts'
import { removeEndpoint, secretsAt } from './endpoints.ts'
import type { SendWebhook } from './send-webhook.ts'
import { allEndpoints, findEndpoint, hasEndpoints, noteEntered, type WebhookEndpoint } from './webhook-rows.ts'
import { signedHeaders } from './webhook-signature.ts'

interface Deps {
  readonly store: Store
  readonly send: SendWebhook
}

/** Calls the merchant's own systems: each endpoint gets the events that were chosen for it. */
export function webhookWay(deps: Deps): DeliveryWay {
  const { store } = deps
  return {
    recipientType: 'webhook',
    atOnce: { recipients: mostEndpoints, each: 8 },
    isReported: () => true,
    isInUse: () => hasEndpoints(store),
    async enter(seq) {
      const endpoints = (await allEndpoints(store)).endpoints.filter(({ state }) => state === 'on')
      for (const { id, enteredSeq } of endpoints) if (enteredSeq < seq) await enterDeliveries(store, id)
      return endpoints.map((endpoint) => ({
        id: endpoint.id,
        attempt: (row, signal) => deliverOne(deps, endpoint, row, signal),
      }))
    },
    isOn: async (tx, id) => (await findEndpoint(tx, id)).state === 'on',
    async afterwards(tx, id, answers) {
      const isGone = answers.some(({ status }) => status === gone)
      if (isGone) await removeEndpoint(tx, null, id, 'gone')
      return !isGone
    },
    hopeless,
  }
}

const entriesAtOnce = 500

/** Enters the deliveries of what has happened since, a part at a time. */
async function enterDeliveries(store: Store, id: string): Promise<void> {
  for (let isMore = true; isMore; ) {
    isMore = await store.write(async (tx) => {
      const { state, enteredSeq, types } = await findEndpoint(tx, id)
      if (state !== 'on') return false
      const rows = await verifiedEntries(tx, { seq: enteredSeq }, entriesAtOnce)
      const last = rows.at(-1)
      if (last === undefined) return false
      const events = rows.flatMap((row) => {
        const event = eventOf(row)
        return event !== undefined && types.includes(event.type) ? [{ event, seq: row.seq }] : []
      })
      await addDeliveries(
        tx.db,
        events.map(({ event, seq }) => ({
          id: randomUUID(),
          way: 'webhook',
          recipient_id: id,
          seq,
          event_id: event.id,
          type: event.type,
          thing_id: event.data.thing.id,
          ...untried,
        })),
      )
      await noteEntered(tx, id, last.seq)
      return rows.length === entriesAtOnce
    })
  }
}

async function deliverOne(
  { store, send }: Deps,
  endpoint: WebhookEndpoint,
  row: DeliveryRow,
  signal: AbortSignal,
): Promise<DeliveryAnswer> {
  const entry = await entryNumbered(store.db, row.seq)
  const isSame = entry !== undefined && isGenuine(store.encryption, entry) && eventId(entry) === row.event_id
  const event = isSame && row.seq > endpoint.onSeq ? eventOf(entry) : undefined
  // A row of deliveries is not under a MAC: one for another endpoint, or of before this one was confirmed, is not sent.
  if (event === undefined || !endpoint.types.includes(event.type)) return { status: null, why: 'event', tookMs: 0 }
  return send(messageTo(endpoint, event, store.now()), signal)
}

/** An event as an endpoint is sent it. */
export function messageTo(endpoint: WebhookEndpoint, event: { readonly id: string }, at: Date) {
  const body = JSON.stringify(event)
  const signed = signedHeaders(secretsAt(endpoint, at), { id: event.id, at, body })
  return { url: endpoint.url, body, headers: { 'content-type': 'application/json', ...signed } }
}

/** The answer of an endpoint that wants no more. */
const gone = 410

const hopeless: ReadonlySet<DeliveryTrouble> = new Set(['event'])
