import * as z from 'zod/mini'
import { eventTypeNames } from './events.ts'
import { personSchema } from './session.ts'

/*
 * Where the merchant's own systems are called when something happens, after the specification Standard Webhooks: one POST of the event, signed.
 */

/** The most endpoints at a time. */
export const mostEndpoints = 10

/** POST /api/webhooks. */
export const webhookWriteSchema = z.strictObject({
  url: z.string().check(z.minLength(1), z.maxLength(500), z.describe('An https address, without credentials.')),
  types: z.array(z.enum(eventTypeNames)).check(
    z.minLength(1),
    z.maxLength(eventTypeNames.length),
    z.overwrite((given) => eventTypeNames.filter((type) => given.includes(type))),
    z.describe('Which events it is called for, each once; their order does not matter.'),
  ),
})

export type WebhookWrite = Readonly<z.infer<typeof webhookWriteSchema>>

const endpointStates = ['proposed', 'on', 'off'] as const

/** Why an endpoint is off: a person switched it off or rejected it, it answered 410, or an admin who agreed on it was suspended with distrust. */
const offReasons = ['person', 'gone', 'distrust'] as const

/**
 * Why a delivery failed: its answer was no success, was a redirect, which is not followed, or was too long; it took too long; the name has no address, or
 * a private one; nothing answered there; the certificate does not hold; or the event is no more what the app wrote.
 */
const deliveryTroubles = [
  'answer',
  'redirect',
  'flood',
  'timeout',
  'unresolved',
  'private',
  'connection',
  'certificate',
  'event',
] as const

export type DeliveryTrouble = (typeof deliveryTroubles)[number]

const webhookSchema = z.object({
  id: z.string(),
  url: z.string(),
  types: z.array(z.enum(eventTypeNames)),
  state: z.enum(endpointStates),
  why: z.nullable(z.enum(offReasons)),
  madeBy: personSchema,
  madeAt: z.string(),
  /** Who proposed and who confirmed it or its secrets, and whether they are admins now: it goes on without them. */
  agreedBy: z.array(z.extend(personSchema, { isAdmin: z.boolean() })),
  /** Whether another secret waits for a second admin. */
  isSecretProposed: z.boolean(),
  /** Until when deliveries carry the signature by the former secret, too. */
  formerSecretUntil: z.nullable(z.string()),
  /** How many deliveries wait, and how many were set aside after three days. */
  waiting: z.number(),
  setAside: z.number(),
})

export type Webhook = z.infer<typeof webhookSchema>

/** GET /api/webhooks, the newest first. */
export const webhooksSchema = z.object({
  items: z.array(webhookSchema),
  /** Endpoints that were changed outside the app: they are not called, and can be switched off. */
  changed: z.array(z.string()),
})

export type WebhookList = z.infer<typeof webhooksSchema>

/** Answer of POST /api/webhooks and of POST /api/webhooks/{id}/secret: the secret is shown this once, and signs once another admin has confirmed it. */
export const webhookSecretSchema = z.object({ secret: z.string(), details: webhookSchema })

/** Answer of POST /api/webhooks/{id}/test. */
export const webhookTestSchema = z.object({
  status: z.nullable(z.number()),
  why: z.nullable(z.enum(deliveryTroubles)),
  tookMs: z.number(),
})

/** How it is told what happened. */
export const deliveryWays = ['webhook', 'mail'] as const

/** A test that was not accepted has failed: it is not tried again. */
export const deliveryStates = ['waiting', 'delivered', 'set_aside', 'failed'] as const

export const deliverySchema = z.object({
  id: z.string(),
  eventId: z.string(),
  type: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.number(),
  /** Of the last attempt: its time, the status that it was answered with, why it failed, and how long it took. */
  at: z.nullable(z.string()),
  status: z.nullable(z.number()),
  why: z.nullable(z.enum(deliveryTroubles)),
  tookMs: z.nullable(z.number()),
  /** When it is tried again. */
  nextAt: z.nullable(z.string()),
})

export type Delivery = z.infer<typeof deliverySchema>

/** GET /api/webhooks/{id}/deliveries: the last hundred, tests among them, the newest first. */
export const deliveriesSchema = z.object({ items: z.array(deliverySchema) })

/** How deliveries go: to all endpoints that are on, or by mail. */
const deliverySummarySchema = z.object({
  /** When one last arrived, and when an attempt last failed of what has not arrived since; null where none did, of those that are still known. */
  deliveredAt: z.nullable(z.string()),
  failedAt: z.nullable(z.string()),
  waiting: z.number(),
  /** Those of them that should have been made by now, or were tried in vain: the others wait for their hour by intent. */
  overdue: z.number(),
  setAside: z.number(),
})

export type DeliverySummary = z.infer<typeof deliverySummarySchema>

/** GET /api/deliveries: null without WEBHOOKS, and without SMTP_URL. */
export const deliverySummariesSchema = z.object({
  webhooks: z.nullable(deliverySummarySchema),
  mail: z.nullable(deliverySummarySchema),
})
