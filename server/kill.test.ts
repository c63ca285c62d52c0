import { setTimeout as wait } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readHeadFile } from './store/audit/head-file.ts'
import { verifyRecord } from './store/audit/verify-record.ts'
import { named } from './testing/beneficiaries.ts'
import { type BuiltServer, buildServer } from './testing/built-server.ts'
import { gate } from './testing/gate.ts'
import { type Program, startProgram } from './testing/program.ts'
import { type Place, stores } from './testing/stores.ts'

/** PAYOUT_DESK_CRASH_ROUNDS=200 for all of them; a dozen take seconds. */
const rounds = Number(process.env.PAYOUT_DESK_CRASH_ROUNDS ?? '12')

const writers = 6

/** What somebody wants to be entered once, under a key of its own. */
interface Intent {
  readonly key: string
  readonly lastName: string
}

describe.each(stores)('a desk on $name that is killed at random moments', ({ name, makePlace }) => {
  let built: BuiltServer
  let place: Place
  beforeAll(async () => {
    built = await buildServer()
    place = await makePlace()
  })
  afterAll(async () => {
    await place.remove()
    built.remove()
  })

  const start = () => startProgram({ ...place.environment, PORT: '0' }, built.program)

  it(
    `has all that it acknowledged, each once, and a record that holds, after each of ${rounds} times`,
    async () => {
      const acknowledged = new Map<string, string>()
      const open: Intent[] = []
      const made = { intents: 0 }
      const next = () => {
        made.intents += 1
        return open.shift() ?? { key: `intent-${made.intents}`, lastName: letters(made.intents) }
      }
      for (let round = 0; round < rounds; round += 1) {
        if (round % 4 === 3) await killWhileStarting(start())
        open.push(...(await writeUntilKilled(start(), next, acknowledged)))
        await expectAll(place, acknowledged)
      }
      await finish(start(), open, acknowledged)
      expect(await countRows(place)).toBe(acknowledged.size)
      expect(acknowledged.size).toBeGreaterThanOrEqual(rounds)
      process.stdout.write(`${name}: killed ${rounds} times, ${acknowledged.size} acknowledged, none lost\n`)
    },
    60_000 + rounds * 15_000,
  )
})

/** A kill that comes while the desk opens its store. */
async function killWhileStarting(program: Program): Promise<void> {
  await wait(Math.random() * 400)
  program.process.kill('SIGKILL')
  await program.ended
}

/** Enters beneficiaries as fast as it can, until the desk is killed; answers what was under way then. */
async function writeUntilKilled(
  program: Program,
  next: () => Intent,
  acknowledged: Map<string, string>,
): Promise<readonly Intent[]> {
  const desk = await visit(program)
  const underWay: Intent[] = []
  const first = gate<void>()
  const write = async () => {
    for (;;) {
      const intent = next()
      const id = await desk.enter(intent).catch(() => undefined)
      if (id === undefined) return void underWay.push(intent)
      acknowledged.set(intent.key, id)
      first.open()
    }
  }
  const writing = Promise.all(Array.from({ length: writers }, write))
  await first.opened
  await wait(Math.random() * 200)
  program.process.kill('SIGKILL')
  await program.ended
  await writing
  await desk.leave()
  return underWay
}

/** What was under way when the last one was killed is sent once more under its key. */
async function finish(program: Program, open: readonly Intent[], acknowledged: Map<string, string>): Promise<void> {
  const desk = await visit(program)
  for (const intent of open) acknowledged.set(intent.key, await desk.enter(intent))
  await desk.leave()
  program.process.kill('SIGTERM')
  expect(await program.ended).toEqual([0, null])
}

async function visit(program: Program) {
  const url = await program.ready()
  const agent = new Agent({ connections: writers })
  const post = (path: string, body: unknown, headers: Record<string, string>) =>
    request(url + path, {
      dispatcher: agent,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const session = await post('/api/session', { name: 'Ana Souza' }, {})
  await session.body.dump()
  const cookie = `${session.headers['set-cookie']}`.split(';')[0] ?? ''
  return {
    /** The id of what was entered; fails when it was not acknowledged. */
    enter: async ({ key, lastName }: Intent): Promise<string> => {
      const body = { details: named('Kofi', lastName), confirmed: [] }
      const answer = await post('/api/beneficiaries', body, { cookie, 'idempotency-key': key })
      const text = await answer.body.text()
      if (answer.statusCode !== 201) throw new Error(`${answer.statusCode} ${text}`)
      return JSON.parse(text).id
    },
    leave: () => agent.destroy(),
  }
}

/** Letters alone, as a name has no digits without a warning. */
function letters(number: number): string {
  return [...number.toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join('')
}

async function expectAll(place: Place, acknowledged: ReadonlyMap<string, string>): Promise<void> {
  const store = await place.open()
  const rows = await store.db.selectFrom('beneficiaries').select('id').execute()
  const ids = new Set(rows.map(({ id }) => id))
  expect([...acknowledged.values()].filter((id) => !ids.has(id))).toEqual([])
  const noted = readHeadFile(place.dataDirectory)?.heads ?? []
  expect(await verifyRecord(store.db, noted)).toMatchObject({ holds: true })
  await store.close()
}

async function countRows(place: Place): Promise<number> {
  const store = await place.open()
  const rows = await store.db.selectFrom('beneficiaries').select('id').execute()
  await store.close()
  return rows.length
}
