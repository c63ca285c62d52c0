import type { Selectable } from 'kysely'
import type { InvitationsTable, PasskeysTable, PasswordsTable, RecoveryCodesTable } from '../store/credential-tables.ts'
import { isIntact, rowMac } from '../store/row-mac.ts'
import type { RowReader } from '../store/store.ts'

/*
 * What people prove who they are with. A row that the app did not write is as good as none; whatever is written is vouched for. A row that was put
 * back is what the app wrote: which passkeys a person has, the audit log says.
 */

export type PasskeyRow = Selectable<PasskeysTable>
export type PasswordRow = Selectable<PasswordsTable>
export type InvitationRow = Selectable<InvitationsTable>
type RecoveryCodeRow = Selectable<RecoveryCodesTable>

type Vouched = { readonly row_mac: string }

/** The passkeys of a person that were not removed, the oldest first. */
export async function passkeysOf(reader: RowReader, personId: string): Promise<readonly PasskeyRow[]> {
  return (await everyPasskeyOf(reader, personId)).filter((row) => row.removed_at === null)
}

/** The same with those that were. */
export async function everyPasskeyOf({ db, encryption }: RowReader, personId: string): Promise<readonly PasskeyRow[]> {
  const rows = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.filter((row) => isIntact(encryption, 'passkeys', row))
}

/** A passkey that was not removed, by what its authenticator calls it. */
export async function findPasskey(
  { db, encryption }: RowReader,
  credentialId: string,
): Promise<PasskeyRow | undefined> {
  const row = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined && isIntact(encryption, 'passkeys', row) ? row : undefined
}

/** Writes a passkey as it is to be: a new one, or one that was used or removed. */
export async function putPasskey(
  { db, encryption }: RowReader,
  { row_mac: _, ...row }: Unvouched<PasskeyRow>,
): Promise<void> {
  const whole = { ...row, row_mac: rowMac(encryption, 'passkeys', row) }
  await db
    .insertInto('passkeys')
    .values(whole)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(whole))
    .execute()
}

type Unvouched<Row extends Vouched> = Omit<Row, 'row_mac'> & Partial<Vouched>

export async function passwordOf({ db, encryption }: RowReader, personId: string): Promise<PasswordRow | undefined> {
  const row = await db.selectFrom('passwords').selectAll().where('id', '=', personId).executeTakeFirst()
  return row !== undefined && isIntact(encryption, 'passwords', row) ? row : undefined
}

export async function putPassword(
  { db, encryption }: RowReader,
  { row_mac: _, ...row }: Unvouched<PasswordRow>,
): Promise<void> {
  const whole = { ...row, row_mac: rowMac(encryption, 'passwords', row) }
  await db
    .insertInto('passwords')
    .values(whole)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(whole))
    .execute()
}

export async function removePassword({ db }: Pick<RowReader, 'db'>, personId: string): Promise<void> {
  await db.deleteFrom('passwords').where('id', '=', personId).execute()
}

/** The recovery codes of a person that were not used. */
export async function recoveryCodesOf(
  { db, encryption }: RowReader,
  personId: string,
): Promise<readonly RecoveryCodeRow[]> {
  const rows = await db
    .selectFrom('recovery_codes')
    .selectAll()
    .where('person_id', '=', personId)
    .where('used_at', 'is', null)
    .execute()
  return rows.filter((row) => isIntact(encryption, 'recovery_codes', row))
}

/** Gives a person these recovery codes in place of all others. */
export async function replaceRecoveryCodes(
  { db, encryption }: RowReader,
  personId: string,
  ids: readonly string[],
  created_at: string,
): Promise<void> {
  await db.deleteFrom('recovery_codes').where('person_id', '=', personId).execute()
  const rows = ids.map((id) => ({ id, person_id: personId, created_at, used_at: null }))
  const whole = rows.map((row) => ({ ...row, row_mac: rowMac(encryption, 'recovery_codes', row) }))
  if (whole.length > 0) await db.insertInto('recovery_codes').values(whole).execute()
}

/** Uses a recovery code up; false where it is not the person’s, or was used. */
export async function takeRecoveryCode(
  keys: RowReader,
  { id, personId, at }: { readonly id: string; readonly personId: string; readonly at: string },
): Promise<boolean> {
  const row = (await recoveryCodesOf(keys, personId)).find((code) => code.id === id)
  if (row === undefined) return false
  const used = { ...row, used_at: at }
  await keys.db
    .updateTable('recovery_codes')
    .set({ used_at: at, row_mac: rowMac(keys.encryption, 'recovery_codes', used) })
    .where('id', '=', id)
    .execute()
  return true
}

/** An invitation that can still be used, by the hash of its token. */
export async function findInvitation(
  { db, encryption }: RowReader,
  tokenHash: string,
  at: string,
): Promise<InvitationRow | undefined> {
  const row = await db
    .selectFrom('invitations')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return row !== undefined && isIntact(encryption, 'invitations', row) ? row : undefined
}

/** Those of a person that can still be used. */
export async function openInvitations(
  { db, encryption }: RowReader,
  personId: string,
  at: string,
): Promise<readonly InvitationRow[]> {
  const rows = await db
    .selectFrom('invitations')
    .selectAll()
    .where('person_id', '=', personId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .execute()
  return rows.filter((row) => isIntact(encryption, 'invitations', row))
}

export async function putInvitation(
  { db, encryption }: RowReader,
  { row_mac: _, ...row }: Unvouched<InvitationRow>,
): Promise<void> {
  const whole = { ...row, row_mac: rowMac(encryption, 'invitations', row) }
  await db
    .insertInto('invitations')
    .values(whole)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(whole))
    .execute()
}
