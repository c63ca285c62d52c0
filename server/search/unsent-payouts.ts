import type { Kysely } from 'kysely'
import type { Person } from '#shared/api/session.ts'
import { Failure } from '../kernel/failure.ts'
import type { Tables } from '../store/schema.ts'
import type { Transaction } from '../store/store.ts'

const monthMs = 30 * 24 * 60 * 60 * 1000

/**
 * A draft says which saved beneficiaries have its numbers, as the person who enters it needs to know: so drafts by the thousand are guesses at
 * numbers. A person has only so many of the last 30 days that were not sent to review, deleted ones too. Those in review are seen by others.
 */
export interface UnsentPayouts {
  /**
   * Before payouts are entered, in their transaction.
   * @throws Failure TOO_MANY_UNSENT where these would be too many
   */
  requireRoom(tx: Transaction, person: Pick<Person, 'id'>, count: number): Promise<void>
}

interface UnsentCount {
  /** In the database, and entered since. */
  total: number
  /** Since they were counted in the database. */
  entered: number
}

export function createUnsentPayouts(most: number): UnsentPayouts {
  const known = new Map<string, UnsentCount>()
  return {
    async requireRoom(tx, { id }, count) {
      if (count === 0) return
      const before = known.get(id)
      // Other servers enter some, too.
      const isOld = before === undefined || before.entered + count > most / 20 || before.total + count > most
      const counted = isOld ? { total: await countUnsent(tx, id), entered: 0 } : before
      if (counted.total + count > most) throw new Failure('TOO_MANY_UNSENT', { params: { most } })
      known.set(id, { total: counted.total + count, entered: counted.entered + count })
    },
  }
}

async function countUnsent({ db, now }: Transaction, personId: string): Promise<number> {
  const since = new Date(now().getTime() - monthMs).toISOString()
  const drafts = await db
    .selectFrom('payouts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'draft')
    .where('updated_at', '>', since)
    .where('created_by', '=', personId)
    .executeTakeFirstOrThrow()
  return Number(drafts.count) + (await countDeleted(db, personId, since))
}

async function countDeleted(db: Kysely<Tables>, personId: string, since: string): Promise<number> {
  const first = await db
    .selectFrom('audit')
    .select('seq')
    .where('at', '>', since)
    .orderBy('at')
    .limit(1)
    .executeTakeFirst()
  if (first === undefined) return 0
  const deleted = await db
    .selectFrom('audit')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('action', '=', 'payout.deleted')
    .where('seq', '>=', first.seq)
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  return Number(deleted.count)
}
