import { randomUUID } from 'node:crypto'
import { type DetailsLink, type DetailsLinkWrite, type LinkState, usualLinkDays } from '#shared/api/details-links.ts'
import { issueOn } from '#shared/api/issue.ts'
import { countryCodes } from '#shared/countries/rule-book.ts'
import { currentRow, noSuchBeneficiary } from '../beneficiaries/save-beneficiary.ts'
import { findBeneficiary } from '../entry/beneficiary-rows.ts'
import { changedPastTheApp } from '../jobs/job-rows.ts'
import { Failure } from '../kernel/failure.ts'
import { readCursor, writeCursor } from '../kernel/page-cursor.ts'
import { hashOfSecret, makeSecret } from '../kernel/random-secret.ts'
import type { Actor } from '../people/member.ts'
import { personNames } from '../people/people-rows.ts'
import type { Reader, Transaction } from '../store/store.ts'
import { findLink, forgetLinks, insertLink, listLinks, type SavedLink, updateLink } from './link-rows.ts'
import { type LinkAct, linkActs, linkStateAt, linkTransition } from './link-transition.ts'

const dayMs = 24 * 60 * 60_000
const pageLimit = 50

/** A link with its secret, which is shown this once. */
interface LinkWithSecret {
  readonly link: SavedLink
  readonly secret: string
}

/**
 * Makes a link for someone new, or for a saved beneficiary, and forgets those that led to nothing so many days ago. Audited.
 * @throws Failure NOT_FOUND, ERASED, FIELDS_INVALID for another country than the beneficiary's
 */
export async function makeLink(
  tx: Transaction,
  person: Actor,
  write: DetailsLinkWrite,
  keepDays: number,
): Promise<LinkWithSecret> {
  await forgetLinks(tx.db, daysFrom(tx.now(), -keepDays))
  const { name, language, beneficiaryId, days = usualLinkDays } = write
  const saved = beneficiaryId === undefined ? undefined : await beneficiaryNow(tx, beneficiaryId)
  const allowed = saved === undefined ? countryCodes : [saved.country]
  if (write.country !== undefined && !allowed.some((code) => code === write.country)) {
    const error = issueOn('country', 'unknown_country', { given: write.country, allowed })
    throw new Failure('FIELDS_INVALID', { errors: [error] })
  }
  const [id, secret, now] = [randomUUID(), makeSecret(), tx.now()]
  const link: SavedLink = {
    id,
    state: 'open',
    secretHash: hashOfSecret(secret),
    name,
    language,
    country: saved?.country ?? write.country ?? null,
    beneficiary: saved === undefined ? null : { id: saved.id, version: saved.version },
    madeBy: person.id,
    madeAt: now.toISOString(),
    expiresAt: daysFrom(now, days),
    openedAt: null,
    openedOn: null,
    submittedAt: null,
    comment: null,
    submissionId: null,
    submission: null,
    authors: authorsWith([], person),
    changes: 1,
  }
  await insertLink(tx, link)
  await tx.audit({ personId: person.id, action: 'details.asked', thing: { type: 'detailsLink', id } })
  return { link, secret }
}

async function beneficiaryNow(tx: Transaction, id: string) {
  const row = await findBeneficiary(tx.db, id)
  if (row === undefined) throw noSuchBeneficiary()
  return await currentRow(tx, { id, version: row.version })
}

/** One page of links, newest first. @throws Failure FIELDS_INVALID for a cursor that is none */
export async function findLinkPage(
  reader: Reader,
  { state, cursor }: { readonly state?: LinkState | undefined; readonly cursor?: string | undefined },
): Promise<{ readonly items: readonly DetailsLink[]; readonly nextCursor: string | null }> {
  const place = readCursor(cursor)
  const after = place && { madeAt: place.key, id: place.id }
  const links = await listLinks(reader, { state, after, limit: pageLimit + 1 })
  const page = links.slice(0, pageLimit)
  const last = links.length > pageLimit ? page.at(-1) : undefined
  return {
    items: await presentLinks(reader, page),
    nextCursor: last === undefined ? null : writeCursor(last.madeAt, last.id),
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
    const { id, name, language, country, comment, madeAt, expiresAt, openedAt, openedOn, submittedAt } = link
    const shown = { id, name, language, country, comment, madeAt, expiresAt, openedAt, openedOn, submittedAt }
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
): Promise<SavedLink> {
  await requireNewest(tx, link)
  const state = linkTransition(link, act, tx.now())
  const after = { ...link, ...change, state, changes: link.changes + 1 }
  await updateLink(tx, after)
  await tx.audit({ personId: by?.id ?? null, action: linkActs[act], thing: { type: 'detailsLink', id: link.id } })
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

function daysFrom(now: Date, days: number): string {
  return new Date(now.getTime() + days * dayMs).toISOString()
}

/** Authors of what comes by a link, with one more: the person, or who made and who keeps the API token. */
export function authorsWith(authors: readonly string[], { id, ownerIds }: Pick<Actor, 'id' | 'ownerIds'>): string[] {
  return [...new Set([...authors, id, ...ownerIds])]
}
