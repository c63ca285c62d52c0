import type { Kysely, Selectable } from 'kysely'
import type { Encryption } from '../store/encryption/encryption.ts'
import { isIntact, rowMac } from '../store/row-mac.ts'
import type { Tables } from '../store/schema.ts'
import type { RowReader } from '../store/store.ts'
import type { AuditedPolicy } from './policy-trail.ts'

export type PolicyRow = Selectable<Tables['approval_policy']>

/** At most one, unless the database was changed outside of the app. */
export async function policiesInForce(db: Kysely<Tables>): Promise<readonly PolicyRow[]> {
  return await db.selectFrom('approval_policy').selectAll().where('state', '=', 'in_force').execute()
}

/** Whether the rows in force are the policy that two admins agreed on last, and that alone. */
export function isPolicyGenuine(
  encryption: Encryption,
  inForce: readonly PolicyRow[],
  audited: AuditedPolicy | undefined,
): boolean {
  const [row, ...others] = inForce
  if (row === undefined || audited === undefined) return row === undefined && audited === undefined
  const isNewest = row.id === audited.policy && row.version === audited.version
  return others.length === 0 && isNewest && isIntact(encryption, 'approval_policy', row)
}

export async function insertPolicy({ db, encryption }: RowReader, row: Omit<PolicyRow, 'row_mac'>): Promise<void> {
  await db
    .insertInto('approval_policy')
    .values({ ...row, row_mac: rowMac(encryption, 'approval_policy', row) })
    .execute()
}

export async function replacePolicy({ db, encryption }: RowReader, row: PolicyRow): Promise<void> {
  // A new MAC would confirm a row that was changed outside of the app.
  if (!isIntact(encryption, 'approval_policy', row))
    throw new Error('An approval policy that was changed outside of the app is not written again.')
  const next = { ...row, state: 'replaced' } as const
  await db
    .updateTable('approval_policy')
    .set({ ...next, row_mac: rowMac(encryption, 'approval_policy', next) })
    .where('id', '=', row.id)
    .execute()
}
