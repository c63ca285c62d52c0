import { CompiledQuery, type Kysely, sql } from 'kysely'
import { expect, inject, it } from 'vitest'
import { batchSchema } from '#shared/api/batch.ts'
import { savedRowsSchema } from '#shared/api/batch-rows.ts'
import { validationCountsSchema } from '#shared/api/batch-validation.ts'
import { newDetailsLinkSchema } from '#shared/api/details-links.ts'
import { payoutSorts } from '#shared/api/payout-search.ts'
import { confirmValidations, newestJob } from '../testing/batch-of.ts'
import { examplesIn, sendTo } from '../testing/example-requests.ts'
import { nthRow } from '../testing/many-rows.ts'
import { newJourney, nothingDone, travel } from '../testing/payout-journey.ts'
import { stores } from '../testing/stores.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { tableNames } from './backup/soundness.ts'
import type { Tables } from './schema.ts'
import type { Store } from './store.ts'

const rows = inject('testSet') === 'soak' ? 100_000 : 10_000
const journeys = 4

/** What has a few rows however long the app is used. */
const small: readonly (keyof Tables)[] = [
  'people',
  'bank_names',
  'bank_uses',
  'amount_limits',
  'approval_policy',
  'proposals',
  // A few dozen for each state, and in review for each person who enters.
  'payout_sums',
  'epochs',
  'migrations',
  'data_keys',
  'audit_head',
  'backups',
  // At most 200 of a person.
  'drafts',
  // At most 20 of a person, each until it is finished; a part has a hundred rows, and is searched only where a beneficiary is erased.
  'sheets',
  'sheet_parts',
  // A few of a person.
  'passkeys',
  'passwords',
  'recovery_codes',
  'invitations',
  'tokens',
  // Each lives for minutes, or until they are counted no more.
  'ceremonies',
  'approval_signatures',
  'logout_tokens',
  'misses',
  // Where names are taken on trust there are none; else at most 200 a day of a person, for 90 days.
  'sign_ins',
  // Of the last day.
  'job_parts',
  // At most ten that are on.
  'webhooks',
  'delivery_turn',
  // Of each endpoint what waits and the last hundred, and always asked for by the endpoint.
  'deliveries',
  // None where people are not told; else asked for by their person, by what they are about, or by their mail. One row of a person, and one of all.
  'notifications',
  'notification_settings',
  'notification_reading',
]
/** No row of another table is named in them by a constraint. */
const unrelated: readonly (keyof Tables)[] = ['sessions', 'search_terms', 'idempotency', 'audit']
const large = tableNames.filter((name) => !small.includes(name))

it.each(stores)(`no route of an app with ${rows} payouts reads a whole table on $name`, async ({ makePlace }) => {
  const place = await makePlace()
  const queries = new Map<string, CompiledQuery>()
  const details = { DETAILS_URL: 'http://localhost:3001', DETAILS_PORT: '0' }
  const app = await startTestApp(
    { ...place.environment, ...details },
    {
      queryLog: ({ query }) => {
        // What is to be in a list of nothing is not looked for.
        if (!query.sql.includes(' 1 = 0')) queries.set(query.sql, query)
      },
    },
  )
  await useEverything(app)
  await app.stop()
  const store = await place.open()
  // PostgreSQL is asked for a plan without reading row by row, which does not depend on how many there are.
  if (store.kind === 'sqlite') await grow(store)
  await store.close()
  const grown = await place.open()
  const scans = await scansOf(grown, [...queries.values()])
  await grown.close()
  await place.remove()
  expect(queries.size).toBeGreaterThan(100)
  expect(scans).toEqual([])
})

/** Every route, by its example and on the way of a payout, and searches of every kind. */
async function useEverything(app: TestApp): Promise<void> {
  const reviewer = app.as('Bruno Lima')
  const done = nothingDone()
  for (let number = 1; number <= journeys; number += 1)
    await travel(
      (name) => (name === 'Bruno Lima' ? reviewer : app),
      newJourney(number),
      (deed, id) => done[deed].add(id),
    )
  for (const id of done.beneficiary) {
    const call = { calledAt: '2026-11-21T12:00:00.000Z', result: 'confirmed', spokeTo: 'Kofi', words: 'His account' }
    const called = await reviewer.post(
      `/api/beneficiaries/${id}/call-backs`,
      { ...call, phoneVersion: 1 },
      { 'if-match': '"2"' },
    )
    expect(called.status, called.text).toBe(200)
  }
  const stated = [...done.payout].map((payoutId) => ({ payoutId, outcome: 'paid' }))
  await app.post('/api/outcomes', { outcomes: stated })
  for (const outcome of ['paid', 'refused']) await app.post('/api/payout-searches', { outcome, totals: true })
  await useBatch(app)
  const examples = await examplesIn(app)
  for (const search of [{}, { text: 'ana' }, { text: 'ana sou' }, { text: '4444' }, { country: 'BR' }, { limit: 5 }]) {
    for (const status of ['active', 'archived']) await app.post('/api/beneficiary-searches', { ...search, status })
    for (const state of [undefined, 'in_review', 'exported'])
      await app.post('/api/payout-searches', { ...search, state })
    for (const alone of [undefined, true])
      for (const of of ['toReview', 'canApprove'])
        await reviewer.post('/api/payout-searches', { ...search, [of]: true, state: 'in_review', alone })
    for (const sort of payoutSorts)
      await app.post('/api/payout-searches', { ...search, sort, personId: 'a', totals: true })
  }
  const [thing = ''] = done.payout
  for (const query of [
    '',
    '?kind=changes',
    `?thing=${thing}`,
    '?action=payout.created',
    '?from=2026-01-01',
    '?to=2030-01-01',
  ])
    await app.get(`/api/activity${query}`)
  const { json: made } = await app.post('/api/details-links', { name: 'Ana', language: 'en' })
  const linkId = newDetailsLinkSchema.parse(made).details.id
  for (const act of ['renew', 'submission', 'accept']) await app.post(`/api/details-links/${linkId}/${act}`, {})
  for (const query of ['', '?state=open']) await app.get(`/api/details-links${query}`)
  for (const route of app.routes) await sendTo(app, route, await examples.of(route))
}

/** A batch on its way to review: rows compared and saved, one more than is submitted, and its validations, asked and answered. */
async function useBatch(app: TestApp): Promise<void> {
  const write = { name: 'July', source: { kind: 'api', name: null }, rowsGiven: null }
  const { id } = batchSchema.parse((await app.post('/api/batches', write)).json)
  const entries = Array.from({ length: journeys + 1 }, (_, i) => ({ row: i + 1, entry: nthRow(5 * i) }))
  await app.post('/api/batch-checks', { rows: entries })
  const rows = entries.map((row) => ({ ...row, confirmed: [] }))
  const { json } = await app.post(`/api/batches/${id}/rows`, { rows })
  const saved = savedRowsSchema.parse(json).rows.flatMap((row) => ('payout' in row ? [row.payout] : []))
  const wish = { services: ['identity', 'bank'], choice: 'all', testMode: true } as const
  const counts = validationCountsSchema.parse((await app.post(`/api/batches/${id}/validation-counts`, wish)).json)
  await confirmValidations(app, id, { ...wish, asksAgain: false, billed: counts.billed })
  await expect.poll(async () => (await newestJob(app, id)).state).toBe('finished')
  const payouts = saved.slice(1).map((payout) => ({ id: payout.id, version: payout.version, confirmed: [] }))
  expect(payouts).toHaveLength(journeys)
  await app.post(`/api/batches/${id}/submit`, { payouts })
}

/** As the app would have it after years: each row many times, with ids, hashes and names of its own. */
async function grow(store: Store): Promise<void> {
  for (const table of large) {
    const { found } = await store.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('found'))
      .executeTakeFirstOrThrow()
    expect(found, table).toBeGreaterThan(0)
    // What refers to a row finds it among as many copies.
    const times = unrelated.includes(table) ? Math.ceil(rows / found) : rows / journeys
    await store.write(({ db }) => multiply(db, table, times))
  }
}

async function multiply(db: Kysely<Tables>, table: keyof Tables, times: number): Promise<void> {
  const found = (await db.introspection.getTables()).find(({ name }) => name === table)
  const columns = found?.columns.map(({ name }) => name) ?? []
  const values = columns.map((name) =>
    name === 'seq' ? sql`seq + n * 1000` : isOwn(name) ? sql`${sql.ref(name)} || '-' || n` : sql.ref(name),
  )
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
    with recursive times(n) as (select 1 union all select n + 1 from times where n < ${sql.lit(times)})
    select ${sql.join(values)} from ${sql.table(table)}, times`.execute(db)
}

const own = ['id', 'created_at', 'updated_at', 'submitted_at', 'key', 'term', 'sort_key', 'name_key', 'fingerprint']

function isOwn(column: string): boolean {
  return own.includes(column) || (/_(id|hash)$/.test(column) && column !== 'person_id')
}

function scansOf(store: Store, queries: readonly CompiledQuery[]): Promise<readonly string[]> {
  if (store.kind === 'sqlite') return scansIn(store.db, 'explain query plan', queries)
  return store.write(async ({ db }) => {
    await sql`set local enable_seqscan = off`.execute(db)
    return scansIn(db, 'explain', queries)
  })
}

async function scansIn(db: Kysely<Tables>, explain: string, queries: readonly CompiledQuery[]) {
  const scans: string[] = []
  for (const { sql: query, parameters } of queries.filter((asked) =>
    /^(select|insert|update|delete|with)/.test(asked.sql),
  )) {
    const asking = CompiledQuery.raw(`${explain} ${query}`, [...parameters])
    const plan = await db.executeQuery<Readonly<Record<string, unknown>>>(asking)
    const steps = plan.rows.map((row) => String(row.detail ?? row['QUERY PLAN']))
    // A walk in the order that is asked for ends with the page.
    const isWalk = / order by .* limit /.test(query) && !steps.some((step) => step.startsWith('USE TEMP B-TREE'))
    // What all payouts that match add up to, the index of each order knows.
    const isTotal = query.includes('sum(millions)') && steps.some((step) => coveringScan.test(step))
    if (!isWalk && !isTotal && !counts.includes(query))
      scans.push(...steps.filter(isScan).map((step) => `${step}: ${query}`))
  }
  return scans
}

const coveringScan = /^SCAN payouts USING COVERING INDEX payouts_(?:changed|name|amount|submitted)$/

/** Whether the audit log has every entry: it counts all rows, along an index that holds nothing but what it needs. */
const counts: readonly string[] = ['select count(*) as "count" from "audit"']

/** Nothing is in it but the few that were erased. */
const erased = / payouts_erased$/

function isScan(step: string): boolean {
  if (erased.test(step)) return false
  const table = /^SCAN (\w+)/.exec(step)?.[1] ?? /Seq Scan on (\w+)/.exec(step)?.[1]
  return large.some((name) => name === table)
}
