import * as z from 'zod/mini'
import { type ActivityEntry, refusalCodes } from '#shared/api/activity.ts'
import { payoutStates } from '#shared/api/payout.ts'
import { sessionEnds } from '#shared/api/session.ts'
import { type ValidationStatus, validationStatuses } from '#shared/api/validation.ts'
import { fieldLabel } from '#shared/payout/field-label.ts'
import { isFieldName } from '#shared/payout/fields.ts'
import { t, tNode } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { addressOf, type PageAddress, paths } from '../screen/routes.ts'

export interface ActivityLineProps {
  readonly entry: ActivityEntry
  /** False on the thing's own screen. */
  readonly isLinked?: boolean | undefined
}

/** One entry of the audit log, such as "Ana approved payout PD-7K3MX2QA · Rui Alves", with a link to what it is about. */
export function ActivityLine({ entry, isLinked = true }: ActivityLineProps) {
  const { by, action, thing } = entry
  const address = isLinked ? addressOfThing(entry) : undefined
  const name = thingName(thing)
  const did = tNode(`activity.did.${action}`, {
    who: by?.name ?? 'Payout Desk',
    isSelf: by?.id === thing.id ? 'yes' : 'no',
    isKnown: name === undefined ? 'no' : 'yes',
    name: name ?? '',
    thing: (parts) => (address === undefined ? parts : <AppLink to={address}>{parts}</AppLink>),
  })
  const facts = factWords(entry)
  return <span>{facts === '' ? did : tNode('activity.line.withFacts', { did: () => did, facts })}</span>
}

/** The screen of the subject; undefined where it has none, or was deleted. */
function addressOfThing({
  action,
  thing: { type, id, name, reference },
  facts,
}: ActivityEntry): PageAddress | undefined {
  if (type === 'bank') return addressOf.rule(id.slice(0, 2), `bank-${id.slice(3)}`)
  if (type === 'export') return paths.exports
  if (type === 'validation')
    return typeof facts.beneficiaryId === 'string' ? addressOf.beneficiary(facts.beneficiaryId) : undefined
  if ((name ?? reference) === null || action === 'payout.deleted') return undefined
  if (type === 'beneficiary') return addressOf.beneficiary(id)
  if (type === 'batch') return addressOf.batch(id)
  return type === 'payout' ? addressOf.payout(id) : undefined
}

/** The words by which a person recognises the subject of an entry, such as "PD-7K3MX2QA · Rui Alves"; undefined where it was deleted. */
function thingName({ name, reference }: ActivityEntry['thing']): string | undefined {
  const known = [reference, name].filter((part) => part !== null)
  return known.length === 0 ? undefined : known.join(' · ')
}

/** The further facts of an entry; empty where it has none. */
function factWords({ action, ...entry }: Pick<ActivityEntry, 'action' | 'facts'>): string {
  const facts = factsSchema.parse(entry.facts)
  const { approvalsNeeded = 1, approvedBy = [] } = facts
  const { fields = [], outcome, service, purpose, format, count = facts.payouts, confirmed = 0 } = facts
  const { draftsOfOthers = 0, times = 1, formerSeq, exportedSince = 0, missing = 0 } = facts
  return [
    stateChange(action, facts),
    facts.amount && fromTo(amountIn(facts.amount.from), amountIn(facts.amount.to)),
    service && t(`activity.service.${service}`),
    outcome && (isOutcome(outcome) ? t(`activity.outcome.${outcome}`) : t('activity.outcome.none')),
    purpose && t(`activity.purpose.${purpose}`),
    count !== undefined && t('activity.fact.payouts', { count }),
    facts.code !== undefined && t(`problem.${facts.code}.title`),
    times > 1 && t('activity.fact.times', { count: times }),
    draftsOfOthers > 0 && t('activity.fact.draftsOfOthers', { count: draftsOfOthers }),
    approvalsNeeded > 1 &&
      action === 'payout.approved' &&
      t('activity.fact.approvals', { given: approvedBy.length, needed: approvalsNeeded }),
    confirmed > 0 && t('activity.fact.confirmed', { count: confirmed }),
    facts.rulesChanged === true && t('activity.fact.rulesChanged'),
    format?.toUpperCase(),
    facts.acceptedBy !== undefined && t('activity.fact.acceptedBy', { name: facts.acceptedBy }),
    missing > 0 && t('activity.fact.missing', { count: missing }),
    formerSeq !== undefined && t('activity.fact.formerSeq', { count: formerSeq }),
    facts.sessions !== undefined && t('activity.fact.sessions', { count: facts.sessions }),
    facts.billed !== undefined && t('activity.fact.calls', { count: facts.billed }),
    facts.refused !== undefined && t('activity.fact.refused', { count: facts.refused }),
    facts.searches !== undefined && t('activity.fact.searches', { count: facts.searches }),
    facts.why !== undefined && t('activity.fact.sessionEnd', { why: facts.why }),
    exportedSince > 0 && t('activity.fact.exportedSince', { count: exportedSince }),
    facts.name !== undefined && t('activity.fact.name', { name: facts.name }),
    facts.before !== undefined && t('activity.fact.before', { name: facts.before }),
    ...fields.map(fieldWords),
  ]
    .filter((part) => part !== undefined && part !== false && part !== '')
    .join(', ')
}

/** Approving, returning and exporting imply the new state of a payout; for every other action it is shown. */
function stateChange(action: ActivityEntry['action'], { from, state }: z.infer<typeof factsSchema>): string {
  const isImplied = action === 'payout.approved' || action === 'payout.returned' || action === 'payout.exported'
  return isImplied || from === undefined || state === undefined
    ? ''
    : fromTo(t(`payouts.state.${from}`), t(`payouts.state.${state}`))
}

function fromTo(from: string, to: string): string {
  return t('activity.fact.fromTo', { from, to })
}

function amountIn({ amount, currencyCode }: z.infer<typeof moneySchema>): string {
  return `${amount} ${currencyCode}`
}

const moneySchema = z.object({ amount: z.string(), currencyCode: z.string() })

const factsSchema = z.object({
  approvalsNeeded: z.catch(z.optional(z.number()), undefined),
  approvedBy: z.catch(z.optional(z.array(z.string())), undefined),
  from: z.catch(z.optional(z.enum(payoutStates)), undefined),
  state: z.catch(z.optional(z.enum(payoutStates)), undefined),
  amount: z.catch(z.optional(z.object({ from: moneySchema, to: moneySchema })), undefined),
  fields: z.catch(z.optional(z.array(z.string())), undefined),
  outcome: z.catch(z.optional(z.string()), undefined),
  service: z.catch(z.optional(z.enum(['identity', 'bank'])), undefined),
  purpose: z.catch(z.optional(z.enum(['view', 'edit', 'pay'])), undefined),
  name: z.catch(z.optional(z.string()), undefined),
  before: z.catch(z.optional(z.string()), undefined),
  format: z.catch(z.optional(z.string()), undefined),
  count: z.catch(z.optional(z.number()), undefined),
  payouts: z.catch(z.optional(z.number()), undefined),
  code: z.catch(z.optional(z.enum(refusalCodes)), undefined),
  times: z.catch(z.optional(z.number()), undefined),
  draftsOfOthers: z.catch(z.optional(z.number()), undefined),
  confirmed: z.catch(z.optional(z.number()), undefined),
  rulesChanged: z.catch(z.optional(z.boolean()), undefined),
  acceptedBy: z.catch(z.optional(z.string()), undefined),
  missing: z.catch(z.optional(z.number()), undefined),
  formerSeq: z.catch(z.optional(z.number()), undefined),
  sessions: z.catch(z.optional(z.number()), undefined),
  billed: z.catch(z.optional(z.number()), undefined),
  refused: z.catch(z.optional(z.number()), undefined),
  searches: z.catch(z.optional(z.number()), undefined),
  why: z.catch(z.optional(z.enum(sessionEnds)), undefined),
  exportedSince: z.catch(z.optional(z.number()), undefined),
})

function isOutcome(outcome: string): outcome is ValidationStatus {
  return validationStatuses.some((status) => status === outcome)
}

/** The name of a field on screen. */
function fieldWords(name: string): string {
  if (name === 'method') return t('payouts.where.method')
  if (name === 'externalId') return t('beneficiaries.details.externalId')
  return isFieldName(name) ? t(fieldLabel(name)) : name
}
