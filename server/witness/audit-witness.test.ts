import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { LogFields } from '../kernel/log.ts'
import { readCheckpointFile } from '../store/audit/checkpoint-file.ts'
import type { Store } from '../store/store.ts'
import { type Place, someStores } from '../testing/stores.ts'
import { type VirtualClock, virtualClock } from '../testing/virtual-clock.ts'
import { type AuditWitness, witnessAuditLog } from './audit-witness.ts'
import type { WitnessSettings } from './witness-settings.ts'

const event = { personId: null, action: 'payout.changed', thing: { type: 'payout', id: 'x' } } as const
const hour = 60 * 60_000

let place: Place
let store: Store
let folder: string
let clock: VirtualClock
let logged: { readonly event: string; readonly fields: LogFields }[]
beforeEach(async () => {
  const [kind] = someStores
  if (kind === undefined) throw new Error('There is no store to test with.')
  place = await kind.makePlace()
  store = await place.open()
  folder = mkdtempSync(join(tmpdir(), 'payout-desk-witness-'))
  clock = virtualClock()
  logged = []
})
afterEach(async () => {
  await store.close()
  await place.remove()
  rmSync(folder, { recursive: true })
})

function begin(settings: WitnessSettings): AuditWitness {
  const note = (about: string, fields: LogFields) => void logged.push({ event: about, fields })
  return witnessAuditLog({ settings, store, clock, log: { info: note, error: note, trouble: note } })
}

/** Lets time pass, and what is due then end. */
async function pass(ms: number, isOver: () => void): Promise<void> {
  await clock.advance(ms)
  await vi.waitFor(async () => {
    await clock.advance(0)
    await turn()
    isOver()
  }, 30_000)
}

const newestLine = () => {
  const { seq = 0, mac = '', at = '' } = readCheckpointFile(place.dataDirectory)?.heads.at(-1) ?? {}
  return `${seq} ${mac} ${at}`
}
const linesOf = (text: string) => text.split('\n').filter((line) => line !== '')

it('A witness in a file gets the newest line of audit-head at the start, each hour and at the end, for its owner alone', async () => {
  const path = join(folder, 'witness')
  const witness = begin({ kind: 'file', path })
  await pass(1_000, () => expect(witness.state()).toEqual({ witnessedAt: null, failedAt: null }))
  const expected: string[] = []
  for (let sent = 1; sent <= 2; sent += 1) {
    await store.write(({ audit }) => audit(event, event))
    expected.push(newestLine())
    await pass(sent === 1 ? 1_000 : hour, () => {
      // A line that is there may still be on its way to the disk, and time that passes then ends the attempt.
      expect(witness.state()?.witnessedAt).toBe(clock.date().toISOString())
      expect(linesOf(readFileSync(path, 'utf8'))).toHaveLength(sent)
    })
  }
  await store.write(({ audit }) => audit(event))
  await pass(hour / 2, () => expect(linesOf(readFileSync(path, 'utf8'))).toHaveLength(2))
  await witness.stop()
  expect(linesOf(readFileSync(path, 'utf8'))).toEqual([...expected, newestLine()])
})

it('A witness that cannot be written to is logged once, counted and tried again, and the server goes on', async () => {
  const witness = begin({ kind: 'file', path: join(folder, 'not mounted', 'witness') })
  await store.write(({ audit }) => audit(event))
  for (let times = 1; times <= 3; times += 1)
    await pass(times === 1 ? 0 : hour / 4, () => expect(witness.failures()).toBe(times))
  expect(witness.state()).toMatchObject({ witnessedAt: null, failedAt: expect.any(String) })
  expect(logged).toEqual([{ event: 'audit log not witnessed', fields: { reason: 'ENOENT' } }])
  await witness.stop()
})

it('A witness at an address gets one line as text by POST; a redirect is a failure and is not followed, and no answer is waited for without end', async () => {
  const got: string[] = []
  const answers = [302, 'none', 204] as const
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const answer = answers[got.push(`${request.method} ${request.url} ${request.headers['content-type']} ${body}`) - 1]
    if (answer !== 'none') response.writeHead(answer ?? 500, { location: '/elsewhere' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  await store.write(({ audit }) => audit(event))
  const witness = begin({ kind: 'address', url: `http://127.0.0.1:${portOf(server)}/in?key=7` })
  await pass(0, () => expect(witness.failures()).toBe(1))
  await pass(hour / 4, () => expect(got).toHaveLength(2))
  await pass(4_000, () => expect(witness.failures()).toBe(2))
  await pass(hour / 4, () => expect(witness.state()).toMatchObject({ witnessedAt: expect.any(String), failedAt: null }))
  const sent = `POST /in?key=7 text/plain; charset=utf-8 ${newestLine()}\n`
  expect(got).toEqual([sent, sent, sent])
  expect(logged.map(({ event: about, fields }) => [about, fields.reason])).toEqual([
    ['audit log not witnessed', 'it answered 302'],
    ['audit log witnessed again', undefined],
  ])
  await witness.stop()
  server.closeAllConnections()
  server.close()
})

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
