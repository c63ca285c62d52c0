import * as z from 'zod/mini'
import { personSchema } from './session.ts'

/** What can be recorded. An entry holds no personal data of beneficiaries: only ids, field names, codes and amounts. */
export const activityActions = [
  'beneficiary.created',
  'beneficiary.changed',
  'beneficiary.archived',
  'beneficiary.restored',
  'beneficiary.revealed',
  'beneficiary.exported',
  'beneficiary.erased',
  'beneficiary.called_back',
  'beneficiary.unfrozen',
  'beneficiaries.exported',
  'payout.created',
  'payout.changed',
  'payout.submitted',
  'payout.withdrawn',
  'payout.approved',
  'payout.returned',
  'payout.undone',
  'payout.distrusted',
  'payout.taken_over',
  'payout.revealed',
  'payout.exported',
  'payout.unexported',
  'payout.outcome_stated',
  'payout.deleted',
  'details.asked',
  'details.renewed',
  'details.extended',
  'details.mailed',
  'details.withdrawn',
  'details.opened',
  'details.submitted',
  'details.closed',
  'details.viewed',
  'details.accepted',
  'details.returned',
  'details.refused',
  'batch.created',
  'batch.damage_accepted',
  'batch.finished',
  'batch.reviewed',
  'batch.discarded',
  'batch.approving',
  'validations.confirmed',
  'validations.paused',
  'validations.resumed',
  'validations.stopped',
  'validations.sent',
  'export.begun',
  'export.stopped',
  'export.created',
  'export.undone',
  'export.deleted',
  'export.downloaded',
  'validation.asked',
  'bank.named',
  'bank.unnamed',
  'limit.set',
  'limit.removed',
  'policy.confirmed',
  'proposal.made',
  'proposal.confirmed',
  'proposal.withdrawn',
  'sample.loaded',
  'sample.removed',
  'person.added',
  'person.invited',
  'person.enrolled',
  'person.recovered',
  'person.suspended',
  'signIn.failed',
  'signIns.erased',
  'passkey.added',
  'passkey.removed',
  'password.set',
  'password.removed',
  'recoveryCodes.made',
  'recoveryCodes.used',
  'approval.signed',
  'approval.begun',
  'list.begun',
  'list.paused',
  'list.ended',
  'person.changed',
  'person.reinstated',
  'person.held',
  'person.released',
  'invitation.withdrawn',
  'token.made',
  'token.revoked',
  'webhook.renewed',
  'webhook.removed',
  'session.began',
  'session.proven',
  'session.ended',
  'session.refused',
  'numbers.searched',
  'request.refused',
  'keys.rotated',
  'database.restored',
  'backup.failed',
  'deliveries.set_aside',
  'audit.accepted',
] as const

export type ActivityAction = (typeof activityActions)[number]

/** What leaves everything as it was: who came and went, what was looked at, what was downloaded once more. */
export const looks: readonly ActivityAction[] = [
  'session.began',
  'session.proven',
  'session.ended',
  'session.refused',
  'signIn.failed',
  'numbers.searched',
  'request.refused',
  'beneficiary.revealed',
  'payout.revealed',
  'export.downloaded',
]

/** What gives or returns power, takes a proposal of it back, or changes how one of those signs in who have it: for the others to notice. */
export const powerActions: readonly ActivityAction[] = [
  'policy.confirmed',
  'proposal.confirmed',
  'proposal.withdrawn',
  'person.enrolled',
  'person.changed',
  'person.recovered',
  'person.suspended',
  'person.reinstated',
  'person.held',
  'person.released',
  'passkey.added',
  'passkey.removed',
  'password.set',
  'password.removed',
  'recoveryCodes.made',
  'recoveryCodes.used',
]

/** The problems of a person who tried what they are not permitted; all others are slips, or trouble. */
export const refusalCodes = [
  'NOT_PERMITTED',
  'TOKEN_REFUSED',
  'SCOPE_MISSING',
  'PERSON_REFUSED',
  'OWN_ENTRY',
  'NOT_PERMITTED',
  'STATE_CONFLICT',
  'APPROVAL_STALE',
  'ALREADY_EXPORTED',
  'OPEN_PAYOUTS',
  'TAMPERED',
  'ERASED',
] as const

export type RefusalCode = (typeof refusalCodes)[number]

export const thingTypes = [
  'beneficiary',
  'payout',
  'batch',
  'export',
  'validation',
  'bank',
  'currency',
  'policy',
  'webhook',
  'detailsLink',
  'person',
  'key',
  'database',
] as const

export type ThingType = (typeof thingTypes)[number]

/** One entry of the audit log. */
const activityEntrySchema = z.object({
  seq: z.number(),
  at: z.string(),
  by: z.nullable(personSchema),
  action: z.enum(activityActions),
  thing: z.object({
    type: z.enum(thingTypes),
    id: z.string(),
    /** The name it has now, for a person; null where it has none or was erased. */
    name: z.nullable(z.string()),
    /** The one that a payout has now, such as PD-7K3MX2QA; of a bank its country and code, such as PE 0029; the code of a currency. */
    reference: z.nullable(z.string()),
  }),
  /** Such as `{ fields: ['accountNumber'] }`, `{ outcome: 'OK' }`, or of a payout `{ from: 'returned', state: 'in_review' }`. */
  facts: z.record(z.string(), z.unknown()),
})

export type ActivityEntry = z.infer<typeof activityEntrySchema>

/** GET /api/activity?person=&thing=&action=&kind=changes&from=&to=&cursor=: newest first; ids and ISO times only, so the address can be shared. */
export const activityPageSchema = z.object({ items: z.array(activityEntrySchema), nextCursor: z.nullable(z.string()) })
