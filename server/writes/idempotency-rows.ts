import { type Kysely, type RawBuilder, sql } from 'kysely'
import { overRows } from '../store/insert-rows.ts'
import type { Tables } from '../store/schema.ts'
import type { Transaction } from '../store/store.ts'

export type IdempotencyRow = Tables['idempotency']

/** A key that is to be taken. */
export interface KeyReservation {
  readonly key: string
  readonly fingerprint: string
  readonly service: IdempotencyRow['service']
  readonly requestId: string | null
  readonly at: string
  /** Until when it is kept, null for good; what was to be kept until before `at` is forgotten. */
  readonly keptUntil: string | null
}

/** The result under a key. */
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
 * Takes keys: each that is new, forgotten, or concluded for the same fingerprint with what certainly did not run. Answers which; the others are
 * taken. On PostgreSQL it waits for another transaction that is taking one.
 * @param endsWithAnswer whether any result of a key makes room for the next
 * @throws Error where two are the same
 */
export async function takeKeys(
  db: Kysely<Tables>,
  given: readonly KeyReservation[],
  endsWithAnswer = false,
): Promise<ReadonlySet<string>> {
  refuseDoubles(given)
  const rows = given.map(({ key, fingerprint, service, requestId, at, keptUntil }) => ({
    key,
    fingerprint,
    service,
    request_id: requestId,
    state: 'reserved',
    reserved_at: at,
    kept_until: keptUntil,
  }))
  const room = endsWithAnswer ? sql`or idempotency.state = 'finished'` : sql``
  const taken = await overRows(db, `take keys ${endsWithAnswer}`, rows, (values, columns) =>
    takingOf(values, columns, room),
  )
  return new Set(taken.map(({ key }) => key))
}

/** Takes one key, as {@link takeKeys}. */
export async function takeKey(db: Kysely<Tables>, given: KeyReservation): Promise<boolean> {
  return (await takeKeys(db, [given])).has(given.key)
}

function takingOf(
  values: RawBuilder<unknown>,
  columns: readonly string[],
  room: RawBuilder<unknown>,
): RawBuilder<{ readonly key: string }> {
  const [key, ...others] = columns.map((name) => sql.ref(name))
  const set = others.map((name) => sql`${name} = excluded.${name}`)
  return sql`insert into idempotency (${sql.join([key, ...others])}) values ${values}
    on conflict (key) do update set ${sql.join(set)}, status = null, may_have_run = null, answer_encrypted = null, finished_at = null
    where idempotency.kept_until <= excluded.reserved_at
      or (idempotency.may_have_run = 0 and idempotency.fingerprint = excluded.fingerprint)
      ${room}
    returning key`
}

/** One statement would do one of them. */
function refuseDoubles(given: readonly { readonly key: string }[]): void {
  if (new Set(given.map(({ key }) => key)).size < given.length) throw new Error('A key stands twice.')
}

/** What is known under a key. */
export function keyRow(db: Kysely<Tables>, key: string): Promise<IdempotencyRow | undefined> {
  return db.selectFrom('idempotency').selectAll().where('key', '=', key).executeTakeFirst()
}

/**
 * Concludes what is reserved.
 * @throws Error where two are the same
 */
export async function concludeKeys(db: Kysely<Tables>, given: readonly KeyConclusion[]): Promise<void> {
  refuseDoubles(given)
  const rows = given.map(({ key, fingerprint = null, status, mayHaveRun, answerEncrypted, at, keptUntil }) => ({
    key,
    fingerprint,
    status: String(status),
    mayHaveRun: mayHaveRun ? '1' : '0',
    answerEncrypted,
    at,
    keptUntil,
  }))
  await overRows(db, 'conclude keys', rows, concludingOf)
}

/** Both databases name the values so, and PostgreSQL takes all of them for text. */
function concludingOf(values: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`update idempotency
    set state = 'finished', status = cast(column3 as integer), may_have_run = cast(column4 as integer),
      answer_encrypted = column5, finished_at = column6, kept_until = column7
    from (values ${values}) as conclusions
    where key = column1 and state = 'reserved' and (column2 is null or fingerprint = column2)`
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

/** Deletes expired keys, up to a number; the rest are deleted next time. */
async function forgetOldKeys(db: Kysely<Tables>, at: string, most: number): Promise<void> {
  const old = db.selectFrom('idempotency').select('key').where('kept_until', '<=', at).orderBy('kept_until').limit(most)
  await db.deleteFrom('idempotency').where('key', 'in', old).execute()
}

/** After this many new keys, more than as many expired ones are deleted: the table stops growing, and no write waits long for it. */
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
