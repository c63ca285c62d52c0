import * as z from 'zod/mini'
import type { ActivityAction } from '#shared/api/activity.ts'
import { type AppEvent, type EventType, eventFactsSchema, eventThingSchema } from '#shared/api/events.ts'
import { outcomes } from '#shared/api/outcome.ts'
import type { AuditRow } from '../store/audit/audit-log.ts'

/**
 * The event that an entry of the audit log is; undefined where other systems do not hear of it. So each event is written in the transaction of what
 * happened, and no action needs a second call for it.
 */
export function eventOf(row: AuditRow): AppEvent | undefined {
  const known = typeOfAction.get(row.action)
  if (known === undefined) return undefined
  const { standsFor: outcome, rulesChanged, ...facts } = entryFactsSchema.parse(JSON.parse(row.facts))
  const type = typeof known === 'string' ? known : known({ ...facts, rulesChanged })
  if (type === undefined) return undefined
  const thing = { type: eventThingSchema.parse(row.thing_type), id: row.thing_id }
  return { id: eventId(row), type, timestamp: row.at, data: { thing, ...facts, ...(outcome && { outcome }) } }
}

/** By the MAC: after a backup was restored, another entry has the same number. */
export function eventId({ mac }: Pick<AuditRow, 'mac'>): string {
  return `evt_${mac.slice(0, 22)}`
}

const entryFactsSchema = z.extend(eventFactsSchema, {
  standsFor: z.optional(z.enum(outcomes)),
  /** Whether it was the rule book that made another request of a payout. */
  rulesChanged: z.optional(z.boolean()),
})

type EntryFacts = Pick<z.infer<typeof entryFactsSchema>, 'state' | 'from' | 'rulesChanged'>

type ByFacts = (facts: EntryFacts) => EventType | undefined

const reopened: ByFacts = ({ from }) => (from === undefined ? undefined : 'payout.reopened')

/** An edit that sends the payout to review has an entry of its own for that. */
const afterChange: ByFacts = ({ from, state, rulesChanged = false }) => {
  if (from === undefined) return undefined
  if (state === 'draft') return 'payout.withdrawn'
  if (state === 'returned') return 'payout.returned'
  return rulesChanged ? 'payout.reopened' : undefined
}

const typeOfAction: ReadonlyMap<string, EventType | ByFacts> = new Map<ActivityAction, EventType | ByFacts>([
  ['payout.submitted', 'payout.submitted'],
  ['payout.changed', afterChange],
  ['payout.withdrawn', 'payout.withdrawn'],
  // Not the first approval of two.
  ['payout.approved', ({ state }) => (state === 'approved' ? 'payout.approved' : undefined)],
  ['payout.returned', 'payout.returned'],
  ['payout.undone', reopened],
  ['payout.distrusted', reopened],
  ['payout.deleted', 'payout.deleted'],
  ['payout.exported', 'payout.exported'],
  ['payout.unexported', 'payout.unexported'],
  ['payout.outcome_stated', 'payout.outcome_recorded'],
  ['beneficiary.created', 'beneficiary.created'],
  ['beneficiary.changed', 'beneficiary.changed'],
  ['beneficiary.archived', 'beneficiary.archived'],
  ['beneficiary.restored', 'beneficiary.restored'],
  ['beneficiary.erased', 'beneficiary.erased'],
  ['batch.finished', 'batch.completed'],
  ['batch.reviewed', 'batch.reviewed'],
  ['export.created', 'export.created'],
  ['export.undone', 'export.undone'],
  ['policy.confirmed', 'policy.changed'],
])
