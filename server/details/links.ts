import { type DetailsLink, type LinkState, usualLinkDays } from '#shared/api/details-links.ts'
import { changedPastTheApp } from '../jobs/job-rows.ts'
import { Failure } from '../kernel/failure.ts'
import { readCursor, writeCursor } from '../kernel/page-cursor.ts'
import { hashOfSecret, makeSecret } from '../kernel/random-secret.ts'
import type { Actor } from '../people/member.ts'
import { personNames } from '../people/people-rows.ts'
import type { Reader, Transaction } from '../store/store.ts'
import { findLink, listLinks, type SavedLink, updateLink } from './link-rows.ts'
import { type LinkAct, linkActs, linkStateAt, linkTransition } from './link-transition.ts'

const dayMs = 24 * 60 * 60_000
const pageLimit = 50

/** A link with its secret, which is shown this once. */
export interface LinkWithSecret {
  readonly link: SavedLink
  readonly secret: string
}

/** One page of links, newest first. @throws Failure FIELDS_INVALID for a cursor that is none */
export async function findLinkPage(
  reader: Reader,
  { state, cursor }: { readonly state?: LinkState | undefined; readonly cursor?: string | undefined },
): Promise<{ readonly items: readonly DetailsLink[]; readonly nextCursor: string | null }> {
  const place = readCursor('details links', cursor)
  const after = place && { madeAt: place.key, id: place.id }
  const links = await listLinks(reader, { state, after, limit: pageLimit + 1 })
  const page = links.slice(0, pageLimit)
  const last = links.length > pageLimit ? page.at(-1) : undefined
  return {
    items: await presentLinks(reader, page),
    nextCursor: last === undefined ? null : writeCursor('details links', last.madeAt, last.id),
  }
}

/** The newest links by which something came that waits for a decision; not those that were changed past the app. */
export async function findReceived(reader: Reader, most: number) {
  const found = await listLinks(reader, { state: 'submitted', after: undefined, limit: most + 1 })
  return { links: found.slice(0, most).filter(({ changes }) => changes > 0), hasMore: found.length > most }
}

/** One link, as lists show it. */
export async function presentLink(reader: Reader, link: SavedLink): Promise<DetailsLink> {
  const [shown] = await presentLinks(reader, [link])
  if (shown === undefined) throw new Failure('NOT_FOUND')
  return shown
}

/** Several of them. */
export async function presentLinks(reader: Reader, links: readonly SavedLink[]): Promise<DetailsLink[]> {
  const personOf = await personNames(
    reader.db,
    links.map(({ madeBy }) => madeBy),
  )
  return links.map((link) => {
    const { id, name, language, country, method, comment, madeAt, expiresAt, openedAt, openedOn, submittedAt } = link
    const shown = { id, name, language, country, method, comment, madeAt, expiresAt, openedAt, openedOn, submittedAt }
    const beneficiaryId = link.beneficiary?.id ?? null
    const isTampered = link.changes === 0
    return {
      ...shown,
      state: linkStateAt(link, reader.now()),
      madeBy: personOf(link.madeBy),
      beneficiaryId,
      isTampered,
    }
  })
}

/**
 * Does one thing with a link and records it. What the row says counts only where the audit log has as many entries about the link.
 * @throws Failure STATE_CONFLICT, TAMPERED
 */
export async function actOnLink(
  tx: Transaction,
  link: SavedLink,
  act: LinkAct,
  by: Pick<Actor, 'id' | 'ownerIds'> | undefined,
  change: Partial<
    Pick<
      SavedLink,
      | 'secretHash'
      | 'beneficiary'
      | 'expiresAt'
      | 'openedAt'
      | 'openedOn'
      | 'submittedAt'
      | 'comment'
      | 'submissionId'
      | 'submission'
      | 'authors'
    >
  > = {},
  facts: { readonly to?: string } = {},
): Promise<SavedLink> {
  await requireNewest(tx, link)
  const state = linkTransition(link, act, tx.now())
  const after = { ...link, ...change, state, changes: link.changes + 1 }
  await updateLink(tx, after)
  const thing = { type: 'detailsLink', id: link.id } as const
  await tx.audit({ personId: by?.id ?? null, action: linkActs[act], thing, facts })
  return after
}

/** A link as its row has it. @throws Failure NOT_FOUND, TAMPERED */
export async function requireLink(reader: Reader, id: string): Promise<SavedLink> {
  const link = await findLink(reader, id)
  if (link === undefined) throw new Failure('NOT_FOUND')
  return link
}

/**
 * The same, where what came by it is what a person looked at.
 * @throws Failure NOT_FOUND, TAMPERED; STATE_CONFLICT where the payee has sent something else since
 */
export async function requireSeen(reader: Reader, id: string, submissionId: string): Promise<SavedLink> {
  const link = await requireLink(reader, id)
  if (link.submissionId === submissionId) return link
  await requireNewest(reader, link)
  throw new Failure('STATE_CONFLICT', { params: { why: 'state' } })
}

/** That a link is the newest which the audit log knows. @throws Failure TAMPERED */
export async function requireNewest(reader: Reader, { id, changes }: SavedLink): Promise<void> {
  if ((await reader.entriesAbout([id])).length !== changes) throw changedPastTheApp()
}

/** Gives a link another secret, and days from now: the former address no longer opens. @throws Failure NOT_FOUND, STATE_CONFLICT, TAMPERED */
export async function renewLink(
  tx: Transaction,
  person: Actor,
  id: string,
  days = usualLinkDays,
): Promise<LinkWithSecret> {
  const secret = makeSecret()
  const link = await requireLink(tx, id)
  const authors = authorsWith(link.authors, person)
  const change = { secretHash: hashOfSecret(secret), expiresAt: daysFrom(tx.now(), days), authors }
  return { link: await actOnLink(tx, link, 'renew', person, change), secret }
}

/** Lets the same address open for days from now. @throws Failure NOT_FOUND, STATE_CONFLICT, TAMPERED */
export async function extendLink(tx: Transaction, person: Actor, id: string, days: number): Promise<SavedLink> {
  return actOnLink(tx, await requireLink(tx, id), 'extend', person, { expiresAt: daysFrom(tx.now(), days) })
}

export function daysFrom(now: Date, days: number): string {
  return new Date(now.getTime() + days * dayMs).toISOString()
}

/** Authors of what comes by a link, with one more: the person, or who made and who keeps the API token. */
export function authorsWith(authors: readonly string[], { id, ownerIds }: Pick<Actor, 'id' | 'ownerIds'>): string[] {
  return [...new Set([...authors, id, ...ownerIds])]
}

/** An address as a browser writes it; null unless it is at one of the origins, without a user name. */
export function ownPage(address: string | null, origins: readonly string[]): string | null {
  const href = address !== null && URL.canParse(address) ? new URL(address).href : ''
  return origins.some((origin) => href.startsWith(`${origin}/`)) ? href : null
}

/** The address of a link: what is secret of it is sent to no server by a browser, as it comes after the #. */
export function addressOfLink(
  detailsUrl: string,
  { link, secret }: { readonly link: Pick<SavedLink, 'id'>; readonly secret: string },
): string {
  return `${detailsUrl}/${link.id}#${secret}`
}
