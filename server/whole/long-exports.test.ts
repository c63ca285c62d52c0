import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { Agent } from 'undici'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { exportPageSchema, exportSchema, type PayoutExport } from '#shared/api/export.ts'
import { verifyRows } from '../programs/verify-rows.ts'
import { readCheckpointFile } from '../store/audit/checkpoint-file.ts'
import { verifyAuditLog } from '../store/audit/verify-audit-log.ts'
import { fillApproved } from '../testing/many-approved.ts'
import type { Program } from '../testing/program.ts'
import { startServer } from '../testing/server-program.ts'
import { type Place, stores } from '../testing/stores.ts'
import { type Visitor, visitor } from '../testing/test-app.ts'

const isSoak = inject('testSet') === 'soak'

describe.each(stores)('exports of many payouts on $name', { timeout: 180_000 }, ({ name, makePlace }) => {
  const isSqlite = name === 'SQLite'
  let place: Place
  let staff: { readonly clerkId: string; readonly reviewerId: string }
  const agent = new Agent({ connections: 8 })
  beforeAll(async () => {
    place = await makePlace()
    const { ana, bruno } = await running()
    staff = { clerkId: await idOf(ana), reviewerId: await idOf(bruno) }
  })
  afterAll(async () => {
    await (await running()).end()
    await agent.destroy()
    await place.remove()
  })

  async function start() {
    const program = startServer({ ...place.environment, PORT: '0', SIGN_INS_PER_MINUTE: '1000' })
    const url = await program.ready()
    const [ana, bruno] = [visitor(agent, url, 'Ana Souza'), visitor(agent, url, 'Bruno Lima')]
    return { program, ana, bruno, end: () => endOf(program) }
  }

  let left: Awaited<ReturnType<typeof start>> | undefined
  /** The server that the test before has left running, or a new one. */
  async function running() {
    const { exitCode, signalCode } = left?.program.process ?? {}
    if (left === undefined || exitCode !== null || signalCode !== null) left = await start()
    return left
  }

  async function fill(count: number): Promise<readonly string[]> {
    const store = await place.open()
    const ids = await fillApproved(store, count, staff)
    await store.close()
    return ids
  }

  /** That the audit log verifies, and each payout is in the given number of finished exports. */
  async function expectSound(ids: readonly string[], times: number): Promise<void> {
    const store = await place.open()
    const noted = readCheckpointFile(place.dataDirectory)?.heads ?? []
    expect(await verifyAuditLog(store.db, store.encryption, noted)).toMatchObject({ holds: true })
    expect(await verifyRows(store.db, store.encryption)).toEqual([])
    const rows = await store.db.selectFrom('export_payouts').select('payout_id').execute()
    const wanted = new Set(ids)
    const found = rows.filter(({ payout_id }) => wanted.has(payout_id)).length
    const states = await store.db.selectFrom('payouts').select(['id', 'state', 'exported_at']).execute()
    const own = states.filter(({ id }) => wanted.has(id))
    await store.close()
    expect(found).toBe(ids.length * times)
    expect(new Set(own.map(({ state }) => state))).toEqual(new Set([times === 0 ? 'approved' : 'exported']))
    expect(own.every(({ exported_at }) => (exported_at !== null) === times > 0)).toBe(true)
  }

  /** An export of new payouts that is under way, up to this share of them: of a few, as on a busy machine none of one may be seen before it is made. */
  async function begun(by: Visitor, count: number, share: number) {
    for (let tries = 0; tries < 10; tries += 1) {
      const ids = await fill(count)
      const asked = askFor(by, { payoutIds: ids }, keyOf(ids)).catch(() => undefined)
      const found = await amid(by, asked, ({ marked }) => marked >= share * count)
      if (found !== undefined) return { ids, asked, found }
    }
    throw new Error('None was under way when it was looked for.')
  }

  /** As if the time had passed after which a server that says nothing counts as killed. */
  async function letTimePass(): Promise<void> {
    const store = await place.open()
    await store.write(({ db }) =>
      db.updateTable('jobs').set({ lease_until: '2026-01-01T00:00:00.000Z' }).where('holder', 'is not', null).execute(),
    )
    await store.close()
  }

  it('exports of many payouts that a kill cuts off are made by the next server, once however often they are asked for', async () => {
    const cutOff: (readonly string[])[] = []
    for (const share of isSoak ? [0, 0.2, 0.7] : [0.2]) {
      const { program, ana } = await running()
      const { ids, asked } = await begun(ana, 160, share)
      cutOff.push(ids)
      program.process.kill('SIGKILL')
      await program.ended
      await asked
    }
    await letTimePass()
    const last = await running()
    await noneIn(last.ana)
    for (const ids of cutOff) await expectSound(ids, 1)
    for (const ids of cutOff) {
      const ask = () => askFor(last.ana, { payoutIds: ids }, keyOf(ids))
      const made = await settled(last.ana, exportSchema.parse((await ask()).json))
      expect(made).toMatchObject({ state: 'made', count: ids.length, marked: 0 })
      expect(exportSchema.parse((await ask()).json)).toEqual(made)
      const file: unknown = (await last.ana.get(`/api/exports/${made.id}/file`)).json
      expect(file).toHaveLength(ids.length)
    }
    for (const ids of cutOff) await expectSound(ids, 1)
  })

  it('exports of many payouts that want the same of two servers are made once, and the other request fails', async () => {
    const ids = await fill(120)
    const other = await start()
    const servers = [await running(), other]
    const asked = await Promise.all(
      servers.map(async ({ ana }, turn) => {
        const answer = await askFor(ana, { payoutIds: turn === 0 ? ids : ids.toReversed() }, `both-${turn}`)
        return answer.status === 201 ? settled(ana, exportSchema.parse(answer.json)) : undefined
      }),
    )
    const made = asked.filter((answer) => answer?.state === 'made')
    expect(made.length).toBeLessThanOrEqual(1)
    for (const server of servers) await noneIn(server.ana)
    await other.end()
    // Each can be in the way of the other.
    await expectSound(ids, made.length)
  })

  it.runIf(isSqlite || isSoak)(
    'exports of many payouts stop when a person wants that, and go on after the end of the server',
    async () => {
      const server = await running()
      const { ids, asked, found } = await begun(server.ana, 400, 0.02)
      const early = await server.ana.get(`/api/exports/${found.id}/file`)
      expect(early.json).toMatchObject({ code: 'STATE_CONFLICT', params: { why: 'preparing' } })
      expect((await server.ana.send('DELETE', `/api/exports/${found.id}`)).status).toBe(204)
      const undone = await settled(server.ana, found)
      expect(undone).toMatchObject({ state: 'undone', problem: { code: 'EXPORT_UNDONE', params: { why: 'stopped' } } })
      await asked
      const next = await begun(server.ana, 160, 0.02)
      await server.end()
      await next.asked
      await noneIn((await running()).ana)
      await expectSound(ids, 0)
      await expectSound(next.ids, 1)
    },
  )

  it('exports of many payouts leave all as it was where one is in the way, and name it', async () => {
    const ids = await fill(120)
    const [last = ''] = ids.slice(-1)
    const { ana } = await running()
    await askFor(ana, { payoutIds: [last] }, 'one-before')
    const answer = await askFor(ana, { payoutIds: ids }, 'one-in-the-way')
    expect(answer).toMatchObject({ status: 409, json: { code: 'ALREADY_EXPORTED', ids: [last] } })
    await expectSound(ids.slice(0, -1), 0)
  })

  const count = 50_000
  // Resident memory is judged with nothing else running.
  it.runIf(isSoak)(
    `exports of ${count} payouts take at most 200 MB of memory more than a server at rest`,
    async () => {
      const ids = await fill(count)
      await (await running()).end()
      const server = await start()
      const idle = memoryOf(server.program)
      const peak = { mb: 0 }
      const sampling = setInterval(() => {
        peak.mb = Math.max(peak.mb, memoryOf(server.program) - idle)
      }, 20)
      const made = await settled(
        server.ana,
        exportSchema.parse((await askFor(server.ana, { all: 'approved' }, 'all')).json),
      )
      expect(made.state).toBe('made')
      expect(made.count).toBeGreaterThanOrEqual(ids.length)
      for (const format of ['json', 'jsonl', 'csv'])
        expect((await server.ana.get(`/api/exports/${made.id}/file?format=${format}`)).status).toBe(200)
      clearInterval(sampling)
      await server.end()
      process.stdout.write(
        `${name}: ${made.count} payouts exported with ${peak.mb.toFixed(0)} MB above ${idle.toFixed(0)}\n`,
      )
      expect(peak.mb).toBeLessThan(200)
    },
    900_000,
  )
})

function askFor(by: Visitor, which: object, key: string) {
  return by.post('/api/exports', { ...which, format: 'json', again: false }, { 'idempotency-key': key })
}

async function idOf(by: Visitor): Promise<string> {
  const { text } = await by.get('/api/session')
  return JSON.parse(text).person.id
}

function keyOf([first = '']: readonly string[]): string {
  return `export-from-${first}`
}

/** The export that is being prepared, once it is as wanted; undefined where it was over before it was seen so. */
async function amid(
  by: Visitor,
  asked: Promise<unknown>,
  isSo: (found: PayoutExport) => boolean,
): Promise<PayoutExport | undefined> {
  let isAnswered = false
  void asked.then(() => {
    isAnswered = true
  })
  for (;;) {
    const wasAnswered = isAnswered
    const { items } = exportPageSchema.parse((await by.get('/api/exports')).json)
    const found = items.find(({ state }) => state === 'preparing')
    if (found !== undefined && isSo(found)) return found
    if (found === undefined && wasAnswered) return undefined
    await wait(5)
  }
}

async function noneIn(by: Visitor): Promise<void> {
  for (;;) {
    const { items } = exportPageSchema.parse((await by.get('/api/exports')).json)
    if (items.every(({ state }) => state === 'made')) return
    await wait(50)
  }
}

async function settled(by: Visitor, { id }: PayoutExport): Promise<PayoutExport> {
  for (;;) {
    const found = exportSchema.parse((await by.get(`/api/exports/${id}`)).json)
    if (found.state !== 'preparing') return found
    await wait(50)
  }
}

async function endOf(program: Program): Promise<void> {
  program.process.kill('SIGTERM')
  expect(await program.ended).toEqual([0, null])
}

/** Resident, in MB. */
function memoryOf({ process: { pid } }: Program): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}
