import type { Kysely } from 'kysely'
import { type ActivityRow, activityAbout } from '../activity/activity-rows.ts'
import { deleteLinksTo } from '../details/link-rows.ts'
import type { DraftRow } from '../drafts/draft-rows.ts'
import { draftText } from '../drafts/draft-text.ts'
import { referenceColumns } from '../entry/entry-columns.ts'
import { type PayoutRow, updatePayout } from '../entry/payout-rows.ts'
import type { ExportRow } from '../exports/export-rows.ts'
import { inPreparation } from '../exports/exported-payout-rows.ts'
import { eraseOutcomes, type OutcomeRow } from '../outcomes/outcome-rows.ts'
import { numberTermsOf } from '../search/number-terms.ts'
import { beneficiaryTerm } from '../search/search-terms.ts'
import type { Tables } from '../store/schema.ts'
import type { Reader, Transaction } from '../store/store.ts'
import type { SavedValidationRow } from '../validations/validation-rows.ts'

interface PersonFile {
  readonly payouts: readonly PayoutRow[]
  readonly outcomes: readonly OutcomeRow[]
  readonly validations: readonly SavedValidationRow[]
  readonly exports: readonly ExportRow[]
  readonly drafts: DraftsAbout
  readonly activity: readonly ActivityRow[]
}

/** A person's own unfinished forms about a beneficiary; of those of others only their number. */
interface DraftsAbout {
  readonly own: readonly OpenedDraft[]
  readonly ofOthers: number
}

interface OpenedDraft extends Pick<DraftRow, 'id' | 'kind' | 'updated_at'> {
  readonly content: string
}

/** All rows about one beneficiary, besides its own, that a member of staff may see. */
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
 * document was typed, or where its money goes. Their content is encrypted; their search terms are saved next to it. Anyone can enter a
 * beneficiary with another person's document, so none of another person is opened for that.
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
  const own = drafts.flatMap((row) => {
    const content = draftText(encryption, row, personId)
    return content === undefined ? [] : [{ id: row.id, kind: row.kind, updated_at: row.updated_at, content }]
  })
  return { own, ofOthers: drafts.length - own.length }
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
  /** Sorts the row in the order of names. */
  readonly nameKey: string
}

/** Removes everything that identifies a beneficiary; their payouts are erased by {@link erasePayout}. */
export async function eraseRows(tx: Transaction, { id, personId, at, nameKey }: Erasure): Promise<void> {
  const { db } = tx
  const now = { erased_at: at, updated_at: at, updated_by: personId }
  await deleteTerms(db, id)
  await db
    .updateTable('beneficiaries')
    .set(({ eb }) => ({
      ...now,
      entry_encrypted: null,
      external_id_hash: null,
      external_id_encrypted: null,
      name_key: nameKey,
      status: 'archived',
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
  for (const table of ['details_changes', 'phone_numbers', 'call_backs'] as const)
    await db.deleteFrom(table).where('beneficiary_id', '=', id).execute()
  await deleteLinksTo(db, id)
  await forgetAnswers(db, id)
  await eraseOutcomes(tx, id)
  // The hash of the question would still reveal whether it was about a certain number.
  await db
    .updateTable('validations')
    .set({ question_hash: '', reason_encrypted: null })
    .where('beneficiary_id', '=', id)
    .execute()
}

/** The answers that are kept for repeats hold the reasons too: without one, a repeat is told that the result is unknown. */
async function forgetAnswers(db: Kysely<Tables>, beneficiaryId: string): Promise<void> {
  const asked = await db
    .selectFrom('validations')
    .select('request_id')
    .where('beneficiary_id', '=', beneficiaryId)
    .execute()
  // A validation has the id of its last attempt: that of the request, a dot and a number.
  const requestIds = asked.flatMap(({ request_id }) => [request_id, request_id.replace(/\.\d+$/, '')])
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
 * Removes everything that identifies the beneficiary from a payout; amount, dates and state stay.
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

/** The payouts that wait for an action, or for the end of their export. */
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
