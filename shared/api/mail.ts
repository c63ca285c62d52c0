import * as z from 'zod/mini'
import { notificationTopics } from './notifications.ts'
import { personSchema } from './session.ts'
import { deliverySchema } from './webhooks.ts'

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

export const failedMailSchema = z.extend(z.omit(deliverySchema, { eventId: true, type: true, tookMs: true }), {
  /** To whom. */
  person: personSchema,
  topic: z.enum(notificationTopics),
  why: z.enum(mailTroubles),
})

export type FailedMail = z.infer<typeof failedMailSchema>

/** GET /api/mail/failed: the last hundred that were tried in vain, the newest first. */
export const failedMailsSchema = z.object({ items: z.array(failedMailSchema) })
