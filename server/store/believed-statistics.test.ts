import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CompiledQuery, type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { numberTermsAbout } from '../search/number-terms.ts'
import { entriesAbout } from './audit/followed-log.ts'
import type { Tables } from './schema.ts'
import { openSqlite } from './sqlite.ts'

/**
 * What SQLite believes of 60,000 payouts, as it looks at few rows of each index: that some hundred entries have an action, and some hundred
 * terms are of payouts.
 */
const believed = {
  audit_action_seq: '181896 101 1',
  audit_thing_id_seq: '181896 2 1',
  search_terms_kind_thing_id: '588700 401 13',
  sqlite_autoindex_search_terms_1: '588700 401 1 1 1 1 1',
  payouts_beneficiary_id_state: '60000 2 1',
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'payout-desk-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const manyIds = Array.from({ length: 500 }, (_, i) => `id-${i}`)

it.each<[string, string, (db: Kysely<Tables>) => Promise<unknown>]>([
  ['Entries about things', 'audit_thing_id_seq (thing_id=?)', (db) => entriesAbout(db, manyIds)],
  [
    'The numbers of a person',
    'search_terms_kind_thing_id (kind=? AND thing_id=?)',
    (db) => numberTermsAbout(db, 'id-1'),
  ],
])('%s are read by their ids, though SQLite believes that few rows are of their kind', async (_what, index, ask) => {
  const asked: CompiledQuery[] = []
  const { transact, close } = await openSqlite(folder, () => new Date(), { log: ({ query }) => void asked.push(query) })
  const plan = await transact(async (db) => {
    for (const [idx, stat] of Object.entries(believed)) await believe(db, idx, stat)
    await sql`analyze sqlite_schema`.execute(db)
    asked.length = 0
    await ask(db)
    return planOf(db, [...asked])
  })
  await close()
  const read = plan.filter((step) => /^(SEARCH|SCAN) (audit|search_terms)/.test(step))
  expect(read.length).toBeGreaterThan(0)
  for (const step of read) expect(step).toContain(index)
})

async function believe(db: Kysely<Tables>, idx: string, stat: string): Promise<void> {
  const index = sql<{ tbl_name: string }>`select tbl_name from sqlite_schema where name = ${idx}`
  const [found] = (await index.execute(db)).rows
  if (found === undefined) throw new Error(`There is no index ${idx}.`)
  await sql`delete from sqlite_stat1 where idx = ${idx}`.execute(db)
  await sql`insert into sqlite_stat1 (tbl, idx, stat) values (${found.tbl_name}, ${idx}, ${stat})`.execute(db)
}

async function planOf(db: Kysely<Tables>, queries: readonly CompiledQuery[]): Promise<readonly string[]> {
  const steps: string[] = []
  for (const query of queries) {
    const text = `explain query plan ${query.sql}`
    const { rows } = await db.executeQuery<{ detail: string }>({ ...query, sql: text })
    steps.push(...rows.map(({ detail }) => detail))
  }
  return steps
}
