import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'
import type { Transaction } from './store.ts'

type Row = Tables['idempotency']

/** A key that is to be taken. */
export interface KeyReservation {
  readonly key: string
  readonly fingerprint: string
  readonly service: Row['service']
  readonly requestId: string | null
  readonly at: string
  /** Until when it is kept, null for good; what was to be kept until before `at` is forgotten. */
  readonly keptUntil: string | null
  /** Whether whatever it came to makes room for the next. */
  readonly endsWithAnswer?: boolean
}

/** What a key came to. */
export interface KeyConclusion {
  readonly key: string
  /** Where given, only what was reserved with it is concluded. */
  readonly fingerprint?: string | undefined
  readonly status: number
  readonly mayHaveRun: boolean
  readonly answerEncrypted: string
  readonly at: string
  readonly keptUntil: string | null
}

/**
 * Takes a key: when it is new, forgotten, or concluded for the same fingerprint with what certainly did not run. False when it
 * is taken; on PostgreSQL it waits for another transaction that is taking it.
 */
export async function takeKey(db: Kysely<Tables>, given: KeyReservation): Promise<boolean> {
  const { key, fingerprint, service, requestId, at, keptUntil, endsWithAnswer = false } = given
  const blank = { status: null, may_have_run: null, answer_encrypted: null, finished_at: null }
  const values = {
    ...blank,
    fingerprint,
    service,
    request_id: requestId,
    state: 'reserved',
    reserved_at: at,
    kept_until: keptUntil,
  } as const
  const taken = await db
    .insertInto('idempotency')
    .values({ key, ...values })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet(values)
        .where(({ eb, and, or }) =>
          or([
            eb('idempotency.kept_until', '<=', at),
            and([eb('idempotency.may_have_run', '=', 0), eb('idempotency.fingerprint', '=', fingerprint)]),
            ...(endsWithAnswer ? [eb('idempotency.state', '=', 'finished')] : []),
          ]),
        ),
    )
    .returning('key')
    .executeTakeFirst()
  return taken !== undefined
}

/** What is known under a key. */
export function keyRow(db: Kysely<Tables>, key: string): Promise<Row | undefined> {
  return db.selectFrom('idempotency').selectAll().where('key', '=', key).executeTakeFirst()
}

/** Concludes what is reserved. */
export async function concludeKey(db: Kysely<Tables>, conclusion: KeyConclusion): Promise<void> {
  await db
    .updateTable('idempotency')
    .set({
      state: 'finished',
      status: conclusion.status,
      may_have_run: conclusion.mayHaveRun ? 1 : 0,
      answer_encrypted: conclusion.answerEncrypted,
      finished_at: conclusion.at,
      kept_until: conclusion.keptUntil,
    })
    .where('key', '=', conclusion.key)
    .where('state', '=', 'reserved')
    .$if(conclusion.fingerprint !== undefined, (update) =>
      update.where('fingerprint', '=', conclusion.fingerprint ?? ''),
    )
    .execute()
}

/** Counts the time of what is reserved from now on. */
export async function renewKey(db: Kysely<Tables>, key: string, at: string): Promise<void> {
  await db
    .updateTable('idempotency')
    .set({ reserved_at: at })
    .where('key', '=', key)
    .where('state', '=', 'reserved')
    .execute()
}

/** Forgets at most so many that are kept no longer; of many, the rest comes next time. */
async function forgetOldKeys(db: Kysely<Tables>, at: string, most: number): Promise<void> {
  const old = db.selectFrom('idempotency').select('key').where('kept_until', '<=', at).orderBy('kept_until').limit(most)
  await db.deleteFrom('idempotency').where('key', 'in', old).execute()
}

/** Every so many keys that are taken, more than so many old ones go: the table stops growing, and no write waits long for it. */
const keysBetween = 50
const mostAtOnce = 200

/** Forgets, now and then, keys whose time is over; called within the transactions that take new ones. */
export function createOldKeys(): (transaction: Transaction, at: string) => Promise<void> {
  let taken = 0
  return async ({ db }, at) => {
    if (taken % keysBetween === 0) await forgetOldKeys(db, at, mostAtOnce)
    taken += 1
  }
}

/** Makes a key free again: what was written under it was undone. */
export async function freeKey(db: Kysely<Tables>, key: string): Promise<void> {
  await db.deleteFrom('idempotency').where('key', '=', key).execute()
}
