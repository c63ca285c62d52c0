import * as z from 'zod/mini'
import { deliveryTroubles, deliveryWays } from './webhooks.ts'

/**
 * Why a mail was not taken: the mail server refused it for good, or for now; it did not let the app in; it took too long; its name has no address;
 * nothing answered there; its TLS does not hold; or the event is no more what the app wrote.
 */
const mailTroubles = [
  'refused',
  'later',
  'auth',
  'timeout',
  'unresolved',
  'connection',
  'certificate',
  'event',
] as const

export type MailTrouble = (typeof mailTroubles)[number]

/** How a way of telling is doing. */
const wayStateSchema = z.object({
  way: z.enum(deliveryWays),
  waiting: z.number(),
  setAside: z.number(),
  /** The last that was taken, and the last attempt that was not. */
  deliveredAt: z.nullable(z.string()),
  failed: z.nullable(
    z.object({ at: z.string(), status: z.nullable(z.number()), why: z.enum([...mailTroubles, ...deliveryTroubles]) }),
  ),
})

/** GET /api/deliveries: of each way that is on. */
export const waysSchema = z.object({ items: z.array(wayStateSchema) })
