/**
 * `npm run bench:payouts`: how long the database takes for one page of 100,000 payouts, sorted and filtered in each way, and for what all that
 * match add up to: on PostgreSQL, after it has tidied up as it does by itself within minutes, and on SQLite.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { type PayoutSort, payoutSorts, usualDirections } from '#shared/api/payout-search.ts'
import { findPostgres } from '../bin/find-postgres.mjs'
import { startPostgres } from '../scripts/postgres.mjs'
import type { PayoutFilter } from '../server/payouts/search/payout-filter.ts'
import { searchPayouts, sumPayouts } from '../server/payouts/search/payout-search.ts'
import { readSearchText } from '../server/search/search-terms.ts'
import { keyRingOf, makeKey } from '../server/store/encryption/key-ring.ts'
import { openStore } from '../server/store/open-store.ts'
import type { Store } from '../server/store/store.ts'
import { fillPayouts } from '../server/testing/many-payouts.ts'

const rows = 100_000
const rounds = 20

const filters: Readonly<Record<string, PayoutFilter>> = {
  everything: {},
  'one state that all have': { state: 'in_review' },
  'one state that few have': { state: 'returned' },
  'one country': { country: 'CL' },
  'a country that none has': { country: 'KE' },
  'a person who did nothing': { personId: 'nobody' },
  'amounts of one currency': { amount: { currencyCode: 'BRL', min: '100', max: '500' } },
  'a day, and a country': { country: 'CL', from: timeOf(50_000), to: timeOf(60_000) },
  'a state, and a person who did nothing': { state: 'in_review', personId: 'nobody' },
}

function timeOf(n: number): string {
  return new Date(n * 1_000).toISOString()
}

async function measure(store: Store, moment: string): Promise<void> {
  process.stdout.write(`\n${moment}: median and worst ms of ${rounds}\n`)
  const common = { 'a common word': { text: readSearchText(store.encryption, 'mar') } }
  for (const [name, filter] of Object.entries({ ...filters, ...common })) {
    const pages = payoutSorts.map((sort) => ({ name: sort, run: () => page(store, filter, sort) }))
    for (const { name: what, run } of [...pages, { name: 'totals', run: () => sumPayouts(store.db, filter) }]) {
      const times: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        const begun = performance.now()
        await run()
        times.push(performance.now() - begun)
      }
      const sorted = times.toSorted((a, b) => a - b)
      const [median = 0, worst = 0] = [sorted[rounds / 2], sorted.at(-1)]
      process.stdout.write(
        `  ${name.padEnd(40)} ${what.padEnd(10)} ${median.toFixed(1).padStart(7)} ${worst.toFixed(1).padStart(7)}\n`,
      )
    }
  }
}

function page(store: Store, filter: PayoutFilter, sort: PayoutSort) {
  return searchPayouts(store.db, filter, { sort, direction: usualDirections[sort], after: undefined, limit: 51 })
}

async function onStore(name: string, databaseUrl: string | undefined, tidy: () => Promise<void>): Promise<void> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'payout-desk-bench-'))
  const settings = { databaseUrl, dataDirectory, keyRing: keyRingOf([makeKey()]) }
  const filling = await openStore(settings, () => new Date())
  await fillPayouts(filling, rows)
  await filling.close()
  await tidy()
  const store = await openStore(settings, () => new Date())
  await measure(store, name)
  await store.close()
  rmSync(dataDirectory, { recursive: true })
}

async function onPostgres(): Promise<void> {
  const programs = findPostgres()
  if (programs === undefined) return void process.stdout.write('PostgreSQL: there is none on this machine\n')
  const postgres = await startPostgres(programs)
  const client = new Client({ connectionString: postgres.url })
  await client.connect()
  await onStore('PostgreSQL', postgres.url, async () => {
    await client.query('vacuum analyze')
  })
  await client.end()
  await postgres.stop()
}

await onStore('SQLite', undefined, async () => {})
await onPostgres()
