import * as z from 'zod/mini'
import type { ActivityAction } from '#shared/api/activity.ts'
import { type Outcome, outcomes } from '#shared/api/outcome.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import type { Tables } from '../store/schema.ts'
import type { Reader } from '../store/store.ts'
import type { GivenApproval } from './payout-approvals.ts'

/*
 * What the audit log says of payouts. A MAC proves that the app wrote a row; the entries prove that it is the newest version, and that it was
 * approved.
 */

const changes = [
  'payout.created',
  'payout.changed',
  'payout.submitted',
  'payout.withdrawn',
  'payout.approved',
  'payout.returned',
  'payout.undone',
  'payout.distrusted',
  'payout.taken_over',
  'payout.exported',
  'payout.unexported',
  'payout.deleted',
] as const satisfies readonly ActivityAction[]

/** It leaves the version as it is. */
const statement = 'payout.outcome_stated' satisfies ActivityAction

/** The actions after which a payout's row is another version. */
export type ChangeOfPayout = (typeof changes)[number]

/** The state of a payout according to its entries. */
export interface PayoutTrail {
  readonly isDeleted: boolean
  /** The row after the newest change; undefined where no entry records one. */
  readonly latest: z.infer<typeof factsSchema> | undefined
  /** Every approval that was ever given. */
  readonly approvals: readonly { readonly by: string | null; readonly requestHash: string | undefined }[]
  /** What was stated of it, and in how many statements. */
  readonly outcome: Outcome | null
  readonly statements: number
}

const factsSchema = z.object({
  version: z.number(),
  state: z.string(),
  enteredBy: z.array(z.string()),
  approvedBy: z.array(z.string()),
  approvalsNeeded: z.number(),
  requestHash: z.optional(z.string()),
})

const statedSchema = z.object({ standsFor: z.enum(outcomes) })

const nothing: PayoutTrail = { isDeleted: false, latest: undefined, approvals: [], outcome: null, statements: 0 }

type TrailEntry = Pick<Tables['audit'], 'action' | 'person_id' | 'thing_type' | 'facts'>

/** The trail with one entry more; any other entry than a payout's leaves it as it is. */
export function follow(
  trail: PayoutTrail = nothing,
  { action, person_id, thing_type, facts }: TrailEntry,
): PayoutTrail {
  if (thing_type === 'payout' && action === statement) return withStatement(trail, facts)
  if (thing_type !== 'payout' || !changes.some((change) => change === action)) return trail
  if (action === 'payout.deleted') return { ...trail, isDeleted: true }
  const { data } = z.safeParse(factsSchema, JSON.parse(facts))
  if (data === undefined) return trail
  return {
    ...trail,
    // Not simply the last: an entry that is appended for an older row is not newer.
    latest: trail.latest !== undefined && trail.latest.version > data.version ? trail.latest : data,
    approvals:
      action === 'payout.approved'
        ? [...trail.approvals, { by: person_id, requestHash: data.requestHash }]
        : trail.approvals,
  }
}

/** Entries from before statements had a MAC do not record the resulting outcome, and are ignored. */
function withStatement(trail: PayoutTrail, facts: string): PayoutTrail {
  const { data } = z.safeParse(statedSchema, JSON.parse(facts))
  if (data === undefined) return trail
  // Nothing that is stated later makes one of them true.
  const outcome = trail.outcome === 'contradicted' ? trail.outcome : data.standsFor
  return { ...trail, outcome, statements: trail.statements + 1 }
}

/**
 * The trails of payouts, by id.
 * @throws Failure TAMPERED
 */
export async function payoutTrails(
  log: Pick<Reader, 'entriesAbout'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PayoutTrail>> {
  const trails = new Map<string, PayoutTrail>()
  for (const entry of await log.entriesAbout(ids)) trails.set(entry.thing_id, follow(trails.get(entry.thing_id), entry))
  return trails
}

/** In which way a row is not what the audit log says; undefined where they agree. */
export function disagreement(
  row: PayoutRow,
  approvals: readonly GivenApproval[],
  { isDeleted, latest, approvals: audited, outcome }: PayoutTrail = nothing,
): string | undefined {
  if (latest === undefined) return 'the audit log does not know it'
  if (isDeleted) return 'the audit log says that it was deleted'
  // An erasure counts the version up once more, and is an entry of the beneficiary.
  const version = latest.version + (row.erased_at === null ? 0 : 1)
  if (row.version !== version) return `its row is version ${row.version}, and the audit log knows version ${version}`
  if (row.state !== latest.state) return `it is ${row.state}, and the audit log says ${latest.state}`
  if (row.outcome !== outcome)
    return `it is stated ${row.outcome ?? 'nothing'}, and the audit log says ${outcome ?? 'nothing'}`
  if (row.entered_by !== JSON.stringify(latest.enteredBy)) return 'its authors are not those of the audit log'
  const approvers = approvals.map(({ by }) => by)
  if (
    row.approvals_needed !== latest.approvalsNeeded ||
    JSON.stringify(approvers) !== JSON.stringify(latest.approvedBy)
  )
    return 'its approvals are not those of the audit log'
  const isKnown = ({ by, requestHash }: GivenApproval) =>
    requestHash === row.request_hash && audited.some((one) => one.by === by && one.requestHash === requestHash)
  if (!approvals.every(isKnown)) return 'the audit log has no approval of this request'
  if (approvers.some((by) => latest.enteredBy.includes(by))) return 'it was approved by one of its authors'
  if (row.state !== 'approved' && row.state !== 'exported') return undefined
  if (row.approved_hash !== row.request_hash) return 'it was not approved as it is'
  return new Set(approvers).size < row.approvals_needed ? 'it has fewer approvals than it needs' : undefined
}
