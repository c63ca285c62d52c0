import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import { type LinkState, linkStates } from '#shared/api/details-links.ts'
import { languageCodes } from '#shared/language/languages.ts'
import { believed, changedPastTheApp } from '../jobs/job-rows.ts'
import { insertRows } from '../store/insert-rows.ts'
import type { Tables } from '../store/schema.ts'
import type { Reader, RowReader, Transaction } from '../store/store.ts'
import { waitingStates } from './link-transition.ts'

const savedStates = linkStates.filter((state) => state !== 'expired')

/** What no one who writes to the database alone can change: it is encrypted, with the id of the link. */
const contentSchema = z.object({
  state: z.enum(savedStates),
  secretHash: z.string(),
  name: z.string(),
  language: z.enum(languageCodes),
  country: z.nullable(z.string()),
  /** Missing in links that release 1.0.0 made. */
  method: z._default(z.nullable(z.string()), null),
  beneficiary: z.nullable(z.object({ id: z.string(), version: z.number() })),
  expiresAt: z.string(),
  openedAt: z.nullable(z.string()),
  /** Browser and system, in a few words. */
  openedOn: z.nullable(z.string()),
  submittedAt: z.nullable(z.string()),
  comment: z.nullable(z.string()),
  /** Where the payee may go on once it has arrived. */
  returnUrl: z.nullable(z.string()),
  /** Which submission came last: it stays when the link ends, for who sends it once more. */
  submissionId: z.nullable(z.string()),
  /** What the payee sent, as they sent it. */
  submission: z.nullable(z.record(z.string(), z.unknown())),
  /** Who knew the secret or saw what came: authors of what comes by the link. */
  authors: z.array(z.string()),
  /** The number of changes: the audit log has as many entries about the link. */
  changes: z.number(),
})

type LinkRow = Selectable<Tables['details_links']>

/** A link with all that belongs to it. */
export interface SavedLink extends Readonly<z.infer<typeof contentSchema>> {
  readonly id: string
  readonly madeBy: string
  readonly madeAt: string
}

export async function insertLinks(tx: Transaction, links: readonly SavedLink[]): Promise<void> {
  const rows = links.map((link) => {
    const { id, madeBy: made_by, madeAt: made_at } = link
    return { id, made_by, made_at, ...contentColumns(tx, link) }
  })
  await insertRows(tx.db, 'details_links', rows)
}

export async function updateLink(tx: Transaction, link: SavedLink): Promise<void> {
  await tx.db.updateTable('details_links').set(contentColumns(tx, link)).where('id', '=', link.id).execute()
}

/** One link; undefined where there is none. @throws Failure TAMPERED */
export async function findLink(reader: RowReader, id: string): Promise<SavedLink | undefined> {
  const row = await reader.db.selectFrom('details_links').selectAll().where('id', '=', id).executeTakeFirst()
  return row && linkIn(reader, row)
}

interface LinkFilter {
  readonly state: LinkState | undefined
  /** The last one of the page before. */
  readonly after: { readonly madeAt: string; readonly id: string } | undefined
  readonly limit: number
}

/** Some links, newest first. A row that was changed past the app has nothing but what it says in clear, and no change. */
export async function listLinks(reader: Reader, { state, after, limit }: LinkFilter): Promise<readonly SavedLink[]> {
  const now = reader.now().toISOString()
  const rows = await reader.db
    .selectFrom('details_links')
    .selectAll()
    .$if(state !== undefined, (query) =>
      state === 'expired'
        ? query.where('state', 'in', waitingStates).where('expires_at', '<=', now)
        : query.where('state', '=', state ?? 'open'),
    )
    .$if(
      waitingStates.some((one) => one === state),
      (query) => query.where('expires_at', '>', now),
    )
    .$if(after !== undefined, (query) =>
      query.where((eb) => eb(eb.refTuple('made_at', 'id'), '<', eb.tuple(after?.madeAt ?? '', after?.id ?? ''))),
    )
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => {
    try {
      return linkIn(reader, row)
    } catch {
      return unreadable(row)
    }
  })
}

/** How many links are in a state, up to 1,000. */
export async function countLinks(db: RowReader['db'], state: LinkRow['state']): Promise<number> {
  const some = db.selectFrom('details_links').select('id').where('state', '=', state).limit(1_000)
  const { count } = await db
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function unreadable({ id, state, made_by: madeBy, made_at: madeAt, expires_at: expiresAt }: LinkRow): SavedLink {
  const unknown = { country: null, beneficiary: null, openedAt: null, openedOn: null, submittedAt: null, comment: null }
  const empty = {
    secretHash: '',
    name: '',
    submissionId: null,
    submission: null,
    returnUrl: null,
    method: null,
    authors: [],
    changes: 0,
  }
  return { ...unknown, ...empty, language: 'en', id, state, madeBy, madeAt, expiresAt }
}

/** Nothing that names a beneficiary outlives their erasure. */
export async function deleteLinksTo(db: Transaction['db'], beneficiaryId: string): Promise<void> {
  await db.deleteFrom('details_links').where('beneficiary_id', '=', beneficiaryId).execute()
}

/** Forgets those whose term was over by then and that led to nothing, and those by which something came that no one decided about, with what was sent. */
export async function forgetLinks(
  db: Transaction['db'],
  { endedBy, receivedBy }: { readonly endedBy: string; readonly receivedBy: string },
): Promise<void> {
  await db
    .deleteFrom('details_links')
    .where('expires_at', '<=', endedBy)
    .where('state', 'not in', ['submitted', 'accepted'])
    .execute()
  await db.deleteFrom('details_links').where('expires_at', '<=', receivedBy).where('state', '=', 'submitted').execute()
}

function contentColumns({ encryption }: RowReader, link: SavedLink) {
  const { id, madeBy: _, madeAt: __, ...content } = link
  return {
    state: content.state,
    expires_at: content.expiresAt,
    beneficiary_id: content.beneficiary?.id ?? null,
    content_encrypted: encryption.encrypt(JSON.stringify(content), placeOf(id)),
  }
}

function linkIn({ encryption }: RowReader, row: LinkRow): SavedLink {
  const { id, made_by: madeBy, made_at: madeAt } = row
  const content = contentSchema.parse(
    JSON.parse(believed(() => encryption.decrypt(row.content_encrypted, placeOf(id)))),
  )
  const isRepeated =
    content.state === row.state &&
    content.expiresAt === row.expires_at &&
    (content.beneficiary?.id ?? null) === row.beneficiary_id
  if (!isRepeated) throw changedPastTheApp()
  return { ...content, id, madeBy, madeAt }
}

function placeOf(id: string) {
  return { table: 'details_links', id, column: 'content_encrypted' }
}
