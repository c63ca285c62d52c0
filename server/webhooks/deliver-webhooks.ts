import { randomUUID } from 'node:crypto'
import type { DeliveryTrouble } from '#shared/api/webhooks.ts'
import { eventId, eventOf } from '../events/event-of-entry.ts'
import { entryNumbered } from '../events/event-rows.ts'
import { verifiedEntries } from '../events/find-events.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { isGenuine, readHead } from '../store/audit/audit-log.ts'
import type { Store, Transaction } from '../store/store.ts'
import {
  addDeliveries,
  type DeliveryChange,
  type DeliveryRow,
  dueDeliveries,
  forgetDelivered,
  giveDeliveryTurn,
  hasDeliveryTurn,
  saveDelivery,
  takeDeliveryTurn,
} from './delivery-rows.ts'
import { secretsAt, switchOff } from './endpoints.ts'
import type { SendWebhook, WebhookAnswer } from './send-webhook.ts'
import { allEndpoints, findEndpoint, noteEntered, type WebhookEndpoint } from './webhook-rows.ts'
import { signedHeaders } from './webhook-signature.ts'

export interface WebhookDelivery {
  /** Gives up what is under way: it is sent again, by whichever server. */
  stop(): Promise<void>
}

interface Deps {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly send: SendWebhook
}

/** How often it is looked for what happened. */
const lookMs = 2_000

/** So many deliveries to one endpoint go on at a time. */
const atOnce = 8

/**
 * Calls the merchant's own systems: at least once for each event, in the order of each thing. Of several servers one has the turn, under a lease; of what a
 * killed one had sent, the next one repeats what was not noted, under the same id.
 */
export function deliverWebhooks(deps: Deps): WebhookDelivery {
  const { store, clock, log } = deps
  const holder = randomUUID()
  const stopping = new AbortController()
  const working = new Map<string, Promise<void>>()
  let cancel = () => {}
  let round: Promise<void> = Promise.resolve()

  const begin = (endpoint: WebhookEndpoint) => {
    if (working.has(endpoint.id)) return
    const work = deliverSome(deps, holder, endpoint, stopping.signal)
      .catch((error: unknown) => log.trouble('webhooks not delivered', { errorName: nameOf(error) }))
      .finally(() => working.delete(endpoint.id))
    working.set(endpoint.id, work)
  }
  const look = async () => {
    const endpoints = (await allEndpoints(store)).filter(({ state }) => state === 'on')
    if (endpoints.length === 0 || !(await store.write((tx) => takeDeliveryTurn(tx, holder)))) return
    const { seq } = await readHead(store.db)
    for (const endpoint of endpoints) {
      if (endpoint.enteredSeq < seq) await enterDeliveries(store, endpoint.id)
      if (!stopping.signal.aborted) begin(endpoint)
    }
  }
  const sleep = (delayMs: number) => {
    if (stopping.signal.aborted) return
    cancel = clock.schedule(delayMs, () => {
      round = look()
        .catch((error: unknown) => log.trouble('webhooks not delivered', { errorName: nameOf(error) }))
        .then(() => sleep(lookMs))
    })
  }
  sleep(0)
  return {
    async stop() {
      stopping.abort()
      cancel()
      await round
      await Promise.all(working.values())
      await store.write((tx) => giveDeliveryTurn(tx, holder)).catch(() => {})
    },
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
          webhook_id: id,
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

const untried = {
  state: 'waiting',
  attempts: 0,
  due_at: '',
  tried_at: null,
  status: null,
  why: null,
  took_ms: null,
} as const

/** Makes the deliveries to one endpoint that are due, a few at a time, until none is. */
async function deliverSome(deps: Deps, holder: string, endpoint: WebhookEndpoint, signal: AbortSignal): Promise<void> {
  const { store } = deps
  while (!signal.aborted) {
    const due = await dueDeliveries(store.db, endpoint.id, store.now(), atOnce)
    if (due.length === 0) return
    const answers = await Promise.all(
      due.map(async (row) => ({ row, answer: await deliverOne(deps, endpoint, row, signal) })),
    )
    // What was cut off by the end of this server did not fail.
    const whole = answers.filter(({ answer }) => answer.why === null || !signal.aborted)
    const isOn = await store.write((tx) => noteAnswers(tx, deps.clock, { holder, id: endpoint.id, answers: whole }))
    if (!isOn) return
  }
}

async function deliverOne(
  { store, send }: Deps,
  endpoint: WebhookEndpoint,
  row: DeliveryRow,
  signal: AbortSignal,
): Promise<WebhookAnswer> {
  const entry = await entryNumbered(store.db, row.seq)
  const isSame = entry !== undefined && isGenuine(store.encryption, entry) && eventId(entry) === row.event_id
  const event = isSame ? eventOf(entry) : undefined
  if (event === undefined) return { status: null, why: 'event', tookMs: 0 }
  return send(messageTo(endpoint, event, store.now()), signal)
}

/** An event as an endpoint is sent it. */
export function messageTo(endpoint: WebhookEndpoint, event: { readonly id: string }, at: Date) {
  const body = JSON.stringify(event)
  const signed = signedHeaders(secretsAt(endpoint, at), { id: event.id, at, body })
  return { url: endpoint.url, body, headers: { 'content-type': 'application/json', ...signed } }
}

interface Answers {
  readonly holder: string
  readonly id: string
  readonly answers: readonly { readonly row: DeliveryRow; readonly answer: WebhookAnswer }[]
}

/** Notes how deliveries were answered; answers whether there may be more. Without the turn nothing is noted: the other server repeats them. */
async function noteAnswers(tx: Transaction, clock: Clock, { holder, id, answers }: Answers): Promise<boolean> {
  const endpoint = await findEndpoint(tx, id)
  if (endpoint.state !== 'on' || !(await hasDeliveryTurn(tx, holder))) return false
  for (const { row, answer } of answers) await saveDelivery(tx.db, after(row, answer, tx.now(), clock.random()))
  await forgetDelivered(tx.db, id, keptDelivered)
  const isGone = answers.some(({ answer }) => answer.status === gone)
  if (isGone) await switchOff(tx, endpoint, 'gone')
  return !isGone
}

const keptDelivered = 100

/** The answer of an endpoint that wants no more. */
const gone = 410

const [secondMs, minuteMs, hourMs] = [1_000, 60_000, 60 * 60_000]

/** The pauses after the first attempts, as the specification recommends them; after the last, some three days on, a delivery is set aside. */
const pausesMs = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  20 * hourMs,
]

/** A delivery after an attempt. Pauses differ by a fifth, so that what failed together is not tried together. */
function after(row: DeliveryRow, { status, why, tookMs }: WebhookAnswer, now: Date, random: number): DeliveryChange {
  const attempts = row.attempts + 1
  const tried = { id: row.id, attempts, tried_at: now.toISOString(), status, why, took_ms: tookMs }
  if (why === null) return { ...tried, state: 'delivered', due_at: '' }
  const pauseMs = hopeless.has(why) ? undefined : pausesMs[attempts - 1]
  if (pauseMs === undefined) return { ...tried, state: 'set_aside', due_at: '' }
  const dueAt = new Date(now.getTime() + pauseMs * (0.9 + 0.2 * random))
  return { ...tried, state: 'waiting', due_at: dueAt.toISOString() }
}

/** What no later attempt can change. */
const hopeless: ReadonlySet<DeliveryTrouble> = new Set(['event'])

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : ''
}
