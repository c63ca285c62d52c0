import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../store/schema.ts'
import type { Reader, RowReader } from '../store/store.ts'

/** An act by which a person approves many payouts, with what it holds in clear. */
export type BatchApprovalRow = Omit<Selectable<Tables['batch_approvals']>, 'content_encrypted'> & {
  readonly content: string
}

/** Keeps a new act. */
export async function insertBatchApproval(
  { db, encryption }: RowReader,
  { content, ...row }: BatchApprovalRow,
): Promise<void> {
  const content_encrypted = encryption.encrypt(content, approvalPlace(row.id))
  await db
    .insertInto('batch_approvals')
    .values({ ...row, content_encrypted })
    .execute()
}

/** The acts that began before a time. */
export async function approvalsBefore(db: Kysely<Tables>, before: string): Promise<readonly string[]> {
  const rows = await db.selectFrom('batch_approvals').select('id').where('created_at', '<', before).execute()
  return rows.map(({ id }) => id)
}

/** Removes an act with its list. */
export async function removeBatchApproval(db: Kysely<Tables>, id: string): Promise<void> {
  await db.deleteFrom('batch_approval_parts').where('approval_id', '=', id).execute()
  await db.deleteFrom('batch_approvals').where('id', '=', id).execute()
}

/** The batch approval with this id, or undefined. @throws Error where it was changed outside of the app */
export async function findBatchApproval(
  { db, encryption }: RowReader,
  id: string,
): Promise<BatchApprovalRow | undefined> {
  const row = await db.selectFrom('batch_approvals').selectAll().where('id', '=', id).executeTakeFirst()
  return row && opened(encryption, row)
}

/** The newest act of a person about a batch. */
export async function newestBatchApproval(
  { db, encryption }: RowReader,
  batchId: string,
  personId: string,
): Promise<BatchApprovalRow | undefined> {
  const row = await db
    .selectFrom('batch_approvals')
    .selectAll()
    .where('batch_id', '=', batchId)
    .where('person_id', '=', personId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && opened(encryption, row)
}

function opened(encryption: Reader['encryption'], row: Selectable<Tables['batch_approvals']>): BatchApprovalRow {
  const { content_encrypted, ...clear } = row
  return { ...clear, content: encryption.decrypt(content_encrypted, approvalPlace(row.id)) }
}

export async function updateBatchApproval({ db, encryption }: RowReader, id: string, content: string): Promise<void> {
  const content_encrypted = encryption.encrypt(content, approvalPlace(id))
  await db.updateTable('batch_approvals').set({ content_encrypted }).where('id', '=', id).execute()
}

/** Keeps a part of the list of an act, in place of what it was. */
export async function putApprovalPart(
  { db, encryption }: RowReader,
  approvalId: string,
  part: number,
  content: string,
): Promise<void> {
  const id = partId(approvalId, part)
  const content_encrypted = encryption.encrypt(content, partPlace(id))
  await db
    .insertInto('batch_approval_parts')
    .values({ id, approval_id: approvalId, part, content_encrypted })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ content_encrypted }))
    .execute()
}

/** A part of the list of an act; undefined where it was not given. @throws Error where it was changed past the app */
export async function findApprovalPart(
  { db, encryption }: RowReader,
  approvalId: string,
  part: number,
): Promise<string | undefined> {
  const id = partId(approvalId, part)
  const row = await db
    .selectFrom('batch_approval_parts')
    .select('content_encrypted')
    .where('id', '=', id)
    .executeTakeFirst()
  return row && encryption.decrypt(row.content_encrypted, partPlace(id))
}

function partId(approvalId: string, part: number): string {
  return `${approvalId}-${part}`
}

function approvalPlace(id: string) {
  return { table: 'batch_approvals', id, column: 'content_encrypted' }
}

function partPlace(id: string) {
  return { table: 'batch_approval_parts', id, column: 'content_encrypted' }
}
