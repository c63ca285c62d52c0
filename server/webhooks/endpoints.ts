import { randomUUID } from 'node:crypto'
import { issueOn } from '#shared/api/issue.ts'
import type { Person } from '#shared/api/session.ts'
import { type Delivery, deliverySchema, mostEndpoints, type Webhook, type WebhookWrite } from '#shared/api/webhooks.ts'
import { hostOf } from '#shared/payout/web-address.ts'
import { countDeliveries, lastDeliveries, moveDeliveries } from '../deliveries/delivery-rows.ts'
import { Failure } from '../kernel/failure.ts'
import { personNames } from '../people/people-rows.ts'
import { propose, withdrawAll } from '../proposals/proposals.ts'
import { readHead } from '../store/audit/audit-log.ts'
import type { Reader, Transaction } from '../store/store.ts'
import { isRefused } from './send-webhook.ts'
import { addEndpoint, allEndpoints, findEndpoint, saveEndpoint, type WebhookEndpoint } from './webhook-rows.ts'
import { makeWebhookSecret } from './webhook-signature.ts'

/** An endpoint with its secret, which is shown this once. */
interface NewSecret {
  readonly id: string
  readonly secret: string
}

/**
 * Proposes an endpoint: nothing is sent to it before another admin confirms it. Audited.
 * @throws Failure FIELDS_INVALID, STATE_CONFLICT
 */
export async function makeEndpoint(
  tx: Transaction,
  maker: Person,
  { url, types }: WebhookWrite,
  privateHosts: ReadonlySet<string>,
): Promise<NewSecret> {
  const address = url.trim()
  if (!/^https:[/][/]/i.test(address) || isRefused(address, hostOf(address) ?? '', privateHosts))
    throw new Failure('FIELDS_INVALID', { errors: [issueOn('url', 'webhook_address', {})] })
  const others = (await allEndpoints(tx)).filter(({ state }) => state !== 'off')
  if (others.length >= mostEndpoints) throw new Failure('STATE_CONFLICT', { params: { why: 'state' } })
  const [id, secret] = [randomUUID(), makeWebhookSecret()]
  await addEndpoint(tx, {
    id,
    url: new URL(address).href,
    types,
    state: 'proposed',
    why: null,
    secrets: [{ secret, until: null }],
    madeBy: maker.id,
    madeAt: tx.now().toISOString(),
    enteredSeq: 0,
  })
  const content = { host: hostOf(address), types }
  await propose(tx, maker, { kind: 'webhook', thingId: id, content })
  return { id, secret }
}

/** From the next event on the endpoint is called. @throws Failure NOT_FOUND */
export async function admitEndpoint(tx: Transaction, id: string): Promise<void> {
  const endpoint = await findEndpoint(tx, id)
  if (endpoint.state !== 'proposed') throw new Failure('NOT_FOUND')
  await saveEndpoint(tx, { ...endpoint, state: 'on', enteredSeq: (await readHead(tx.db)).seq })
}

/** Switches an endpoint off for good; once more changes nothing. Audited. @throws Failure NOT_FOUND */
export async function removeEndpoint(tx: Transaction, byId: string | null, id: string): Promise<void> {
  const endpoint = await findEndpoint(tx, id)
  if (endpoint.state === 'off') return
  await withdrawAll(tx, byId, ({ kind, thing_id }) => kind === 'webhook' && thing_id === id)
  await switchOff(tx, endpoint, 'person')
  await tx.audit({ personId: byId, action: 'webhook.removed', thing: { type: 'webhook', id } })
}

export async function switchOff(
  tx: Transaction,
  endpoint: WebhookEndpoint,
  why: WebhookEndpoint['why'],
): Promise<void> {
  await saveEndpoint(tx, { ...endpoint, state: 'off', why })
  await moveDeliveries(tx.db, endpoint.id, 'waiting', 'set_aside')
}

/** For so long a former secret signs as well. */
const formerMs = 24 * 60 * 60_000

/** Gives an endpoint another secret; the former one signs for a day more. Audited. @throws Failure NOT_FOUND */
export async function renewSecret(tx: Transaction, byId: string, id: string): Promise<NewSecret> {
  const endpoint = await findEndpoint(tx, id)
  if (endpoint.state === 'off') throw new Failure('NOT_FOUND')
  const secret = makeWebhookSecret()
  const until = new Date(tx.now().getTime() + formerMs).toISOString()
  const former = endpoint.secrets.slice(0, 1).map((one) => ({ ...one, until }))
  await saveEndpoint(tx, { ...endpoint, secrets: [{ secret, until: null }, ...former] })
  await tx.audit({ personId: byId, action: 'webhook.renewed', thing: { type: 'webhook', id } })
  return { id, secret }
}

/** The secrets that sign now. */
export function secretsAt({ secrets }: WebhookEndpoint, now: Date): readonly string[] {
  return secrets.filter(({ until }) => until === null || until > now.toISOString()).map(({ secret }) => secret)
}

/** All endpoints, the newest first. @throws Failure TAMPERED */
export async function listEndpoints(reader: Reader): Promise<readonly Webhook[]> {
  const endpoints = await allEndpoints(reader)
  const personOf = await personNames(
    reader.db,
    endpoints.map(({ madeBy }) => madeBy),
  )
  const ids = endpoints.map(({ id }) => id)
  const [waiting, setAside] = [
    await countDeliveries(reader.db, ids, 'waiting'),
    await countDeliveries(reader.db, ids, 'set_aside'),
  ]
  const now = reader.now().toISOString()
  return endpoints.map(({ id, url, types, state, why, madeBy, madeAt, secrets }) => ({
    id,
    url,
    types,
    state,
    why,
    madeBy: personOf(madeBy),
    madeAt,
    formerSecretUntil: secrets.map(({ until }) => until).find((until) => until !== null && until > now) ?? null,
    waiting: waiting.get(id) ?? 0,
    setAside: setAside.get(id) ?? 0,
  }))
}

const shownDeliveries = 100

/** @throws Failure NOT_FOUND */
export async function listDeliveries(reader: Reader, id: string): Promise<readonly Delivery[]> {
  await findEndpoint(reader, id)
  const rows = await lastDeliveries(reader.db, id, shownDeliveries)
  return rows.map((row) => {
    const { event_id: eventId, tried_at: at, took_ms: tookMs, due_at, type, state, attempts, status, why } = row
    const nextAt = state === 'waiting' && due_at !== '' ? due_at : null
    return deliverySchema.parse({ id: row.id, eventId, type, state, attempts, at, status, why, tookMs, nextAt })
  })
}

/** Has what was set aside delivered again; answers how much it was. @throws Failure NOT_FOUND */
export async function sendAgain(tx: Transaction, id: string): Promise<number> {
  const { state } = await findEndpoint(tx, id)
  return state === 'on' ? moveDeliveries(tx.db, id, 'set_aside', 'waiting') : 0
}
