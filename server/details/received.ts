import type * as z from 'zod/mini'
import type { submissionSchema } from '#shared/api/details-links.ts'
import type { WarningConfirmations } from '#shared/api/entry.ts'
import type { Issue } from '#shared/api/issue.ts'
import { differingFields, filledFields } from '#shared/payout/entry.ts'
import { requireConfirmed, savingWarnings } from '../beneficiaries/beneficiary-warnings.ts'
import { saveChange, saveNew } from '../beneficiaries/save-beneficiary.ts'
import { type BeneficiaryRow, findBeneficiary } from '../entry/beneficiary-rows.ts'
import { beneficiaryEntry } from '../entry/entry-columns.ts'
import { type EntryWithReading, readWritten } from '../entry/written-entry.ts'
import { Failure } from '../kernel/failure.ts'
import type { Actor } from '../people/member.ts'
import { warningOnWire } from '../problems/english-texts.ts'
import type { Transaction } from '../store/store.ts'
import type { SavedLink } from './link-rows.ts'
import { actOnLink, authorsWith, requireNewest, requireSeen } from './links.ts'

/**
 * What a payee sent, in full, and how it differs from what is saved. Audited, and who looks is an author of what comes of it.
 * @throws Failure NOT_FOUND, STATE_CONFLICT, TAMPERED, FIELDS_INVALID where the rules of today no longer take it
 */
export async function viewSubmission(
  tx: Transaction,
  person: Actor,
  id: string,
  submissionId: string,
): Promise<z.input<typeof submissionSchema>> {
  const before = await requireSeen(tx, id, submissionId)
  const link = await actOnLink(tx, before, 'view', person, { authors: authorsWith(before.authors, person) })
  const { saved, warnings, differs } = await compareSubmission(tx, link)
  return {
    submissionId: link.submissionId ?? '',
    entry: link.submission ?? {},
    warnings: warnings.map(warningOnWire),
    beneficiary: saved === undefined ? null : { id: saved.id, version: saved.version, differs: [...differs] },
  }
}

interface ComparedSubmission {
  readonly saved: BeneficiaryRow | undefined
  readonly warnings: readonly Issue[]
  readonly differs: readonly string[]
}

/** What came beside what is saved now: what warns of it, and in which fields it differs. @throws Failure FIELDS_INVALID */
export async function compareSubmission(tx: Transaction, link: SavedLink): Promise<ComparedSubmission> {
  const saved = await savedBeneficiary(tx, link)
  const written = submissionOf(tx, link, saved)
  return {
    saved,
    warnings: await savingWarnings(tx, written, saved?.id),
    differs: saved === undefined ? [] : differingFields(beneficiaryEntry(tx, saved), written.entry, tx.fields),
  }
}

/** What a person accepts: what they saw, beside the version of the saved beneficiary that they compared it with. */
interface Acceptance {
  readonly submissionId: string
  readonly confirmed: WarningConfirmations
  readonly version?: number | undefined
}

/**
 * Saves what came as a beneficiary, or as the next version of one. The authors of it are who made or renewed the link, who looked at what came, and
 * who accepts it, and has looked at what came last.
 * @throws Failure NOT_FOUND, STATE_CONFLICT, TAMPERED, WARNINGS_UNCONFIRMED, ERASED, VERSION_CONFLICT, FIELDS_INVALID
 */
export async function acceptSubmission(
  tx: Transaction,
  person: Actor,
  id: string,
  { submissionId, confirmed, version }: Acceptance,
): Promise<SavedLink> {
  const link = await requireSeen(tx, id, submissionId)
  await requireNewest(tx, link)
  const isSeen = link.state === 'submitted' && (await hasSeen(tx, person, id))
  if (!isSeen) throw new Failure('STATE_CONFLICT', { params: { why: 'state' } })
  // No person typed it, so that none of them reads it in clear once it is saved.
  const written = { ...submissionOf(tx, link, await savedBeneficiary(tx, link)), typedBy: {}, isSent: true } as const
  const before = link.beneficiary?.id
  requireConfirmed(await savingWarnings(tx, written, before), confirmed)
  const authors = authorsWith(link.authors, person)
  const actor = { ...person, ownerIds: authors.filter((author) => author !== person.id) }
  const beneficiary =
    before === undefined
      ? await saveNew(tx, actor, written)
      : await saveChange(tx, actor, { id: before, version: version ?? 0 }, written)
  return await actOnLink(tx, link, 'accept', person, { beneficiary, submission: null })
}

/** Whether a person has looked at what came last: a payee, or who else has the address, may have replaced what they saw. */
async function hasSeen(tx: Transaction, { id: personId }: Actor, id: string): Promise<boolean> {
  const entries = await tx.entriesAbout([id])
  const newest = entries.findLastIndex(({ action }) => action === 'details.submitted')
  return entries
    .slice(newest + 1)
    .some(({ action, person_id }) => action === 'details.viewed' && person_id === personId)
}

/** Whose details were asked for; undefined where it is about someone new, or was erased. */
async function savedBeneficiary(tx: Transaction, { beneficiary }: SavedLink): Promise<BeneficiaryRow | undefined> {
  const row = beneficiary === null ? undefined : await findBeneficiary(tx.db, beneficiary.id)
  return row?.erased_at === null ? row : undefined
}

/** A phone number that the payee leaves out stays: it is there to call them back on, and the person who answers may be another. */
function submissionOf(tx: Transaction, { submission }: SavedLink, saved: BeneficiaryRow | undefined): EntryWithReading {
  const { phone } = saved === undefined ? {} : filledFields(beneficiaryEntry(tx, saved))
  return readWritten(tx, { ...(phone !== undefined && { phone }), ...submission }, 'beneficiary')
}
