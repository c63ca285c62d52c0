import { setTimeout as wait } from 'node:timers/promises'
import { Agent } from 'undici'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { batchSchema } from '#shared/api/batch.ts'
import { type BatchRows, type SavedRows, savedRowsSchema } from '#shared/api/batch-rows.ts'
import { readCheckpointFile } from '../store/audit/checkpoint-file.ts'
import { verifyAuditLog } from '../store/audit/verify-audit-log.ts'
import { isIntact } from '../store/row-mac.ts'
import type { Store } from '../store/store.ts'
import { okay } from '../testing/accounts.ts'
import { nthRow } from '../testing/many-rows.ts'
import { startServer } from '../testing/server-program.ts'
import { type Place, stores } from '../testing/stores.ts'
import { type Visitor, visitor } from '../testing/test-app.ts'

const count = 480
const chunkSize = 120
const chunksUnderWay = 2
/** One of so many rows cannot be saved. */
const badEach = 20
const refused = count / badEach
const kills = inject('testSet') === 'soak' ? 10 : 2

/** Rows that are sent together, always under the same key. */
interface Chunk {
  readonly key: string
  readonly rows: BatchRows['rows']
}

/** The server's answer for each row. */
type Answers = Map<number, SavedRows['rows'][number]>

describe.each(stores)('Rows of a batch on $name whose server is killed', ({ name, makePlace }) => {
  let place: Place
  let store: Store

  beforeAll(async () => {
    place = await makePlace()
    store = await place.open()
  })

  afterAll(async () => {
    await store.close()
    await place.remove()
  })

  const start = async () => {
    const program = startServer({ ...place.environment, PORT: '0' })
    const agent = new Agent()
    return {
      ana: visitor(agent, await program.ready(), 'Ana Souza'),
      async end(signal: 'SIGKILL' | 'SIGTERM') {
        program.process.kill(signal)
        await program.ended
        await agent.destroy()
      },
    }
  }

  it('are each saved once, however often they are sent, and what was acknowledged stays', async () => {
    let server = await start()
    const batchId = await begin(server.ana)
    const chunks = allChunks()
    const open = [...chunks]
    const acknowledged: Answers = new Map()
    const come: number[] = []
    for (let kill = 0; kill < kills; kill += 1) {
      const saving = saveChunks(server.ana, batchId, open, acknowledged)
      await amidSaving(store, batchId, chunks, ((kill + Math.random()) / (kills + 1)) * count)
      await wait(Math.random() * 20)
      await server.end('SIGKILL')
      await saving
      come.push((await savedIn(store, batchId)).size)
      await expectSaved(store, batchId, acknowledged)
      server = await start()
    }
    await saveChunks(server.ana, batchId, open, acknowledged)
    expect(acknowledged.size).toBe(count)
    const again: Answers = new Map()
    await saveChunks(server.ana, batchId, [...chunks], again)
    expect(again).toEqual(acknowledged)
    await expectSaved(store, batchId, acknowledged)
    await expectSum(server.ana, batchId)
    await expectOnce(store, batchId)
    await server.end('SIGTERM')
    const noted = readCheckpointFile(place.dataDirectory)?.heads ?? []
    expect(await verifyAuditLog(store.db, store.encryption, noted)).toMatchObject({ holds: true })
    process.stdout.write(`${name}: killed ${kills} times, with ${come.join(', ')} of ${count - refused} rows saved\n`)
  }, 120_000)
})

async function begin(person: Visitor): Promise<string> {
  const write = { name: 'July', source: { kind: 'api', name: null }, rowsGiven: count }
  const { status, json, text } = await person.post('/api/batches', write)
  expect(status, text).toBe(201)
  return batchSchema.parse(json).id
}

function allChunks(): readonly Chunk[] {
  return Array.from({ length: count / chunkSize }, (_, chunk) => ({
    key: crypto.randomUUID(),
    rows: Array.from({ length: chunkSize }, (_, place) => {
      const row = chunk * chunkSize + place + 1
      const entry = row % badEach === 0 ? { ...nthRow(row), amount: '-5' } : nthRow(row)
      return { row, entry, confirmed: [] }
    }),
  }))
}

/** Sends all that are open until the server is gone; what it has not answered stays open. */
async function saveChunks(person: Visitor, batchId: string, open: Chunk[], answers: Answers): Promise<void> {
  const unanswered: Chunk[] = []
  const work = async () => {
    for (let chunk = open.shift(); chunk !== undefined; chunk = open.shift()) {
      const { key, rows } = chunk
      const sent = person.post(`/api/batches/${batchId}/rows`, { rows }, { 'idempotency-key': key })
      const answer = await sent.catch(() => undefined)
      if (answer === undefined) return void unanswered.push(chunk)
      for (const one of savedRowsSchema.parse(okay(answer)).rows) answers.set(one.row, one)
    }
  }
  await Promise.all(Array.from({ length: chunksUnderWay }, work))
  open.unshift(...unanswered)
}

/** Until so many rows are saved, and of some chunk only a part: a kill is to come between its transactions too. */
async function amidSaving(store: Store, batchId: string, chunks: readonly Chunk[], target: number): Promise<void> {
  for (;;) {
    // SQLite answers at once: without a pause nothing would be sent.
    await wait(2)
    const saved = await savedIn(store, batchId)
    const isCut = chunks.some(({ rows }) => {
      const good = rows.filter(({ row }) => row % badEach !== 0)
      const some = good.filter(({ row }) => saved.has(row)).length
      return some > 0 && some < good.length
    })
    if ((saved.size >= target && isCut) || saved.size === count - refused) return
  }
}

/** The payouts of a batch, by their rows. */
async function savedIn(store: Store, batchId: string): Promise<ReadonlyMap<number | null, string>> {
  const rows = await store.db
    .selectFrom('payouts')
    .select(['id', 'batch_row'])
    .where('batch_id', '=', batchId)
    .execute()
  return new Map(rows.map(({ batch_row, id }) => [batch_row, id]))
}

async function expectSaved(store: Store, batchId: string, acknowledged: Answers): Promise<void> {
  const saved = await savedIn(store, batchId)
  for (const answer of acknowledged.values()) {
    const isBad = answer.row % badEach === 0
    expect('problem' in answer && answer.problem.code, `row ${answer.row}`).toBe(isBad && 'FIELDS_INVALID')
    expect(saved.get(answer.row), `row ${answer.row}`).toBe('payout' in answer ? answer.payout.id : undefined)
  }
}

/** The server itself holds the sum against the rows given as it finishes the batch. */
async function expectSum(person: Visitor, batchId: string): Promise<void> {
  const { version } = batchSchema.parse(okay(await person.get(`/api/batches/${batchId}`)))
  const finish = { refused, skipped: 0 }
  okay(await person.post(`/api/batches/${batchId}/finish`, finish, { 'if-match': `"${version}"` }))
  expect(batchSchema.parse(okay(await person.get(`/api/batches/${batchId}`)))).toMatchObject({
    rows: { given: count, saved: count - refused, refused, skipped: 0 },
    counts: { draft: count - refused },
  })
}

/** Each good row is one payout, to a beneficiary of its own, with one entry of the audit log. */
async function expectOnce({ db, encryption }: Store, batchId: string): Promise<void> {
  const payouts = await db.selectFrom('payouts').selectAll().execute()
  const good = Array.from({ length: count }, (_, place) => place + 1).filter((row) => row % badEach !== 0)
  expect(payouts.map((payout) => payout.batch_row ?? 0).toSorted((a, b) => a - b)).toEqual(good)
  expect(payouts.filter((payout) => payout.batch_id !== batchId || !isIntact(encryption, 'payouts', payout))).toEqual(
    [],
  )
  const audited = await db.selectFrom('audit').select('thing_id').where('action', '=', 'payout.created').execute()
  expect(audited.map(({ thing_id }) => thing_id).toSorted()).toEqual(payouts.map(({ id }) => id).toSorted())
  const beneficiaries = await db.selectFrom('beneficiaries').select('id').execute()
  expect(beneficiaries.map(({ id }) => id).toSorted()).toEqual(payouts.map((one) => one.beneficiary_id).toSorted())
}
