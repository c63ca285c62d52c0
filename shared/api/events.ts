import * as z from 'zod/mini'
import { outcomes } from './outcome.ts'
import { payoutStates } from './payout.ts'

/*
 * What the merchant's own systems hear of. An event holds ids and codes alone: who wants more asks for the thing by its id.
 */

/** Every kind of event, with what has happened then. */
export const eventTypes = {
  'payout.submitted': 'A payout was sent to review.',
  'payout.withdrawn': 'A payout was taken out of review, or lost its approval, and is a draft again.',
  'payout.approved': 'A payout has all the approvals that it needs.',
  'payout.returned': 'A reviewer returned a payout.',
  'payout.reopened': 'A decision on a payout was taken back: it waits for review again.',
  'payout.deleted': 'A draft or a returned payout was deleted.',
  'payout.exported': 'A payout was put into an export, whose file can be fetched from its `export.created` on.',
  'payout.unexported': 'The export of a payout was undone before it had a file.',
  'payout.outcome_recorded': 'It was reported what became of a payout.',
  'beneficiary.created': 'A beneficiary was saved.',
  'beneficiary.changed': 'Fields of a beneficiary were changed.',
  'beneficiary.archived': 'A beneficiary was archived.',
  'beneficiary.restored': 'A beneficiary was restored from the archive.',
  'beneficiary.erased': 'A beneficiary was erased: erase your copy, too.',
  'batch.completed': 'A batch is whole: no more rows come.',
  'batch.reviewed':
    'No payout of a batch waits for review any more: the last one was approved, returned or withdrawn. It comes again where more are sent to review.',
  'export.created': 'An export was made: its file can be fetched.',
  'export.undone': 'An export was stopped or has failed: none of its payouts is exported by it.',
  'policy.changed': 'Other rules say how many must approve a payout.',
} as const

export type EventType = keyof typeof eventTypes

export const eventTypeNames = Object.keys(eventTypes).filter((name): name is EventType => name in eventTypes)

/** What an event says besides. */
export const eventFactsSchema = z.object({
  /** Of a payout its version and state, and the state before where that was another; of the policy its version. */
  version: z.exactOptional(z.number()),
  state: z.exactOptional(z.enum(payoutStates)),
  from: z.exactOptional(z.enum(payoutStates)),
  /** The export that a payout is in. */
  export: z.exactOptional(z.string()),
  /** What all reports on a payout say together. */
  outcome: z.exactOptional(z.enum(outcomes)),
  /** Which fields were changed. */
  fields: z.exactOptional(z.array(z.string())),
})

export const eventThingSchema = z.enum(['payout', 'beneficiary', 'batch', 'export', 'policy'])

export const appEventSchema = z.object({
  /** The same each time that the event is delivered. */
  id: z.string(),
  type: z
    .enum(eventTypeNames)
    .check(z.describe(eventTypeNames.map((name) => `${name}: ${eventTypes[name]}`).join(' '))),
  /** When it happened. */
  timestamp: z.string(),
  data: z.extend(eventFactsSchema, { thing: z.object({ type: eventThingSchema, id: z.string() }) }),
})

export type AppEvent = z.infer<typeof appEventSchema>

/** GET /api/events: the oldest first. */
export const eventPageSchema = z.object({
  items: z.array(appEventSchema),
  /** To go on from, also later; null where nothing has happened yet. */
  nextCursor: z.nullable(z.string()),
  /** Whether there may be more already. */
  hasMore: z.boolean(),
})

export type EventPage = z.infer<typeof eventPageSchema>
