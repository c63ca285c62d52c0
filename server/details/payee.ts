import { timingSafeEqual } from 'node:crypto'
import type * as z from 'zod/mini'
import type { openedLinkSchema, submitDetailsSchema, submittedDetailsSchema } from '#shared/api/details-links.ts'
import { issueOn } from '#shared/api/issue.ts'
import { filledFields } from '#shared/payout/entry.ts'
import { findBeneficiary } from '../entry/beneficiary-rows.ts'
import { beneficiaryEntry } from '../entry/entry-columns.ts'
import { maskedOf } from '../entry/masked.ts'
import { readWritten } from '../entry/written-entry.ts'
import { Failure } from '../kernel/failure.ts'
import { hashOfSecret } from '../kernel/random-secret.ts'
import type { DetailsSettings } from '../settings/details-settings.ts'
import type { Reader, Store } from '../store/store.ts'
import { findLink, type SavedLink } from './link-rows.ts'
import { linkTransition } from './link-transition.ts'
import { actOnLink, ownPage, requireNewest } from './links.ts'

/** What the address of a link holds. */
export interface LinkKey {
  readonly id: string
  readonly secret: string
}

type PayeeStore = Reader & Pick<Store, 'write'>

type Submission = Readonly<z.infer<typeof submitDetailsSchema>>

/**
 * What the payee's page begins with; the first time is audited.
 * @throws Failure LINK_EXPIRED, TAMPERED
 */
export async function openLink(
  store: PayeeStore,
  key: LinkKey,
  {
    device,
    details,
  }: { readonly device: string; readonly details: Pick<DetailsSettings, 'name' | 'privacy'> | undefined },
): Promise<z.input<typeof openedLinkSchema>> {
  const known = await linkOf(store, key, 'open')
  if (known.state !== 'open') await requireNewest(store, known)
  const link = known.state === 'open' ? await firstOpening(store, key, device) : known
  const { state, language, country, method, comment, expiresAt } = link
  return {
    state: state === 'submitted' || state === 'returned' ? state : 'opened',
    ...{ language, country, method, comment, expiresAt },
    merchant: details?.name ?? null,
    privacy: { ...details?.privacy },
    knownEnding: await knownEnding(store, link),
  }
}

/** Another device may have opened it meanwhile. */
function firstOpening(store: PayeeStore, key: LinkKey, openedOn: string): Promise<SavedLink> {
  return store.write(async (tx) => {
    const link = await linkOf(tx, key, 'open')
    if (link.state !== 'open') return link
    return actOnLink(tx, link, 'open', undefined, { openedAt: tx.now().toISOString(), openedOn })
  })
}

/** The end of the account or the key that is saved now. */
async function knownEnding(reader: Reader, { beneficiary }: SavedLink): Promise<string | null> {
  const row = beneficiary === null ? undefined : await findBeneficiary(reader.db, beneficiary.id)
  if (row === undefined || row.erased_at !== null) return null
  const { accountNumber, recipientPixKey } = maskedOf(beneficiaryEntry(reader, row), reader.fields)
  return accountNumber ?? recipientPixKey ?? null
}

/**
 * Keeps what a payee sends; until it was accepted, another takes its place. The same once more changes nothing, also after the link is dead.
 * @throws Failure LINK_EXPIRED, FIELDS_INVALID, TAMPERED
 */
export async function submitDetails(
  store: PayeeStore,
  { submissionId, entry: given, ...key }: Submission,
  embedOrigins: readonly string[] = [],
): Promise<z.input<typeof submittedDetailsSchema>> {
  const { id, submittedAt, returnUrl } = await store.write(async (tx) => {
    const link = await linkOf(tx, key, 'submit', submissionId)
    if (link.submissionId === submissionId) return link
    const { entry } = readWritten(tx, given, 'beneficiary')
    if (link.country !== null && entry.country !== link.country) throw otherCountry(entry.country, link.country)
    const sent = { submittedAt: tx.now().toISOString(), submissionId, submission: filledFields(entry) }
    return actOnLink(tx, link, 'submit', undefined, { ...sent, comment: null })
  })
  return { number: submissionNumber(id), submittedAt: submittedAt ?? '', returnUrl: ownPage(returnUrl, embedOrigins) }
}

function otherCountry(given: string, country: string): Failure {
  const error = issueOn('country', 'unknown_country', { given, allowed: [country] })
  return new Failure('FIELDS_INVALID', { errors: [{ ...error, within: 'entry' }] })
}

/** "This is not me": the link is dead, and what was sent is gone. @throws Failure LINK_EXPIRED, TAMPERED */
export async function closeLink(store: PayeeStore, key: LinkKey): Promise<void> {
  await store.write(async (tx) => {
    const link = await linkOf(tx, key, 'close')
    await actOnLink(tx, link, 'close', undefined, { submission: null })
  })
}

/** What a payee names when they ask, and the clerk finds the link by. */
function submissionNumber(id: string): string {
  return id.slice(0, 8).toUpperCase()
}

/**
 * The link that a key opens: unknown, expired, ended and wrong ones are answered alike. Asked before each write and each count too, so that a key that
 * opens nothing waits in no queue, and is not remembered.
 * @param submissionId what came last may come again, whatever became of the link
 * @throws Failure LINK_EXPIRED, TAMPERED
 */
export async function linkOf(
  reader: Reader,
  { id, secret }: LinkKey,
  act: 'open' | 'submit' | 'close' | 'mail',
  submissionId?: string,
): Promise<SavedLink> {
  const link = await findLink(reader, id)
  const [expected, given] = [link?.secretHash ?? '', hashOfSecret(secret)].map((hash) => Buffer.from(hash.padEnd(43)))
  const isRight = expected !== undefined && given !== undefined && timingSafeEqual(expected, given)
  if (link === undefined || !isRight) throw new Failure('LINK_EXPIRED')
  if (submissionId !== undefined && link.submissionId === submissionId) return link
  try {
    linkTransition(link, act, reader.now())
  } catch {
    throw new Failure('LINK_EXPIRED')
  }
  return link
}
