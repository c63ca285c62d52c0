import type { Kysely } from 'kysely'
import type { DetailColumns, Tables } from './schema.ts'

/** What is left of details: where and how was paid, which the books need. */
const blankDetails = {
  beneficiary_type: '',
  first_name: '',
  last_name: '',
  document_type: '',
  bank_name: '',
  account_type_code: '',
  city: '',
  validation_account_kind: '',
  document_number_encrypted: null,
  account_number_encrypted: null,
  agency_encrypted: null,
  pix_key_encrypted: null,
  email_encrypted: null,
  validation_document_encrypted: null,
  validation_agency_encrypted: null,
} satisfies Omit<DetailColumns, 'country' | 'method' | 'name_key'>

interface Erasure {
  readonly id: string
  readonly personId: string
  readonly at: string
  /** By which the row stands in the order of names. */
  readonly nameKey: string
}

/** Takes everything that tells who it was from a beneficiary and from all payouts to it; amounts, dates and states stay. */
export async function eraseRows(db: Kysely<Tables>, { id, personId, at, nameKey }: Erasure): Promise<void> {
  const now = { erased_at: at, updated_at: at, updated_by: personId }
  const blank = { ...blankDetails, name_key: nameKey }
  await deleteTerms(db, id)
  await db
    .updateTable('beneficiaries')
    .set(({ eb }) => ({ ...blank, ...now, status: 'archived', version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  await db
    .updateTable('payouts')
    .set(({ eb }) => ({
      ...blank,
      // Free texts can name the person.
      payment_reason: '',
      notification_url: '',
      confirmed_encrypted: null,
      request_encrypted: null,
      comment_encrypted: null,
      erased_at: at,
      version: eb('version', '+', 1),
    }))
    .where('beneficiary_id', '=', id)
    .execute()
  // The hash of what was asked would still tell whether it was about a certain number.
  await db.updateTable('checks').set({ question_hash: '' }).where('beneficiary_id', '=', id).execute()
}

/** Deletes unfinished forms. */
export async function deleteDrafts(db: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await db.deleteFrom('search_terms').where('kind', '=', 'draft').where('thing_id', '=', id).execute()
    await db.deleteFrom('drafts').where('id', '=', id).execute()
  }
}

/** Puts another reference in the place of one that a person typed. */
export async function replaceReference(db: Kysely<Tables>, payoutId: string, reference: string): Promise<void> {
  await db.updateTable('payouts').set({ external_reference: reference }).where('id', '=', payoutId).execute()
}

/** The payouts that wait for somebody. */
export async function openPayouts(db: Kysely<Tables>, beneficiaryId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('payouts')
    .select('id')
    .where('beneficiary_id', '=', beneficiaryId)
    .where('state', 'in', ['in_review', 'approved'])
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

async function deleteTerms(db: Kysely<Tables>, beneficiaryId: string): Promise<void> {
  const payouts = db.selectFrom('payouts').select('id').where('beneficiary_id', '=', beneficiaryId)
  await db.deleteFrom('search_terms').where('kind', '=', 'payout').where('thing_id', 'in', payouts).execute()
  await db.deleteFrom('search_terms').where('kind', '=', 'beneficiary').where('thing_id', '=', beneficiaryId).execute()
}
