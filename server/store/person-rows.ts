import type { Kysely } from 'kysely'
import { type ActivityRow, activityAbout } from './activity-rows.ts'
import type { DraftRow } from './draft-rows.ts'
import { referenceColumns } from './entry-columns.ts'
import type { ExportRow } from './export-rows.ts'
import { inPreparation } from './exported-payouts.ts'
import { numberTermsOf } from './number-terms.ts'
import { eraseOutcomes, type OutcomeRow } from './outcome-rows.ts'
import { type PayoutRow, updatePayout } from './payout-rows.ts'
import type { Tables } from './schema.ts'
import { beneficiaryTerm } from './search-terms.ts'
import type { Reader, Transaction } from './store.ts'
import type { ValidationRow } from './validation-rows.ts'

interface PersonFile {
  readonly payouts: readonly PayoutRow[]
  readonly outcomes: readonly OutcomeRow[]
  readonly validations: readonly ValidationRow[]
  readonly exports: readonly ExportRow[]
  readonly drafts: DraftsAbout
  readonly activity: readonly ActivityRow[]
}

/** A person's own unfinished forms about somebody; of those of others only how many there are. */
interface DraftsAbout {
  readonly own: readonly OpenedDraft[]
  readonly ofOthers: number
}

interface OpenedDraft extends Pick<DraftRow, 'id' | 'kind' | 'updated_at'> {
  readonly content: string
}

/** All rows that tell of one beneficiary, beside its own, as a member of staff may have them. */
export async function rowsAbout(reader: Reader, personId: string, beneficiaryId: string): Promise<PersonFile> {
  const { db } = reader
  return {
    payouts: await payoutsTo(db, beneficiaryId),
    outcomes: await db
      .selectFrom('outcomes')
      .selectAll()
      .where('payout_id', 'in', payoutIdsTo(db, beneficiaryId))
      .orderBy('stated_at')
      .execute(),
    validations: await db
      .selectFrom('validations')
      .selectAll()
      .where('beneficiary_id', '=', beneficiaryId)
      .orderBy('asked_at')
      .execute(),
    drafts: await draftsAbout(reader, personId, beneficiaryId),
    exports: await exportsOf(db, beneficiaryId),
    activity: await activityAbout(db, beneficiaryId),
  }
}

export async function payoutsTo(db: Kysely<Tables>, beneficiaryId: string): Promise<readonly PayoutRow[]> {
  return await db
    .selectFrom('payouts')
    .selectAll()
    .where('beneficiary_id', '=', beneficiaryId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The exports that a payout to a beneficiary went out with, oldest first. */
async function exportsOf(db: Kysely<Tables>, beneficiaryId: string): Promise<readonly ExportRow[]> {
  const ids = db
    .selectFrom('export_payouts')
    .select('export_id')
    .where('payout_id', 'in', payoutIdsTo(db, beneficiaryId))
  return await db.selectFrom('exports').selectAll().where('id', 'in', ids).orderBy('created_at').orderBy('id').execute()
}

/**
 * The unfinished forms about a beneficiary: those that edit it or a payout to it, those in which it is chosen, and those in which its
 * document was typed, or where its money goes. Their content is encrypted; what they are found by is kept beside it. Anyone can enter a
 * beneficiary with somebody's document, so none of another person is opened for that.
 */
export async function draftsAbout(
  { db, encryption }: Reader,
  personId: string,
  beneficiaryId: string,
): Promise<DraftsAbout> {
  const drafts = await db
    .selectFrom('drafts')
    .selectAll()
    .where((is) =>
      is.or([
        is('subject_id', '=', beneficiaryId),
        is('subject_id', 'in', payoutIdsTo(db, beneficiaryId)),
        is('id', 'in', draftsByTerm(db, beneficiaryId)),
      ]),
    )
    .orderBy('updated_at')
    .execute()
  const own = drafts.filter(({ person_id }) => person_id === personId)
  return {
    own: own.map(({ id, kind, updated_at, content_encrypted }) => ({
      id,
      kind,
      updated_at,
      content: encryption.decrypt(content_encrypted, { table: 'drafts', id, column: 'content_encrypted' }),
    })),
    ofOthers: drafts.length - own.length,
  }
}

function draftsByTerm(db: Kysely<Tables>, beneficiaryId: string) {
  const { ofBeneficiary, ofPayouts } = numberTermsOf(db, beneficiaryId, ['d:', 'a:'])
  return db
    .selectFrom('search_terms')
    .select('thing_id')
    .where('kind', '=', 'draft')
    .where((is) =>
      is.or([
        is('term', 'in', beneficiaryTerm(beneficiaryId)),
        is('term', 'in', ofBeneficiary),
        is('term', 'in', ofPayouts),
      ]),
    )
}

function payoutIdsTo(db: Kysely<Tables>, beneficiaryId: string) {
  return db.selectFrom('payouts').select('id').where('beneficiary_id', '=', beneficiaryId)
}

interface Erasure {
  readonly id: string
  readonly personId: string
  readonly at: string
  /** By which the row stands in the order of names. */
  readonly nameKey: string
}

/** Takes everything that tells who it was from a beneficiary; what it was paid is {@link erasePayout}'s. */
export async function eraseRows(tx: Transaction, { id, personId, at, nameKey }: Erasure): Promise<void> {
  const { db } = tx
  const now = { erased_at: at, updated_at: at, updated_by: personId }
  await deleteTerms(db, id)
  await db
    .updateTable('beneficiaries')
    .set(({ eb }) => ({
      ...now,
      entry_encrypted: null,
      name_key: nameKey,
      status: 'archived',
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
  await db.deleteFrom('details_changes').where('beneficiary_id', '=', id).execute()
  await forgetAnswers(db, id)
  await eraseOutcomes(tx, id)
  // The hash of what was asked would still tell whether it was about a certain number.
  await db
    .updateTable('validations')
    .set({ question_hash: '', reason_encrypted: null })
    .where('beneficiary_id', '=', id)
    .execute()
}

/** The answers that are kept for repeats hold the reasons too: without one, a repeat is told that nobody knows what came of it. */
async function forgetAnswers(db: Kysely<Tables>, beneficiaryId: string): Promise<void> {
  const asked = await db
    .selectFrom('validations')
    .select('request_id')
    .where('beneficiary_id', '=', beneficiaryId)
    .execute()
  // A validation has the id of its last attempt: that of the request, a dot and a number.
  const requestIds = asked.flatMap(({ request_id }) => [request_id, request_id.replace(/\.\d+$/, '')])
  if (requestIds.length === 0) return
  await db
    .updateTable('idempotency')
    .set({ answer_encrypted: null })
    .where('key', 'like', 'validation:%')
    .where('request_id', 'in', requestIds)
    .execute()
}

/** Deletes unfinished forms. */
export async function deleteDrafts(db: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await db.deleteFrom('search_terms').where('kind', '=', 'draft').where('thing_id', '=', id).execute()
    await db.deleteFrom('drafts').where('id', '=', id).execute()
  }
}

/**
 * Takes everything that tells who it was from a payout; amount, dates and state stay.
 * @param reference in the place of one that a person typed
 */
export async function erasePayout(tx: Transaction, row: PayoutRow, reference: string, at: string): Promise<void> {
  await updatePayout(tx, row, {
    ...referenceColumns(tx.encryption, reference),
    name_key: '',
    details_hash: null,
    batch_hash: null,
    entry_encrypted: null,
    confirmed_encrypted: null,
    request_encrypted: null,
    comment_encrypted: null,
    undo_encrypted: null,
    erased_at: at,
  })
}

/** The payouts that wait for somebody, or for the end of their export. */
export async function openPayouts(db: Kysely<Tables>, beneficiaryId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('payouts')
    .select('id')
    .where('beneficiary_id', '=', beneficiaryId)
    .where('state', 'in', ['in_review', 'approved'])
    .orderBy('id')
    .execute()
  const payouts = await payoutIdsTo(db, beneficiaryId).where('state', '=', 'exported').execute()
  const leaving = await inPreparation(
    db,
    payouts.map(({ id }) => id),
  )
  return [...rows.map(({ id }) => id), ...leaving]
}

async function deleteTerms(db: Kysely<Tables>, beneficiaryId: string): Promise<void> {
  const payouts = db.selectFrom('payouts').select('id').where('beneficiary_id', '=', beneficiaryId)
  await db.deleteFrom('search_terms').where('kind', '=', 'payout').where('thing_id', 'in', payouts).execute()
  await db.deleteFrom('search_terms').where('kind', '=', 'beneficiary').where('thing_id', '=', beneficiaryId).execute()
}
