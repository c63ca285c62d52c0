import { timingSafeEqual } from 'node:crypto'
import type * as z from 'zod/mini'
import type { openedLinkSchema, submittedDetailsSchema } from '#shared/api/details-links.ts'
import { issueOn } from '#shared/api/issue.ts'
import { filledFields, type RawEntry } from '#shared/payout/entry.ts'
import { findBeneficiary } from '../entry/beneficiary-rows.ts'
import { beneficiaryEntry } from '../entry/entry-columns.ts'
import { maskedOf } from '../entry/masked.ts'
import { readWritten } from '../entry/written-entry.ts'
import { Failure } from '../kernel/failure.ts'
import { hashOfSecret } from '../kernel/random-secret.ts'
import type { Transaction } from '../store/store.ts'
import { findLink, type SavedLink } from './link-rows.ts'
import { linkTransition } from './link-transition.ts'
import { actOnLink } from './links.ts'

/** What the address of a link holds. */
export interface LinkKey {
  readonly id: string
  readonly secret: string
}

/**
 * What the payee's page begins with; the first time is audited.
 * @throws Failure LINK_EXPIRED, TAMPERED
 */
export async function openLink(
  tx: Transaction,
  key: LinkKey,
  device: string,
): Promise<z.input<typeof openedLinkSchema>> {
  const known = await linkOf(tx, key, 'open')
  const opening = { openedAt: tx.now().toISOString(), openedOn: device }
  const link = known.state === 'open' ? await actOnLink(tx, known.id, 'open', undefined, opening) : known
  const { state, language, country, comment, expiresAt } = link
  return {
    state: state === 'submitted' || state === 'returned' ? state : 'opened',
    ...{ language, country, comment, expiresAt },
    knownEnding: await knownEnding(tx, link),
  }
}

/** The end of the account or the key that is saved now. */
async function knownEnding(tx: Transaction, { beneficiary }: SavedLink): Promise<string | null> {
  const row = beneficiary === null ? undefined : await findBeneficiary(tx.db, beneficiary.id)
  if (row === undefined || row.erased_at !== null) return null
  const { accountNumber, recipientPixKey } = maskedOf(beneficiaryEntry(tx, row), tx.fields)
  return accountNumber ?? recipientPixKey ?? null
}

/**
 * Keeps what a payee sends; until it was accepted, once more replaces it.
 * @throws Failure LINK_EXPIRED, FIELDS_INVALID, TAMPERED
 */
export async function submitDetails(
  tx: Transaction,
  key: LinkKey,
  given: RawEntry,
): Promise<z.input<typeof submittedDetailsSchema>> {
  const link = await linkOf(tx, key, 'submit')
  const { entry } = readWritten(tx, given, 'beneficiary')
  if (link.country !== null && entry.country !== link.country)
    throw new Failure('FIELDS_INVALID', {
      errors: [
        {
          ...issueOn('country', 'unknown_country', { given: String(entry.country), allowed: [link.country] }),
          within: 'entry',
        },
      ],
    })
  const submittedAt = tx.now().toISOString()
  const change = { submittedAt, submission: filledFields(entry), comment: null }
  await actOnLink(tx, link.id, 'submit', undefined, change)
  return { number: submissionNumber(link.id), submittedAt }
}

/** "This is not me": the link is dead, and what was sent is gone. @throws Failure LINK_EXPIRED, TAMPERED */
export async function closeLink(tx: Transaction, key: LinkKey): Promise<void> {
  const link = await linkOf(tx, key, 'close')
  await actOnLink(tx, link.id, 'close', undefined, { submission: null })
}

/** What a payee names when they ask, and the clerk finds the link by. */
function submissionNumber(id: string): string {
  return id.slice(0, 8).toUpperCase()
}

/** The link that a key opens: unknown, expired, ended and wrong ones are answered alike. @throws Failure LINK_EXPIRED, TAMPERED */
async function linkOf(tx: Transaction, { id, secret }: LinkKey, act: 'open' | 'submit' | 'close'): Promise<SavedLink> {
  const link = await findLink(tx, id)
  const [expected, given] = [link?.secretHash ?? '', hashOfSecret(secret)].map((hash) => Buffer.from(hash.padEnd(43)))
  const isRight = expected !== undefined && given !== undefined && timingSafeEqual(expected, given)
  if (link === undefined || !isRight) throw new Failure('LINK_EXPIRED')
  try {
    linkTransition(link, act, tx.now())
  } catch {
    throw new Failure('LINK_EXPIRED')
  }
  return link
}
