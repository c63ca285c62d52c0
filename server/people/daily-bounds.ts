import type { ActivityAction } from '#shared/api/activity.ts'
import type { ProblemCode } from '#shared/api/problem.ts'
import { Failure } from '../kernel/failure.ts'
import type { Reader, Transaction } from '../store/store.ts'
import { type Member, may } from './member.ts'

const dayMs = 24 * 60 * 60 * 1000

/**
 * Who only enters sees what they typed in full so many times within 24 hours.
 * @throws Failure TOO_MANY_REVEALS
 */
export async function requireFewReveals(tx: Transaction, person: Member, mostADay: number): Promise<void> {
  if (may(person, 'approve')) return
  const actions = ['beneficiary.revealed', 'payout.revealed'] as const
  await requireFew(tx, { personId: person.id, actions, mostADay, code: 'TOO_MANY_REVEALS' })
}

const mostDenialsADay = 20

/**
 * One person alone does not stop the payouts to all beneficiaries: each denial takes another call and an admin to undo.
 * @throws Failure TOO_MANY_DENIALS
 */
export async function requireFewDenials(tx: Transaction, { id: personId }: Pick<Member, 'id'>): Promise<void> {
  const actions = ['beneficiary.called_back'] as const
  const facts = '"result":"denied"'
  await requireFew(tx, { personId, actions, facts, mostADay: mostDenialsADay, code: 'TOO_MANY_DENIALS' })
}

const mostMailsADay = 200

/**
 * Links are mailed to the payees that a house has, not by the hundred to strangers.
 * @throws Failure TOO_MANY_MAILED
 */
export async function requireFewMails(tx: Transaction, { id: personId }: Pick<Member, 'id'>): Promise<void> {
  await requireFew(tx, { personId, actions: ['details.mailed'], mostADay: mostMailsADay, code: 'TOO_MANY_MAILED' })
}

/** Two sheets of as many names as one may have. */
const mostLinksADay = 10_000

/**
 * @param more are about to be made
 * @throws Failure TOO_MANY_LINKS
 */
export async function requireFewLinks(
  reader: Reader,
  { id: personId }: Pick<Member, 'id'>,
  more: number,
): Promise<void> {
  const actions = ['details.asked'] as const
  await requireFew(reader, { personId, actions, more, mostADay: mostLinksADay, code: 'TOO_MANY_LINKS' })
}

interface Bound {
  readonly personId: string
  readonly actions: readonly ActivityAction[]
  /** What the facts of their entries contain; left out: anything. */
  readonly facts?: string
  readonly mostADay: number
  /** How many are still to come; left out: none, as what is done was written before it is counted. */
  readonly more?: number
  readonly code: ProblemCode
}

/**
 * Counted in the audit log, in the transaction that writes there what is done: neither a restart nor another server begins again.
 * @throws Failure
 */
async function requireFew(
  reader: Reader,
  { personId, actions, facts, mostADay, more = 0, code }: Bound,
): Promise<void> {
  const now = reader.now().getTime()
  const first = await reader.db
    .selectFrom('audit')
    .select('seq')
    .where('at', '>', new Date(now - dayMs).toISOString())
    .orderBy('at')
    .limit(1)
    .executeTakeFirst()
  const done = await reader.db
    .selectFrom('audit')
    .select('at')
    .where('person_id', '=', personId)
    .where('seq', '>=', first?.seq ?? 0)
    .where('action', 'in', actions)
    .$if(facts !== undefined, (query) => query.where('facts', 'like', `%${facts}%`))
    .orderBy('seq', 'desc')
    .limit(mostADay - more + 1)
    .execute()
  const oldest = done.at(-1)
  if (oldest === undefined || done.length <= mostADay - more) return
  const waitMs = Date.parse(oldest.at) + dayMs - now
  throw new Failure(code, {
    params: { most: mostADay },
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  })
}
