/**
 * `npm run bench:search`: how long the database takes for one page of a database of 100,000 beneficiaries, on PostgreSQL and on SQLite:
 * right after it was filled, and after PostgreSQL has tidied up, as it does by itself within minutes.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { findPostgres } from '../bin/find-postgres.mjs'
import { startPostgres } from '../scripts/postgres.mjs'
import { findBeneficiaryRows } from '../server/entry/beneficiary-rows.ts'
import { readSearchText } from '../server/search/search-terms.ts'
import { keyRingOf, makeKey } from '../server/store/encryption/key-ring.ts'
import { openStore } from '../server/store/open-store.ts'
import type { Store } from '../server/store/store.ts'
import { fillBeneficiaries, nthPerson } from '../server/testing/many-beneficiaries.ts'

const rows = 100_000
const rounds = 40
const page = 51

const { documentNumber, accountNumber } = nthPerson(54_321)

interface Search {
  readonly text?: string
  readonly country?: string
  readonly status?: 'active' | 'archived'
  readonly nameKey?: string
}

const searches: Readonly<Record<string, Search>> = {
  'no text': { status: 'active' },
  'no text, deep in the list': { status: 'active', nameKey: 'mario rojas' },
  'no text, one country': { country: 'CL', status: 'active' },
  'no text, archived': { status: 'archived' },
  'one letter (m)': { text: 'm', status: 'active' },
  'common prefix (mar)': { text: 'mar', status: 'active' },
  'common prefix, one country': { text: 'mar', country: 'CL', status: 'active' },
  'common prefix, deep in the list': { text: 'mar', status: 'active', nameKey: 'rosa' },
  'common word (maria)': { text: 'maria', status: 'active' },
  'two words (mar so)': { text: 'mar so', status: 'active' },
  'two words, long (maria souza)': { text: 'maria souza', status: 'active' },
  'two words of nobody (zulema maria)': { text: 'zulema maria', status: 'active' },
  'three words (ana sil ga)': { text: 'ana sil ga', status: 'active' },
  'rare word (zulema)': { text: 'zulema', status: 'active' },
  document: { text: documentNumber, status: 'active' },
  'last digits': { text: accountNumber.slice(-4), status: 'active' },
}

function search(store: Store, { text, country, status, nameKey }: Search) {
  const after = nameKey === undefined ? undefined : { nameKey, id: '' }
  const filter = { text: readSearchText(store.encryption, text), country, status, after, limit: page }
  return findBeneficiaryRows(store.db, filter)
}

interface Timing {
  readonly name: string
  readonly ms: number[]
  rows: number
}

async function measure(store: Store, moment: string): Promise<void> {
  const times = Object.keys(searches).map((name): Timing => ({ name, rows: 0, ms: [] }))
  print('')
  print(`${moment}: ms for a page, of ${rounds}`)
  for (const time of times) {
    for (let round = 0; round < rounds; round += 1) {
      const begun = performance.now()
      time.rows = (await search(store, searches[time.name] ?? {})).length
      time.ms.push(performance.now() - begun)
    }
    const sorted = time.ms.toSorted((a, b) => a - b)
    const [median, p95, worst] = [0.5, 0.95, 1].map((part) => sorted[Math.ceil(part * rounds) - 1] ?? 0)
    print(
      `  ${time.name.padEnd(36)} ${format(median)} median ${format(p95)} p95 ${format(worst)} worst  ${time.rows} rows`,
    )
  }
}

function format(ms = 0): string {
  return ms.toFixed(1).padStart(7)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function onStore(name: string, databaseUrl: string | undefined, tidy: () => Promise<void>): Promise<void> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'payout-desk-bench-'))
  const settings = { databaseUrl, dataDirectory, keyRing: keyRingOf([makeKey()]) }
  const begun = performance.now()
  const filling = await openStore(settings, () => new Date())
  await fillBeneficiaries(filling, rows)
  await filling.close()
  const store = await openStore(settings, () => new Date())
  print(`${name}: ${rows} beneficiaries entered in ${Math.round((performance.now() - begun) / 1000)} s`)
  await measure(store, `${name}, just filled`)
  if (databaseUrl !== undefined) {
    await tidy()
    await measure(store, `${name}, tidied up`)
  }
  await store.close()
  rmSync(dataDirectory, { recursive: true })
}

async function onPostgres(): Promise<void> {
  const programs = findPostgres()
  if (programs === undefined) return print('PostgreSQL: there is none on this machine')
  const postgres = await startPostgres(programs)
  const client = new Client({ connectionString: postgres.url })
  await client.connect()
  await onStore('PostgreSQL', postgres.url, async () => {
    await client.query('vacuum analyze')
  })
  await client.end()
  await postgres.stop()
}

await onPostgres()
await onStore('SQLite', undefined, async () => {})
