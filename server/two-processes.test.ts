import { Agent, type Dispatcher, request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readHeadFile } from './store/audit/head-file.ts'
import { verifyRecord } from './store/audit/verify-record.ts'
import { named } from './testing/beneficiaries.ts'
import { type BuiltServer, buildServer } from './testing/built-server.ts'
import { type Program, startProgram } from './testing/program.ts'
import { type Place, stores } from './testing/stores.ts'

describe.each(stores)('two desks on one database, $name', ({ makePlace }) => {
  let built: BuiltServer
  let place: Place
  let programs: readonly Program[]
  let urls: readonly string[]
  const agent = new Agent({ connections: 16 })
  const session: Record<string, string> = {}
  beforeAll(async () => {
    built = await buildServer()
    place = await makePlace()
    // At the same moment, on nothing: they make the tables between them.
    programs = [0, 1].map(() => startProgram({ ...place.environment, PORT: '0' }, built.program))
    urls = await Promise.all(programs.map((program) => program.ready()))
    const { headers } = await send(0, 'POST', '/api/session', { name: 'Ana Souza' })
    session.cookie = `${headers['set-cookie']}`.split(';')[0] ?? ''
  })
  afterAll(async () => {
    await agent.destroy()
    for (const program of programs) program.process.kill('SIGTERM')
    expect(await Promise.all(programs.map(({ ended }) => ended))).toEqual([
      [0, null],
      [0, null],
    ])
    await place.remove()
    built.remove()
  })

  /** Even numbers go to one desk, odd ones to the other. */
  async function send(
    turn: number,
    method: Dispatcher.HttpMethod,
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ) {
    const answer = await request(`${urls[turn % 2]}${path}`, {
      dispatcher: agent,
      method,
      headers: { 'content-type': 'application/json', ...session, ...headers },
      body: JSON.stringify(body),
    })
    const text = await answer.body.text()
    return { status: answer.statusCode, headers: answer.headers, json: text === '' ? undefined : JSON.parse(text) }
  }

  const enter = (turn: number, lastName: string, key: string) =>
    send(
      turn,
      'POST',
      '/api/beneficiaries',
      { details: named('Kofi', lastName), confirmed: [] },
      { 'idempotency-key': key },
    )
  const edit = (turn: number, id: string, version: number, city: string) =>
    send(
      turn,
      'PUT',
      `/api/beneficiaries/${id}`,
      { details: { ...named('Kofi', 'Mensah'), city }, confirmed: [] },
      { 'if-match': `"${version}"` },
    )

  it('know a person who signed in at the other', async () => {
    const answers = await Promise.all([0, 1].map((turn) => enter(turn, 'Annan', `signed-in-${turn}`)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
  })

  it('make one beneficiary of a hundred requests with one key', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, (_, turn) => enter(turn, 'Owusu', 'the-same-key')))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1)
  })

  it('let one of many edits of the same version through', async () => {
    const { json } = await enter(0, 'Mensah', 'to-be-edited')
    const edits = await Promise.all(Array.from({ length: 20 }, (_, turn) => edit(turn, json.id, 1, `Accra ${turn}`)))
    expect(edits.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 412)])
  })

  it('lose no edit of those who read again after a conflict', async () => {
    const { json } = await enter(0, 'Mensah', 'to-be-edited-often')
    const insist = async (turn: number) => {
      for (;;) {
        const shown = await send(turn, 'GET', `/api/beneficiaries/${json.id}`, undefined)
        const { status } = await edit(turn, json.id, shown.json.version, `Kumasi ${turn}`)
        if (status === 200) return
        expect(status).toBe(412)
      }
    }
    await Promise.all(Array.from({ length: 10 }, (_, turn) => insist(turn)))
    expect((await send(1, 'GET', `/api/beneficiaries/${json.id}`, undefined)).json.version).toBe(11)
  })

  it('write one record that holds', async () => {
    const store = await place.open()
    const noted = readHeadFile(place.dataDirectory)?.heads ?? []
    expect(noted.length).toBeGreaterThan(10)
    expect(await verifyRecord(store.db, noted)).toMatchObject({ holds: true })
    await store.close()
  })
})
