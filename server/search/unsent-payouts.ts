import { type Kysely, sql } from 'kysely'
import type { ActivityAction } from '#shared/api/activity.ts'
import type { Person } from '#shared/api/session.ts'
import { Failure } from '../kernel/failure.ts'
import { readHead } from '../store/audit/audit-log.ts'
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

/** How many there are at most, and how many of them were not counted one by one, when the audit log had so many entries. */
interface UnsentCount {
  readonly total: number
  readonly added: number
  readonly seq: number
}

export function createUnsentPayouts(most: number): UnsentPayouts {
  const known = new Map<string, UnsentCount>()
  return {
    async requireRoom(tx, { id }, count) {
      if (count === 0) return
      const { seq } = await readHead(tx.db)
      const before = known.get(id)
      if (before !== undefined) {
        const more = await countAdded(tx.db, id, before.seq)
        const [total, added] = [before.total + more, before.added + more]
        known.set(id, { total, added, seq })
        if (added + count <= most / 20 && total + count <= most) return
      }
      const total = await countUnsent(tx, id)
      if (total + count > most) throw new Failure('TOO_MANY_UNSENT', { params: { most } })
      known.set(id, { total, added: 0, seq })
    },
  }
}

/** What a person can have made a draft by, at whichever server. */
const adding: readonly ActivityAction[] = ['payout.created', 'payout.changed', 'payout.withdrawn']

/** How many drafts a person has more since an entry of the audit log, at most. */
async function countAdded(db: Kysely<Tables>, personId: string, seq: number): Promise<number> {
  const { count } = await db
    .selectFrom('audit')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .where('seq', '>', seq)
    // No index is of this: SQLite would else take that of the actions.
    .where(sql`action || ''`, 'in', adding)
    .executeTakeFirstOrThrow()
  return Number(count)
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
