import { expressionBuilder, type Kysely, type Selectable } from 'kysely'
import type { DeliverySummary } from '#shared/api/webhooks.ts'
import { insertRows } from '../store/insert-rows.ts'
import type { Tables } from '../store/schema.ts'

export type DeliveryRow = Selectable<Tables['deliveries']>

/** What a delivery is before the first attempt. */
export const untried = {
  state: 'waiting',
  attempts: 0,
  due_at: '',
  tried_at: null,
  status: null,
  why: null,
  took_ms: null,
} as const

export async function addDeliveries(db: Kysely<Tables>, rows: readonly DeliveryRow[]): Promise<void> {
  if (rows.length > 0) await insertRows(db, 'deliveries', rows)
}

/** Some deliveries to a recipient that are to be made, none of a thing that an earlier one waits for. */
export async function dueDeliveries(
  db: Kysely<Tables>,
  recipientId: string,
  now: Date,
  most: number,
): Promise<readonly DeliveryRow[]> {
  return db
    .selectFrom('deliveries as one')
    .selectAll()
    .where('recipient_id', '=', recipientId)
    .where('state', '=', 'waiting')
    .where(isDue(now))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deliveries as earlier')
            .select('earlier.id')
            .whereRef('earlier.recipient_id', '=', 'one.recipient_id')
            .whereRef('earlier.thing_id', '=', 'one.thing_id')
            .where('earlier.state', '=', 'waiting')
            .whereRef('earlier.seq', '<', 'one.seq'),
        ),
      ),
    )
    .orderBy('seq')
    .limit(most)
    .execute()
}

/** No pause is so long: what is due later was dated by a clock that has been set back since. */
const longestPauseMs = 24 * 60 * 60_000

function isDue(now: Date) {
  const is = expressionBuilder<Tables, 'deliveries'>()
  const notBefore = new Date(now.getTime() + longestPauseMs).toISOString()
  return is.or([is('due_at', '<=', now.toISOString()), is('due_at', '>', notBefore)])
}

/** The type of what is sent to try an endpoint: it is of nothing that happened. */
export const testType = 'test'

/** How deliveries go by a way: to these recipients, or to all; tests apart. Where there was nothing to say nothing was delivered: such a one has no status. */
export async function summarizeDeliveries(
  db: Kysely<Tables>,
  way: DeliveryRow['way'],
  now: Date,
  recipientIds?: readonly string[],
): Promise<DeliverySummary> {
  if (recipientIds?.length === 0) return { deliveredAt: null, failedAt: null, waiting: 0, overdue: 0, setAside: 0 }
  const ofWay = db.selectFrom('deliveries').where('way', '=', way).where('type', '!=', testType)
  const rows = await (recipientIds === undefined ? ofWay : ofWay.where('recipient_id', 'in', recipientIds))
    .select(({ fn }) => [
      'state',
      fn.countAll<number | string>().as('count'),
      fn
        .countAll<number | string>()
        .filterWhere((is) => is.or([is('attempts', '>', 0), isDue(now)]))
        .as('overdue'),
      fn.max('tried_at').filterWhere('status', 'is not', null).as('answered_at'),
      fn.max('tried_at').filterWhere('why', 'is not', null).as('failed_at'),
    ])
    .groupBy('state')
    .execute()
  const of = (state: DeliveryRow['state']) => rows.find((row) => row.state === state)
  const failures = rows.flatMap(({ failed_at }) => failed_at ?? []).toSorted()
  return {
    deliveredAt: of('delivered')?.answered_at ?? null,
    failedAt: failures.at(-1) ?? null,
    waiting: Number(of('waiting')?.count ?? 0),
    overdue: Number(of('waiting')?.overdue ?? 0),
    setAside: Number(of('set_aside')?.count ?? 0),
  }
}

/** To whom something is due, whichever it is. */
export async function dueRecipients(
  db: Kysely<Tables>,
  way: DeliveryRow['way'],
  now: Date,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('deliveries')
    .select('recipient_id')
    .distinct()
    .where('way', '=', way)
    .where('state', '=', 'waiting')
    .where(isDue(now))
    .execute()
  return rows.map(({ recipient_id }) => recipient_id)
}

export type DeliveryChange = Pick<
  DeliveryRow,
  'id' | 'state' | 'attempts' | 'due_at' | 'tried_at' | 'status' | 'why' | 'took_ms'
>

export async function saveDelivery(db: Kysely<Tables>, { id, ...change }: DeliveryChange): Promise<void> {
  await db.updateTable('deliveries').set(change).where('id', '=', id).execute()
}

/** The last deliveries to a recipient, by their last attempt, the newest first; what was not tried comes last: it may be thousands, and says nothing. */
export function lastDeliveries(db: Kysely<Tables>, recipientId: string, most: number): Promise<readonly DeliveryRow[]> {
  return db
    .selectFrom('deliveries')
    .selectAll()
    .where('recipient_id', '=', recipientId)
    .orderBy(({ fn, val }) => fn.coalesce('tried_at', val('')), 'desc')
    .orderBy('seq', 'desc')
    .limit(most)
    .execute()
}

/** The last deliveries by a way that were tried in vain, the newest first. */
export function lastFailures(
  db: Kysely<Tables>,
  way: DeliveryRow['way'],
  most: number,
): Promise<readonly DeliveryRow[]> {
  return db
    .selectFrom('deliveries')
    .selectAll()
    .where('way', '=', way)
    .where('state', 'in', ['waiting', 'set_aside'])
    .where('why', 'is not', null)
    .orderBy('seq', 'desc')
    .orderBy('id')
    .limit(most)
    .execute()
}

const keptDelivered = 100

/** Forgets deliveries that are over but for the newest. */
export async function forgetDelivered(db: Kysely<Tables>, recipientId: string): Promise<void> {
  const old = db
    .selectFrom('deliveries')
    .select('id')
    .where('recipient_id', '=', recipientId)
    .where('state', 'in', ['delivered', 'failed'])
    .orderBy('seq', 'desc')
    .orderBy('tried_at', 'desc')
    .offset(keptDelivered)
    .limit(keptDelivered)
  await db.deleteFrom('deliveries').where('id', 'in', old).execute()
}

/** Has what was set aside delivered again, or what waits delivered no more. Answers how many there were. */
export async function moveDeliveries(
  db: Kysely<Tables>,
  whose: Pick<DeliveryRow, 'recipient_id'> | Pick<DeliveryRow, 'way'>,
  from: DeliveryRow['state'],
  to: DeliveryRow['state'],
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('deliveries')
    .set({ state: to, attempts: 0, due_at: '' })
    .where((is) => is.and({ ...whose, state: from }))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** How many deliveries to each of these recipients are in a state. */
export async function countDeliveries(
  db: Kysely<Tables>,
  recipientIds: readonly string[],
  state: DeliveryRow['state'],
): Promise<ReadonlyMap<string, number>> {
  if (recipientIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('deliveries')
    .select(({ fn }) => ['recipient_id', fn.countAll<number | string>().as('count')])
    .where('recipient_id', 'in', recipientIds)
    .where('state', '=', state)
    .groupBy('recipient_id')
    .execute()
  return new Map(rows.map(({ recipient_id, count }) => [recipient_id, Number(count)]))
}
