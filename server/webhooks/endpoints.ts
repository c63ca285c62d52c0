import { randomUUID } from 'node:crypto'
import { issueOn } from '#shared/api/issue.ts'
import type { Person } from '#shared/api/session.ts'
import {
  type Delivery,
  deliverySchema,
  mostEndpoints,
  type WebhookList,
  type WebhookWrite,
} from '#shared/api/webhooks.ts'
import { hostOf } from '#shared/payout/web-address.ts'
import {
  addDeliveries,
  countDeliveries,
  forgetDelivered,
  lastDeliveries,
  moveDeliveries,
  testType,
} from '../deliveries/delivery-rows.ts'
import { Failure } from '../kernel/failure.ts'
import { activeAdmins, personNames } from '../people/people-rows.ts'
import type { ProposalRow } from '../proposals/proposal-rows.ts'
import { propose, withdrawAll } from '../proposals/proposals.ts'
import { readHead } from '../store/audit/audit-log.ts'
import type { Reader, Transaction } from '../store/store.ts'
import { isRefused, type WebhookAnswer } from './send-webhook.ts'
import {
  allEndpoints,
  type EndpointContent,
  findEndpoint,
  proposedEndpoint,
  saveEndpoint,
  type WebhookEndpoint,
} from './webhook-rows.ts'
import { makeWebhookSecret } from './webhook-signature.ts'
import { endpointTrails } from './webhook-trail.ts'

/** What was proposed about an endpoint: itself, or another secret. */
interface ProposedSecret {
  readonly id: string
  readonly proposal: string
}

type NewEndpoint = Omit<EndpointContent, 'proposedAs' | 'nextSecret'>

export type ProposeSecret = (tx: Transaction) => Promise<ProposedSecret>

/**
 * Proposes an endpoint: nothing is sent to it before another admin confirms it. Audited.
 * @throws Failure FIELDS_INVALID, STATE_CONFLICT
 */
export async function makeEndpoint(
  tx: Transaction,
  maker: Person,
  { url, types }: WebhookWrite,
  privateHosts: ReadonlySet<string>,
): Promise<ProposedSecret> {
  const address = url.trim()
  if (!/^https:[/][/]/i.test(address) || isRefused(address, hostOf(address) ?? '', privateHosts))
    throw new Failure('FIELDS_INVALID', { errors: [issueOn('url', 'webhook_address', {})] })
  await requireRoom(tx)
  const unconfirmed = { secrets: [], confirmedAs: null, enteredSeq: 0 }
  return proposeSecret(tx, maker, { id: randomUUID(), url: new URL(address).href, types, ...unconfirmed })
}

/**
 * Proposes another secret for an endpoint, in place of one that waits: it signs once another admin has confirmed it. Audited.
 * @throws Failure NOT_FOUND, TAMPERED
 */
export async function renewSecret(tx: Transaction, by: Person, id: string): Promise<ProposedSecret> {
  const endpoint = await findEndpoint(tx, id)
  if (endpoint.state !== 'on') throw new Failure('NOT_FOUND')
  return proposeSecret(tx, by, endpoint)
}

function proposeSecret(tx: Transaction, by: Person, endpoint: NewEndpoint): Promise<ProposedSecret> {
  return proposeEndpoint(tx, by, { ...endpoint, nextSecret: makeWebhookSecret() })
}

/**
 * Proposes to call an endpoint again that answered 410, with the secret that it has. Audited.
 * @throws Failure NOT_FOUND, STATE_CONFLICT, TAMPERED
 */
export async function reviveEndpoint(tx: Transaction, by: Person, id: string): Promise<void> {
  const endpoint = await findEndpoint(tx, id)
  if (endpoint.why !== 'gone') throw new Failure('STATE_CONFLICT', { params: { why: 'state' } })
  await requireRoom(tx)
  await proposeEndpoint(tx, by, { ...endpoint, nextSecret: null })
}

async function proposeEndpoint(
  tx: Transaction,
  by: Person,
  endpoint: NewEndpoint & Pick<EndpointContent, 'nextSecret'>,
): Promise<ProposedSecret> {
  const { id, url, types } = endpoint
  const content = { host: hostOf(url), types }
  const proposal = await propose(tx, by, { kind: 'webhook', thingId: id, content })
  await saveEndpoint(tx, { ...endpoint, proposedAs: proposal })
  return { id, proposal }
}

/** @throws Failure STATE_CONFLICT */
async function requireRoom(tx: Transaction): Promise<void> {
  const called = (await allEndpoints(tx)).endpoints.filter(({ state }) => state !== 'off')
  if (called.length >= mostEndpoints) throw new Failure('STATE_CONFLICT', { params: { why: 'state' } })
}

/** The secret that was proposed, as long as no other was. @throws Failure NOT_FOUND, TAMPERED */
export async function secretProposed(reader: Reader, { id, proposal }: ProposedSecret): Promise<string> {
  const { proposedAs, nextSecret, secrets } = await findEndpoint(reader, id)
  const secret = nextSecret ?? secrets[0]?.secret
  if (proposedAs !== proposal || secret === undefined) throw new Failure('NOT_FOUND')
  return secret
}

/** For so long a former secret signs as well. */
const formerMs = 24 * 60 * 60_000

/**
 * From the next event on an endpoint is called that is new or answered 410; one that is called already is signed for with another secret, and for a day by the
 * former one, too.
 * @throws Failure NOT_FOUND, TAMPERED
 */
export async function admitEndpoint(
  tx: Transaction,
  { id: proposal, thing_id: id }: Pick<ProposalRow, 'id' | 'thing_id'>,
  byId: string | null,
): Promise<void> {
  const endpoint = await proposedEndpoint(tx, id, proposal)
  const { nextSecret, secrets, confirmedAs } = endpoint
  const isOn = (await endpointTrails(tx, [id])).get(id)?.state === 'on'
  if (!isOn) throw new Failure('NOT_FOUND')
  if (nextSecret === null) {
    const { seq: enteredSeq } = await readHead(tx.db)
    return saveEndpoint(tx, { ...endpoint, confirmedAs: proposal, enteredSeq })
  }
  const until = new Date(tx.now().getTime() + formerMs).toISOString()
  const former = secrets.slice(0, 1).map((one) => ({ ...one, until }))
  const now = { secrets: [{ secret: nextSecret, until: null }, ...former], nextSecret: null, confirmedAs: proposal }
  await saveEndpoint(tx, { ...endpoint, ...now })
  if (confirmedAs !== null)
    await tx.audit({ personId: byId, action: 'webhook.renewed', thing: { type: 'webhook', id } })
}

/**
 * Switches an endpoint off for good, by the audit log, also one whose row was changed past the app; once more changes nothing. Audited.
 * @param cause why, where no person did
 * @throws Failure NOT_FOUND
 */
export async function removeEndpoint(tx: Transaction, byId: string | null, id: string, cause?: 'gone'): Promise<void> {
  const trail = (await endpointTrails(tx, [id])).get(id)
  if (trail === undefined) throw new Failure('NOT_FOUND')
  if (trail.why === 'person' || trail.why === 'gone') return
  await withdrawAll(tx, byId, ({ kind, thing_id }) => kind === 'webhook' && thing_id === id)
  await moveDeliveries(tx.db, { recipient_id: id }, 'waiting', 'set_aside')
  await tx.audit({
    personId: byId,
    action: 'webhook.removed',
    thing: { type: 'webhook', id },
    facts: cause ? { cause } : {},
  })
}

/** The secrets that sign now. */
export function secretsAt({ secrets }: WebhookEndpoint, now: Date): readonly string[] {
  return secrets.filter(({ until }) => until === null || until > now.toISOString()).map(({ secret }) => secret)
}

/** All endpoints, the newest first. @throws Failure TAMPERED */
export async function listEndpoints(reader: Reader): Promise<WebhookList> {
  const { endpoints, changed } = await allEndpoints(reader)
  const people = endpoints.flatMap(({ madeBy, agreed }) => [madeBy, ...agreed])
  const personOf = await personNames(reader.db, people)
  const admins = new Set((await activeAdmins(reader)).map(({ id }) => id))
  const ids = endpoints.map(({ id }) => id)
  const [waiting, setAside] = [
    await countDeliveries(reader.db, ids, 'waiting'),
    await countDeliveries(reader.db, ids, 'set_aside'),
  ]
  const now = reader.now().toISOString()
  const items = endpoints.map(({ id, url, types, state, why, madeBy, madeAt, agreed, secrets, nextSecret }) => ({
    ...{ id, url, types, state, why, madeAt },
    madeBy: personOf(madeBy),
    agreedBy: agreed.map((one) => ({ ...personOf(one), isAdmin: admins.has(one) })),
    isSecretProposed: state === 'on' && nextSecret !== null,
    formerSecretUntil: secrets.map(({ until }) => until).find((until) => until !== null && until > now) ?? null,
    waiting: waiting.get(id) ?? 0,
    setAside: setAside.get(id) ?? 0,
  }))
  return { items, changed: [...changed] }
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
  return state === 'on' ? moveDeliveries(tx.db, { recipient_id: id }, 'set_aside', 'waiting') : 0
}

/** Notes how a test was answered, among the deliveries. */
export async function noteTest(
  tx: Transaction,
  id: string,
  eventId: string,
  { status, why, tookMs }: WebhookAnswer,
): Promise<void> {
  const { seq } = await readHead(tx.db)
  const test = { id: randomUUID(), way: 'webhook', recipient_id: id, seq, type: testType, thing_id: id } as const
  const answered = { attempts: 1, due_at: '', tried_at: tx.now().toISOString(), status, why, took_ms: tookMs }
  const state = why === null ? 'delivered' : 'failed'
  await addDeliveries(tx.db, [{ ...test, event_id: eventId, state, ...answered }])
  await forgetDelivered(tx.db, id)
}
