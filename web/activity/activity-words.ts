import * as z from 'zod/mini'
import type { ActivityAction, ActivityEntry } from '#shared/api/activity.ts'
import { entryFields } from '#shared/rule-book/entry-fields.ts'
import { fieldLabel, inSentence } from '#shared/rule-book/field-label.ts'

/** One entry as a sentence, with its thing where a link can stand. */
export interface ActivitySentence {
  readonly before: string
  /** Undefined where the sentence names no thing. */
  readonly thing: string | undefined
  readonly after: string
}

/** What each action is called; `{thing}` is the thing's name. */
const actionWords: Readonly<Record<ActivityAction, string>> = {
  'beneficiary.created': 'entered {thing} into the book',
  'beneficiary.changed': 'changed {thing}',
  'beneficiary.archived': 'archived {thing}',
  'beneficiary.restored': 'took {thing} back into use',
  'beneficiary.revealed': 'saw the details of {thing}',
  'beneficiary.exported': 'exported all that is held about {thing}',
  'beneficiary.erased': 'erased {thing}',
  'payout.created': 'entered {thing}',
  'payout.changed': 'changed {thing}',
  'payout.submitted': 'sent {thing} to review',
  'payout.withdrawn': 'took {thing} back from review',
  'payout.approved': 'approved {thing}',
  'payout.returned': 'returned {thing}',
  'payout.revealed': 'saw the request of {thing}',
  'payout.deleted': 'deleted {thing}',
  'export.created': 'made {thing}',
  'export.downloaded': 'downloaded {thing}',
  'check.asked': 'asked for {thing}',
  'session.began': 'began to work',
  'keys.rotated': 'renewed the encryption key',
  'database.restored': 'was restored from a backup',
}

const factsSchema = z.object({
  fields: z.catch(z.optional(z.array(z.string())), undefined),
  outcome: z.catch(z.optional(z.string()), undefined),
  service: z.catch(z.optional(z.enum(['identity', 'bank'])), undefined),
  purpose: z.catch(z.optional(z.enum(['view', 'edit', 'pay'])), undefined),
  format: z.catch(z.optional(z.string()), undefined),
  count: z.catch(z.optional(z.number()), undefined),
  payouts: z.catch(z.optional(z.number()), undefined),
  confirmed: z.catch(z.optional(z.number()), undefined),
  rulesChanged: z.catch(z.optional(z.boolean()), undefined),
  formerSeq: z.catch(z.optional(z.number()), undefined),
  exportedSince: z.catch(z.optional(z.number()), undefined),
})

/** "Ana approved payout PD-7K3MX2QA · Rui Alves". */
export function activitySentence({ by, action, thing, facts }: ActivityEntry): ActivitySentence {
  const [before = '', after] = actionWords[action].split('{thing}')
  const who = by?.name ?? 'Payout Desk'
  const more = factWords(factsSchema.parse(facts))
  if (after === undefined) return { before: `${who} ${before}${more}`, thing: undefined, after: '' }
  return { before: `${who} ${before}`, thing: thingWords(thing), after: `${after}${more}` }
}

function thingWords({ type, name, reference }: ActivityEntry['thing']): string {
  if (reference === null) return name ?? namelessThings[type]
  return `payout ${name === null ? reference : `${reference} · ${name}`}`
}

const namelessThings: Readonly<Record<ActivityEntry['thing']['type'], string>> = {
  beneficiary: 'a beneficiary',
  payout: 'a payout',
  export: 'an export',
  check: 'a check',
  person: 'somebody',
  key: 'the key',
  database: 'the database',
}

function factWords(facts: z.infer<typeof factsSchema>): string {
  const { fields, outcome, service, purpose, format, count = facts.payouts, confirmed = 0 } = facts
  const { formerSeq, exportedSince = 0 } = facts
  const parts = [
    service && (service === 'identity' ? 'identity' : 'bank account'),
    outcome && (outcomes[outcome] ?? outcome),
    purpose && purposes[purpose],
    count !== undefined && `${count} ${count === 1 ? 'payout' : 'payouts'}`,
    confirmed > 0 && `${confirmed} ${confirmed === 1 ? 'warning' : 'warnings'} confirmed`,
    facts.rulesChanged === true && 'the rules have changed since',
    format?.toUpperCase(),
    formerSeq !== undefined && `the record before it had ${formerSeq} ${formerSeq === 1 ? 'entry' : 'entries'}`,
    exportedSince > 0 && `${exportedSince} ${exportedSince === 1 ? 'payout' : 'payouts'} exported since the backup`,
    fields && fields.length > 0 && fields.map(fieldWords).join(', '),
  ].filter((part) => part !== undefined && part !== false && part !== '')
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`
}

const outcomes: Readonly<Record<string, string>> = {
  OK: 'matches',
  NOK: 'does not match',
  NOT_VALIDATED: 'could not be checked',
}

const purposes = { view: 'to look at them', edit: 'to edit them', pay: 'for a payout' } as const

/** A field of the interface as a person calls it. */
function fieldWords(name: string): string {
  const field = entryFields.find((found) => found === name)
  return field === undefined ? name : inSentence(fieldLabel(field))
}

/** The actions as a filter offers them, without their thing. */
export function actionLabel(action: ActivityAction): string {
  return labels[action]
}

const labels: Readonly<Record<ActivityAction, string>> = {
  'beneficiary.created': 'Beneficiary entered',
  'beneficiary.changed': 'Beneficiary changed',
  'beneficiary.archived': 'Beneficiary archived',
  'beneficiary.restored': 'Beneficiary back in use',
  'beneficiary.revealed': 'Beneficiary’s details seen',
  'beneficiary.exported': 'Personal data exported',
  'beneficiary.erased': 'Beneficiary erased',
  'payout.created': 'Payout entered',
  'payout.changed': 'Payout changed',
  'payout.submitted': 'Payout sent to review',
  'payout.withdrawn': 'Payout taken back',
  'payout.approved': 'Payout approved',
  'payout.returned': 'Payout returned',
  'payout.revealed': 'Payout’s request seen',
  'payout.deleted': 'Payout deleted',
  'export.created': 'Export made',
  'export.downloaded': 'Export downloaded',
  'check.asked': 'Check asked for',
  'session.began': 'Work begun',
  'keys.rotated': 'Key renewed',
  'database.restored': 'Backup restored',
}
