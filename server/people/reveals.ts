import type { ActivityAction } from '#shared/api/activity.ts'
import { Failure } from '../kernel/failure.ts'
import type { Transaction } from '../store/store.ts'
import { type Member, may } from './member.ts'

const dayMs = 24 * 60 * 60 * 1000

const reveals: readonly ActivityAction[] = ['beneficiary.revealed', 'payout.revealed']

/**
 * Who only enters sees what they typed in full so many times within 24 hours. Counted in the audit log, and so in the transaction that has just
 * written there what is shown: neither a restart nor another server begins again.
 * @throws Failure TOO_MANY_REVEALS
 */
export async function requireFewReveals(tx: Transaction, person: Member, mostADay: number): Promise<void> {
  if (may(person, 'approve')) return
  const now = tx.now().getTime()
  const first = await tx.db
    .selectFrom('audit')
    .select('seq')
    .where('at', '>', new Date(now - dayMs).toISOString())
    .orderBy('at')
    .limit(1)
    .executeTakeFirst()
  const shown = await tx.db
    .selectFrom('audit')
    .select('at')
    .where('person_id', '=', person.id)
    .where('seq', '>=', first?.seq ?? 0)
    .where('action', 'in', reveals)
    .orderBy('seq', 'desc')
    .limit(mostADay + 1)
    .execute()
  const oldest = shown.at(-1)
  if (oldest === undefined || shown.length <= mostADay) return
  const waitMs = Date.parse(oldest.at) + dayMs - now
  throw new Failure('TOO_MANY_REVEALS', {
    params: { most: mostADay },
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  })
}
