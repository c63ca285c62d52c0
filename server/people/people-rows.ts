import type { Kysely, Selectable } from 'kysely'
import * as z from 'zod/mini'
import { roles } from '#shared/api/permissions.ts'
import type { Person } from '#shared/api/session.ts'
import { rowsOfKeys } from '../store/by-keys.ts'
import type { Encryption } from '../store/encryption/encryption.ts'
import { isIntact, rowMac } from '../store/row-mac.ts'
import type { Tables } from '../store/schema.ts'
import type { Reader, RowReader, Transaction } from '../store/store.ts'

export type PersonRow = Selectable<Tables['people']>

/** The columns that most people leave as they are. */
const blank = {
  is_sample: 0,
  roles: '[]',
  approve_up_to: '{}',
  approve_up_to_a_day: '{}',
  status: 'active',
  version: 1,
  email: null,
  issuer: null,
  subject: null,
  maker_id: null,
  holder_id: null,
  held_until: null,
} as const

/** Enters a person, whose row is vouched for. */
export async function addPerson({ db, encryption }: RowReader, given: NewPerson): Promise<PersonRow> {
  const row: Omit<PersonRow, 'row_mac'> = { ...blank, ...given }
  const whole = { ...row, row_mac: rowMac(encryption, 'people', row) }
  await db.insertInto('people').values(whole).execute()
  return whole
}

type IdentifyingColumn = 'id' | 'name' | 'name_key' | 'created_at'

type NewPerson = Pick<PersonRow, IdentifyingColumn> &
  Partial<Omit<PersonRow, IdentifyingColumn | 'row_mac' | 'version'>>

/**
 * Changes a person that still has this version, and counts it up; undefined when it has another by now.
 * @throws Error for one who was changed outside of the app: the new MAC would vouch for that
 */
export async function changePerson(
  { db, encryption }: RowReader,
  row: PersonRow,
  change: Partial<Omit<PersonRow, 'id' | 'version' | 'row_mac'>>,
): Promise<PersonRow | undefined> {
  if (!isIntact(encryption, 'people', row))
    throw new Error('A person who was changed outside of the app is not written again.')
  const next = { ...row, ...change, version: row.version + 1 }
  const whole = { ...next, row_mac: rowMac(encryption, 'people', next) }
  const { numUpdatedRows } = await db
    .updateTable('people')
    .set(whole)
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .executeTakeFirst()
  return numUpdatedRows === 1n ? whole : undefined
}

export function findPerson(db: Kysely<Tables>, id: string): Promise<PersonRow | undefined> {
  return db.selectFrom('people').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The people of these ids, in no order. */
export function findPeople(db: Kysely<Tables>, ids: readonly string[]): Promise<readonly PersonRow[]> {
  return rowsOfKeys(ids, (some) => db.selectFrom('people').selectAll().where('id', 'in', some).execute())
}

export function personByKey(db: Kysely<Tables>, nameKey: string): Promise<PersonRow | undefined> {
  return db.selectFrom('people').selectAll().where('name_key', '=', nameKey).executeTakeFirst()
}

/** @param email in lower case */
export function personByEmail(db: Kysely<Tables>, email: string): Promise<PersonRow | undefined> {
  return db.selectFrom('people').selectAll().where('email', '=', email).executeTakeFirst()
}

/** Who has an address where people sign in here. Whom an identity provider identified before gives it up: they may do nothing here, and can be invited again. */
export async function ownerOfAddress(tx: Transaction, email: string): Promise<PersonRow | undefined> {
  const person = await personByEmail(tx.db, email)
  if (person === undefined || person.issuer === null) return person
  await changePerson(tx, person, { email: null })
  return undefined
}

/** The person whom an identity provider calls so. */
export function personByIdentity(db: Kysely<Tables>, issuer: string, subject: string): Promise<PersonRow | undefined> {
  return db
    .selectFrom('people')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

/** All who sign in, in the order of their names: neither the people of the sample data nor API tokens. */
export function allPeople(db: Kysely<Tables>): Promise<readonly PersonRow[]> {
  return db
    .selectFrom('people')
    .selectAll()
    .where('is_sample', '=', 0)
    .where('maker_id', 'is', null)
    .orderBy('name_key')
    .execute()
}

/** The same, with API tokens. */
export function allMembers(db: Kysely<Tables>): Promise<readonly PersonRow[]> {
  return db.selectFrom('people').selectAll().where('is_sample', '=', 0).orderBy('name_key').execute()
}

/** Who can let others in: where people sign in here, none whom an identity provider identified before. */
export async function activeAdmins({
  db,
  encryption,
  issuer,
}: Pick<Reader, 'db' | 'encryption' | 'issuer'>): Promise<readonly PersonRow[]> {
  const isHere = (row: PersonRow) => issuer !== undefined || row.issuer === null
  const isAdmin = (row: PersonRow) => row.status === 'active' && rightsIn(encryption, row)?.roles.includes('admin')
  return (await allPeople(db)).filter((row) => isHere(row) && isAdmin(row))
}

const rolesSchema = z.array(z.enum(roles))
const limitsSchema = z.record(z.string(), z.string())

/** What a row says that a person may do; undefined where the app did not write the row. */
export function rightsIn(encryption: Encryption, row: PersonRow) {
  if (!isIntact(encryption, 'people', row)) return undefined
  return {
    roles: rolesSchema.parse(JSON.parse(row.roles)),
    approveUpTo: limitsSchema.parse(JSON.parse(row.approve_up_to)),
    approveUpToADay: limitsSchema.parse(JSON.parse(row.approve_up_to_a_day)),
    heldUntil: row.held_until,
    ownerIds: [...new Set([row.maker_id, row.holder_id].filter((id) => id !== null))],
  }
}

/** Finds the members of staff that rows name by their ids, each asked for once. */
export async function personNames(
  db: Kysely<Tables>,
  ids: readonly (string | null)[],
): Promise<(id: string) => Person> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  const people = await db.selectFrom('people').select(['id', 'name']).where('id', 'in', wanted).execute()
  const byId = new Map(people.map((person) => [person.id, person]))
  return (id) => byId.get(id) ?? { id, name: '' }
}
