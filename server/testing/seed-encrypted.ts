import { type Kysely, sql, type TableMetadata } from 'kysely'
import type { Encryption } from '../store/encryption/encryption.ts'
import { isRenewed, rowMac } from '../store/row-mac.ts'
import type { Tables } from '../store/schema.ts'
import type { Store } from '../store/store.ts'

/** The tables with encrypted columns as the database itself has them, but that of the keys. */
export async function encryptedTablesOf(db: Kysely<Tables>): Promise<readonly TableMetadata[]> {
  const tables = await db.introspection.getTables()
  const encrypted = tables.filter(({ columns }) => columns.some(({ name }) => name.endsWith('_encrypted')))
  return encrypted.filter(({ name }) => name !== 'data_keys')
}

/** The encrypted values of a row in each table: an entry twice, the merchant’s own id of a beneficiary, what else a payout holds, a reason, an answer, an unfinished form, a sheet and its part, a ceremony, a secret, a signature, an endpoint of webhooks, a phone number, a details link, a call-back, and from where a person signed in. */
export const encryptedValues = 26

/** Rows in every table with encrypted columns, each of those filled. */
export async function seedEncrypted(store: Store, rows: number): Promise<void> {
  const tables = await encryptedTablesOf(store.db)
  await store.write(async ({ db }) => {
    for (let row = 0; row < rows; row += 1) {
      const id = `row-${row}`
      await db.insertInto('people').values({ id, name: id, name_key: id, created_at: id }).execute()
      // What names a payout comes after it.
      const ordered = tables.toSorted((a, b) => Number(a.name === 'outcomes') - Number(b.name === 'outcomes'))
      for (const table of ordered) await insertRow(db, table, id, store.encryption)
    }
  })
}

/** Every encrypted value of the database, opened. */
export async function openAllEncrypted(store: Store): Promise<readonly string[]> {
  const opened: string[] = []
  for (const table of await encryptedTablesOf(store.db)) {
    const key = keyOf(table)
    const { rows } = await sql<
      Record<string, string | null>
    >`select * from ${sql.table(table.name)} order by ${sql.ref(key)}`.execute(store.db)
    for (const row of rows) {
      for (const column of encryptedOf(table)) {
        const value = row[column] ?? undefined
        if (value !== undefined)
          opened.push(store.encryption.decrypt(value, { table: table.name, id: row[key] ?? '', column }))
      }
    }
  }
  return opened
}

function encryptedOf(table: TableMetadata): readonly string[] {
  return table.columns.map(({ name }) => name).filter((name) => name.endsWith('_encrypted'))
}

function keyOf(table: TableMetadata): string {
  return table.columns.some(({ name }) => name === 'id') ? 'id' : 'key'
}

/** Where the tables take not any text. */
const words: Readonly<Record<string, string>> = {
  'beneficiaries.status': 'active',
  'payouts.state': 'draft',
  'idempotency.state': 'finished',
  'drafts.kind': 'payout',
  'validations.service': 'identity',
  'outcomes.outcome': 'paid',
  'outcomes.source': 'hand',
  'batches.source_kind': 'file',
  'batches.makes': 'payouts',
  'sign_ins.kind': 'signIn',
  'call_backs.result': 'confirmed',
  'call_backs.number_from': 'saved',
  'call_backs.flaw': 'time',
  'jobs.kind': 'validations',
  'jobs.state': 'done',
  'details_links.state': 'open',
}

function insertRow(db: Kysely<Tables>, table: TableMetadata, id: string, encryption: Encryption) {
  const values = table.columns.map(({ name, dataType }): readonly [string, string | number] => {
    if (name.endsWith('_encrypted'))
      return [name, encryption.encrypt(`${table.name} ${id} ${name}`, { table: table.name, id, column: name })]
    const word = words[`${table.name}.${name}`]
    if (word !== undefined) return [name, word]
    return [name, dataType.toLowerCase().startsWith('int') ? 0 : id]
  })
  const row = Object.fromEntries(values)
  const whole = isRenewed(table.name) ? { ...row, row_mac: rowMac(encryption, table.name, row) } : row
  const columns = Object.keys(whole).map((name) => sql.ref(name))
  return sql`
    insert into ${sql.table(table.name)} (${sql.join(columns)}) values (${sql.join(Object.values(whole))})`.execute(db)
}
