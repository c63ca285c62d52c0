import { type Kysely, sql } from 'kysely'
import { allPeople, rightsIn } from '../people/people-rows.ts'
import { areRightsAudited } from '../people/rights-trail.ts'
import { entriesAbout } from '../store/audit/followed-log.ts'
import type { Encryption } from '../store/encryption/encryption.ts'
import { isIntact } from '../store/row-mac.ts'
import type { Tables } from '../store/schema.ts'

/** Who works here and what they prove who they are with, as a line names them. */
const names = {
  people: 'Person',
  passkeys: 'Passkey',
  passwords: 'Password of person',
  recovery_codes: 'Recovery code',
  invitations: 'Invitation',
  proposals: 'Proposal',
} as const

/** A line for each row of people and their credentials that the app did not write. Who signs in by a name on trust has no MAC. */
export async function forgedStaff(db: Kysely<Tables>, encryption: Encryption): Promise<readonly string[]> {
  const lines: string[] = []
  for (const table of ['people', 'passkeys', 'passwords', 'recovery_codes', 'invitations', 'proposals'] as const) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)} order by id`.execute(db)
    const forged = rows.filter((row) => row.row_mac !== null && !isIntact(encryption, table, row))
    lines.push(...forged.map(({ id }) => `${names[table]} ${id}: the app did not write its row.`))
  }
  // Each of them is verified with the whole audit log.
  const log = { entriesAbout: (ids: readonly string[]) => entriesAbout(db, ids) }
  for (const row of await allPeople(db)) {
    const rights = row.status === 'active' ? rightsIn(encryption, row) : undefined
    if (rights !== undefined && !(await areRightsAudited(log, { id: row.id, ...rights })))
      lines.push(`Person ${row.id}: its row is older than the audit log.`)
  }
  return lines
}
