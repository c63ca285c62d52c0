import type { Kysely, Selectable } from 'kysely'
import * as z from 'zod/mini'
import { eventTypeNames } from '#shared/api/events.ts'
import { type Delivery, type DeliverySummary, endpointStates, offReasons } from '#shared/api/webhooks.ts'
import { Failure } from '../kernel/failure.ts'
import type { Tables } from '../store/schema.ts'
import type { RowReader, Transaction } from '../store/store.ts'

/** What no one who writes to the database alone can change: it is encrypted, with the id of the endpoint. */
const contentSchema = z.object({
  url: z.string(),
  types: z.array(z.enum(eventTypeNames)),
  state: z.enum(endpointStates),
  why: z.nullable(z.enum(offReasons)),
  /** The newest first; the former one signs until its time. */
  secrets: z.array(z.object({ secret: z.string(), until: z.nullable(z.string()) })),
})

type EndpointRow = Selectable<Tables['webhooks']>

/** An address that is called, with its secrets. */
export interface WebhookEndpoint extends Readonly<z.infer<typeof contentSchema>> {
  readonly id: string
  readonly madeBy: string
  readonly madeAt: string
  readonly enteredSeq: number
}

export async function addEndpoint(tx: Transaction, endpoint: WebhookEndpoint): Promise<void> {
  const { id, madeBy: made_by, madeAt: made_at, enteredSeq: entered_seq } = endpoint
  await tx.db
    .insertInto('webhooks')
    .values({ id, made_by, made_at, entered_seq, ...contentColumns(tx, endpoint) })
    .execute()
}

export async function saveEndpoint(tx: Transaction, endpoint: WebhookEndpoint): Promise<void> {
  const columns = { ...contentColumns(tx, endpoint), entered_seq: endpoint.enteredSeq }
  await tx.db.updateTable('webhooks').set(columns).where('id', '=', endpoint.id).execute()
}

/** All endpoints, the newest first. @throws Failure TAMPERED */
export async function allEndpoints(reader: RowReader): Promise<readonly WebhookEndpoint[]> {
  const rows = await reader.db.selectFrom('webhooks').selectAll().orderBy('made_at', 'desc').orderBy('id').execute()
  return rows.map((row) => endpointIn(reader, row))
}

/** @throws Failure NOT_FOUND, TAMPERED */
export async function findEndpoint(reader: RowReader, id: string): Promise<WebhookEndpoint> {
  const row = await reader.db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Failure('NOT_FOUND')
  return endpointIn(reader, row)
}

/** Notes up to where the deliveries of an endpoint are entered. */
export async function noteEntered({ db }: Transaction, id: string, seq: number): Promise<void> {
  await db.updateTable('webhooks').set({ entered_seq: seq }).where('id', '=', id).execute()
}

/** How deliveries to all endpoints that are on go: how many are in each state, with the times of the newest attempt and of the newest that failed. */
export async function summarizeWebhooks(db: Kysely<Tables>): Promise<DeliverySummary> {
  const rows = await db
    .selectFrom('deliveries')
    .select(({ fn }) => [
      'state',
      fn.countAll<number | string>().as('count'),
      fn.max('tried_at').as('tried_at'),
      fn.max('tried_at').filterWhere('why', 'is not', null).as('failed_at'),
    ])
    .where('way', '=', 'webhook')
    .where('recipient_id', 'in', db.selectFrom('webhooks').select('id').where('state', '=', 'on'))
    .groupBy('state')
    .execute()
  const of = (state: Delivery['state']) => rows.find((row) => row.state === state)
  const failures = rows.flatMap(({ failed_at }) => failed_at ?? []).toSorted()
  return {
    deliveredAt: of('delivered')?.tried_at ?? null,
    failedAt: failures.at(-1) ?? null,
    waiting: Number(of('waiting')?.count ?? 0),
    setAside: Number(of('set_aside')?.count ?? 0),
  }
}

function contentColumns({ encryption }: RowReader, { id, url, types, state, why, secrets }: WebhookEndpoint) {
  const content: z.infer<typeof contentSchema> = { url, types, state, why, secrets }
  return { state, content_encrypted: encryption.encrypt(JSON.stringify(content), placeOf(id)) }
}

function endpointIn({ encryption }: RowReader, row: EndpointRow): WebhookEndpoint {
  const { id, made_by: madeBy, made_at: madeAt, entered_seq: enteredSeq } = row
  const content = contentSchema.parse(JSON.parse(opened(() => encryption.decrypt(row.content_encrypted, placeOf(id)))))
  if (content.state !== row.state) throw changedEndpoint()
  return { ...content, id, madeBy, madeAt, enteredSeq }
}

function opened(decrypt: () => string): string {
  try {
    return decrypt()
  } catch (error) {
    if (error instanceof Error && error.message.endsWith('was changed or belongs elsewhere.')) throw changedEndpoint()
    throw error
  }
}

function changedEndpoint(): Failure {
  return new Failure('TAMPERED', { params: { why: 'list' } })
}

function placeOf(id: string) {
  return { table: 'webhooks', id, column: 'content_encrypted' }
}
