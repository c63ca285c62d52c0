import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import {
  deliveriesSchema,
  webhookSecretSchema,
  webhooksSchema,
  webhookTestSchema,
  webhookWriteSchema,
} from '#shared/api/webhooks.ts'
import { testType } from '../deliveries/delivery-rows.ts'
import { named, type Route, route } from '../http/route.ts'
import { Failure } from '../kernel/failure.ts'
import { messageTo } from '../webhooks/deliver-webhooks.ts'
import {
  listDeliveries,
  listEndpoints,
  makeEndpoint,
  noteTest,
  type ProposeSecret,
  removeEndpoint,
  renewSecret,
  reviveEndpoint,
  secretProposed,
  sendAgain,
} from '../webhooks/endpoints.ts'
import { findEndpoint } from '../webhooks/webhook-rows.ts'
import type { Intent } from '../writes/writes.ts'
import type { AppDeps } from './app-deps.ts'

type WebhookDeps = Pick<AppDeps, 'store' | 'writes'> & { readonly webhooks: NonNullable<AppDeps['webhooks']> }

/** Where the merchant's own systems are called when something happens. */
export function webhookRoutes(deps: WebhookDeps): readonly Route[] {
  return [...endpointRoutes(deps), ...switchRoutes(deps), ...deliveryRoutes(deps)]
}

const list = named('Webhooks', webhooksSchema)
const allOf = async (store: WebhookDeps['store']) => ({ body: await listEndpoints(store) })

function endpointRoutes({ store, writes, webhooks }: WebhookDeps): readonly Route[] {
  const secret = named('WebhookSecret', webhookSecretSchema)
  const proposed = async (intent: Intent, propose: ProposeSecret) => {
    const { body: made, ...rest } = await writes.once(intent, proposedSchema, async (tx) => ({
      body: await propose(tx),
    }))
    const details = (await listEndpoints(store)).items.find(({ id }) => id === made.id)
    if (details === undefined) throw new Failure('NOT_FOUND')
    return { ...rest, body: { secret: await secretProposed(store, made), details } }
  }
  return [
    route({
      method: 'get',
      path: '/api/webhooks',
      permission: 'administer',
      summary: 'The endpoints that are called when something happens, newest first, with how many deliveries wait.',
      answer: list,
      problems: ['TAMPERED'],
      handle: () => allOf(store),
    }),
    route({
      method: 'post',
      path: '/api/webhooks',
      permission: 'manage',
      summary: 'Proposes an endpoint and shows its secret this once. Nothing is sent before another admin confirms it.',
      isIdempotent: true,
      body: named('WebhookWrite', webhookWriteSchema),
      answer: secret,
      status: 201,
      problems: ['STATE_CONFLICT', 'TAMPERED', 'NOT_FOUND'],
      handle: ({ person, idempotencyKey: key, body }) =>
        proposed({ key, personId: person.id, route: 'POST /api/webhooks', body }, (tx) =>
          makeEndpoint(tx, person, body, webhooks.privateHosts),
        ),
    }),
    route({
      method: 'post',
      path: '/api/webhooks/:id/secret',
      permission: 'manage',
      summary:
        'Proposes another secret for an endpoint, shown this once. Once another admin confirms it, deliveries are signed by both for a day.',
      isIdempotent: true,
      answer: secret,
      status: 201,
      problems: ['TAMPERED'],
      handle: ({ person, id, idempotencyKey: key }) =>
        proposed({ key, personId: person.id, route: `POST /api/webhooks/${id}/secret`, body: null }, (tx) =>
          renewSecret(tx, person, id),
        ),
    }),
  ]
}

function switchRoutes({ store }: WebhookDeps): readonly Route[] {
  return [
    route({
      method: 'post',
      path: '/api/webhooks/:id/revive',
      permission: 'manage',
      summary:
        'Proposes to call an endpoint again that was switched off as it answered 410, and answers all of them. What came meanwhile is not sent.',
      answer: list,
      problems: ['STATE_CONFLICT', 'TAMPERED'],
      handle: async ({ person, id }) => {
        await store.write((tx) => reviveEndpoint(tx, person, id))
        return allOf(store)
      },
    }),
    route({
      method: 'delete',
      path: '/api/webhooks/:id',
      permission: 'protect',
      summary: 'Switches an endpoint off for good, and answers all of them.',
      answer: list,
      problems: ['TAMPERED'],
      handle: async ({ person, id }) => {
        await store.write((tx) => removeEndpoint(tx, person.id, id))
        return allOf(store)
      },
    }),
  ]
}

function deliveryRoutes({ store, webhooks }: WebhookDeps): readonly Route[] {
  const deliveries = named('Deliveries', deliveriesSchema)
  return [
    route({
      method: 'post',
      path: '/api/webhooks/:id/test',
      permission: 'manage',
      summary:
        'Sends a signed event of the type test to an endpoint that was confirmed, once, and says how it was answered.',
      answer: named('WebhookTest', webhookTestSchema),
      problems: ['TAMPERED', 'STATE_CONFLICT'],
      handle: async ({ id }) => {
        const endpoint = await findEndpoint(store, id)
        if (endpoint.state !== 'on') throw new Failure('STATE_CONFLICT', { params: { why: 'state' } })
        const now = store.now()
        const event = { id: `evt_test_${randomUUID()}`, type: testType, timestamp: now.toISOString(), data: {} }
        const answer = await webhooks.send(messageTo(endpoint, event, now))
        await store.write((tx) => noteTest(tx, id, event.id, answer))
        return { body: answer }
      },
    }),
    route({
      method: 'get',
      path: '/api/webhooks/:id/deliveries',
      permission: 'administer',
      summary: 'The last hundred deliveries to an endpoint, tests among them, newest first, with their answers.',
      answer: deliveries,
      problems: ['TAMPERED'],
      handle: async ({ id }) => ({ body: { items: [...(await listDeliveries(store, id))] } }),
    }),
    route({
      method: 'post',
      path: '/api/webhooks/:id/retry',
      permission: 'manage',
      summary: 'Has what was set aside delivered again, and answers the last hundred deliveries.',
      answer: deliveries,
      problems: ['TAMPERED'],
      handle: async ({ id }) => {
        await store.write((tx) => sendAgain(tx, id))
        return { body: { items: [...(await listDeliveries(store, id))] } }
      },
    }),
  ]
}

const proposedSchema = z.object({ id: z.string(), proposal: z.string() })
