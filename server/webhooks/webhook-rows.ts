import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import { eventTypeNames } from '#shared/api/events.ts'
import type { DeliverySummary } from '#shared/api/webhooks.ts'
import { summarizeDeliveries } from '../deliveries/delivery-rows.ts'
import { caughtFailure, Failure } from '../kernel/failure.ts'
import type { Tables } from '../store/schema.ts'
import type { Reader, RowReader, Transaction } from '../store/store.ts'
import { type EndpointTrail, endpointTrails } from './webhook-trail.ts'

/** What no one who writes to the database alone can change: it is encrypted, with the id of the endpoint. */
const contentSchema = z.object({
  url: z.string(),
  types: z.array(z.enum(eventTypeNames)),
  /** The newest first; the former one signs until its time. */
  secrets: z.array(z.object({ secret: z.string(), until: z.nullable(z.string()) })),
  /** The one that waits for a second admin. */
  nextSecret: z.nullable(z.string()),
  /** The newest proposal about it, and the newest that was confirmed: a row of before has others. */
  proposedAs: z.string(),
  confirmedAs: z.nullable(z.string()),
})

type EndpointRow = Selectable<Tables['webhooks']>

/** An address that is called, with its secrets, as its row has it. */
export interface EndpointContent extends Readonly<z.infer<typeof contentSchema>> {
  readonly id: string
  readonly enteredSeq: number
}

/** The same as far as the audit log agrees. */
export interface WebhookEndpoint extends EndpointContent, Omit<EndpointTrail, 'proposedAs' | 'confirmedAs'> {}

export async function saveEndpoint(tx: Transaction, endpoint: EndpointContent): Promise<void> {
  const { id, enteredSeq: entered_seq } = endpoint
  const content_encrypted = tx.encryption.encrypt(JSON.stringify(contentSchema.parse(endpoint)), placeOf(id))
  await tx.db
    .insertInto('webhooks')
    .values({ id, entered_seq, content_encrypted })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ entered_seq, content_encrypted }))
    .execute()
}

/**
 * All endpoints, the newest first, and the ids of those that were changed past the app, or of which the audit log was: the others go on.
 * @throws Failure TAMPERED where the audit log holds of none
 */
export async function allEndpoints(
  reader: Reader,
): Promise<{ readonly endpoints: readonly WebhookEndpoint[]; readonly changed: readonly string[] }> {
  const rows = await reader.db.selectFrom('webhooks').selectAll().orderBy('id').execute()
  const { trails, untrue } = await trailsOfEach(
    reader,
    rows.map(({ id }) => id),
  )
  const read = rows.map((row) => ({ id: row.id, endpoint: believedIn(reader, row, trails.get(row.id)) }))
  return {
    endpoints: read
      .flatMap(({ endpoint }) => endpoint ?? [])
      .toSorted((one, other) => other.madeAt.localeCompare(one.madeAt)),
    changed: read.flatMap(({ id, endpoint }) =>
      endpoint === undefined && (untrue.has(id) || isCalled(trails.get(id))) ? [id] : [],
    ),
  }
}

/** The log remembers what the entries about each thing add up to, so where it holds of one, nothing was hidden of that one. */
async function trailsOfEach(reader: Reader, ids: readonly string[]) {
  const all = await endpointTrails(reader, ids).catch(caughtFailure)
  if (!(all instanceof Failure)) return { trails: all, untrue: new Set<string>() }
  const trails = new Map<string, EndpointTrail>()
  const untrue = new Set<string>()
  for (const id of ids) {
    const own = await endpointTrails(reader, [id]).catch(caughtFailure)
    if (own instanceof Failure) untrue.add(id)
    else for (const [one, trail] of own) trails.set(one, trail)
  }
  if (trails.size === 0) throw all
  return { trails, untrue }
}

export async function hasEndpoints({ db }: Pick<Reader, 'db'>): Promise<boolean> {
  return (await db.selectFrom('webhooks').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** @throws Failure NOT_FOUND, TAMPERED */
export async function findEndpoint(reader: Reader, id: string): Promise<WebhookEndpoint> {
  const row = await rowOf(reader, id)
  const endpoint = believedIn(reader, row, (await endpointTrails(reader, [id])).get(id))
  if (endpoint === undefined) throw changedEndpoint()
  return endpoint
}

/** An endpoint about which a proposal was just confirmed. @throws Failure NOT_FOUND, TAMPERED where its row is not the one that was proposed */
export async function proposedEndpoint(tx: Transaction, id: string, proposal: string): Promise<EndpointContent> {
  const content = contentIn(tx, await rowOf(tx, id))
  if (content?.proposedAs !== proposal) throw changedEndpoint()
  return content
}

/** Notes up to where the deliveries of an endpoint are entered. */
export async function noteEntered({ db }: Transaction, id: string, seq: number): Promise<void> {
  await db.updateTable('webhooks').set({ entered_seq: seq }).where('id', '=', id).execute()
}

/** How deliveries to all endpoints that are on go, and whether others get none, as they were changed past the app. @throws as {@link allEndpoints} */
export async function summarizeWebhooks(
  reader: Reader,
  now: Date,
): Promise<{ readonly summary: DeliverySummary; readonly isTampered: boolean }> {
  const { endpoints, changed } = await allEndpoints(reader)
  const ids = endpoints.flatMap(({ id, state }) => (state === 'on' ? [id] : []))
  return { summary: await summarizeDeliveries(reader.db, 'webhook', now, ids), isTampered: changed.length > 0 }
}

function isCalled(trail: EndpointTrail | undefined): boolean {
  return trail !== undefined && trail.state !== 'off'
}

async function rowOf({ db }: RowReader, id: string): Promise<EndpointRow> {
  const row = await db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Failure('NOT_FOUND')
  return row
}

/** Undefined for what was changed past the app, or is a row of before. */
function believedIn(
  reader: RowReader,
  row: EndpointRow,
  trail: EndpointTrail | undefined,
): WebhookEndpoint | undefined {
  const content = contentIn(reader, row)
  if (content === undefined || trail === undefined) return undefined
  if (content.proposedAs !== trail.proposedAs || content.confirmedAs !== trail.confirmedAs) return undefined
  return { ...trail, ...content, enteredSeq: Math.max(content.enteredSeq, trail.onSeq) }
}

function contentIn({ encryption }: RowReader, row: EndpointRow): EndpointContent | undefined {
  try {
    const content = contentSchema.parse(JSON.parse(encryption.decrypt(row.content_encrypted, placeOf(row.id))))
    return { ...content, id: row.id, enteredSeq: row.entered_seq }
  } catch {
    return undefined
  }
}

function changedEndpoint(): Failure {
  return new Failure('TAMPERED', { params: { why: 'audit' } })
}

function placeOf(id: string) {
  return { table: 'webhooks', id, column: 'content_encrypted' }
}
