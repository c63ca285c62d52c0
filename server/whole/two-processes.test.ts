import { setTimeout as wait } from 'node:timers/promises'
import { Agent, type Dispatcher, request } from 'undici'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { PayoutWrite } from '#shared/api/payout.ts'
import { sessionCookieName } from '../http/cookies.ts'
import { readCheckpointFile } from '../store/audit/checkpoint-file.ts'
import { verifyAuditLog } from '../store/audit/verify-audit-log.ts'
import { named } from '../testing/beneficiaries.ts'
import {
  approve,
  confirmedIn,
  confirmedWithReason,
  enter,
  payoutIn,
  payoutWrite,
  reveal,
  sampleNamed,
  step,
} from '../testing/payouts.ts'
import type { Program } from '../testing/program.ts'
import { startServer } from '../testing/server-program.ts'
import { type Place, stores } from '../testing/stores.ts'
import { type Visitor, visitor } from '../testing/test-app.ts'

describe.each(stores)('two servers on one database, $name', ({ makePlace }) => {
  let place: Place
  let programs: readonly Program[]
  let urls: readonly string[]
  const agent = new Agent({ connections: 16 })
  let token = ''
  beforeAll(async () => {
    place = await makePlace()
    // At the same moment, on nothing: they make the tables between them.
    programs = [0, 1].map(() => startServer({ ...place.environment, PORT: '0', SIGN_INS_PER_MINUTE: '1000' }))
    urls = await Promise.all(programs.map((program) => program.ready()))
    const { headers } = await send(0, 'POST', '/api/session', { name: 'Ana Souza' })
    token = /=([^;]+)/.exec(`${headers['set-cookie']}`)?.[1] ?? ''
  })
  afterAll(async () => {
    await agent.destroy()
    for (const program of programs) program.process.kill('SIGTERM')
    expect(await Promise.all(programs.map(({ ended }) => ended))).toEqual([
      [0, null],
      [0, null],
    ])
    await place.remove()
  })

  const host = 'localhost:3000'

  /** Even numbers go to one app, odd ones to the other; both under one name, as behind a load balancer. */
  async function send(
    turn: number,
    method: Dispatcher.HttpMethod,
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ) {
    const url = new URL(path, urls[turn % 2])
    const session = token === '' ? {} : { cookie: `${sessionCookieName(host)}=${token}` }
    const answer = await request(url, {
      dispatcher: agent,
      method,
      headers: { 'content-type': 'application/json', host, ...session, ...headers },
      body: JSON.stringify(body),
    })
    const text = await answer.body.text()
    return { status: answer.statusCode, headers: answer.headers, json: text === '' ? undefined : JSON.parse(text) }
  }

  const enterOne = (turn: number, lastName: string, key: string) =>
    send(
      turn,
      'POST',
      '/api/beneficiaries',
      { entry: named('Kofi', lastName), confirmed: [] },
      { 'idempotency-key': key },
    )
  const edit = (turn: number, id: string, version: number, city: string) =>
    send(
      turn,
      'PUT',
      `/api/beneficiaries/${id}`,
      { entry: { ...named('Kofi', 'Mensah'), city }, confirmed: [] },
      { 'if-match': `"${version}"` },
    )

  it('know a person who signed in at the other', async () => {
    const answers = await Promise.all([0, 1].map((turn) => enterOne(turn, 'Annan', `signed-in-${turn}`)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
  })

  it('make one beneficiary of a hundred requests with one key', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, (_, turn) => enterOne(turn, 'Owusu', 'the-same-key')))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1)
  })

  it('let one of many edits of the same version through', async () => {
    const { json } = await enterOne(0, 'Mensah', 'to-be-edited')
    const edits = await Promise.all(Array.from({ length: 20 }, (_, turn) => edit(turn, json.id, 1, `Accra ${turn}`)))
    expect(edits.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 412)])
  })

  it('lose no edit of those who read again after a conflict', async () => {
    const { json } = await enterOne(0, 'Mensah', 'to-be-edited-often')
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

  const rounds = inject('testSet') === 'soak' ? 40 : 6
  /** Ana and Bruno, signed in once at each of the servers. */
  const people = new Map<number, readonly [Visitor, Visitor]>()
  const at = (turn: number): readonly [Visitor, Visitor] => {
    const url = urls[turn % 2] ?? ''
    const [ana, bruno] = people.get(turn % 2) ?? [visitor(agent, url, 'Ana Souza'), visitor(agent, url, 'Bruno Lima')]
    people.set(turn % 2, [ana, bruno])
    return [ana, bruno]
  }
  const ghana = () => payoutWrite(sampleNamed('Ghana'), { submit: true })

  it('approve no other request than the one that was shown, when it is edited at the other', async () => {
    const ends = { approved: 0, edited: 0 }
    for (let round = 0; round < rounds; round += 1) {
      const [[ana], [, bruno]] = [at(round), at(round + 1)]
      const sent = await enterPayout(ana, ghana())
      const { beneficiary, entry, warnings } = await reveal(ana, sent.id)
      const shown = await reveal(bruno, sent.id)
      const confirmed = confirmedIn({ json: { warnings } })
      const write = { beneficiary, entry: { ...entry, amount: `${500 + round}` }, confirmed, submit: true }
      const seen = { id: sent.id, version: shown.version }
      const actions = [
        () => ana.put(`/api/payouts/${sent.id}`, write, { 'if-match': `"${shown.version}"` }),
        () =>
          step(bruno, seen, 'approve', {
            requestHash: shown.requestHash,
            warningsHash: shown.warningsHash,
            confirmed: confirmedWithReason(shown.warnings),
          }),
      ] as const
      // Each is sent first in turn, with a lead that grows; in the last two rounds it is answered before the other is sent.
      const first = round % 2
      const sentFirst = actions[first === 0 ? 0 : 1]()
      await (round < rounds - 2 ? wait(round * 20) : sentFirst)
      const sentSecond = actions[first === 0 ? 1 : 0]()
      const [edited, approved] = first === 0 ? [await sentFirst, await sentSecond] : [await sentSecond, await sentFirst]
      expect([edited.status, approved.status].filter((status) => status === 200)).toHaveLength(1)
      const { state } = payoutIn(await ana.get(`/api/payouts/${sent.id}`))
      expect(state).toBe(approved.status === 200 ? 'approved' : 'in_review')
      const now = await reveal(bruno, sent.id)
      expect(now.requestHash === shown.requestHash).toBe(approved.status === 200)
      ends[approved.status === 200 ? 'approved' : 'edited'] += 1
    }
    expect(ends.approved).toBeGreaterThan(0)
    expect(ends.edited).toBeGreaterThan(0)
  })

  it('export a payout once, however many ask for it at both', async () => {
    const [ana, bruno] = at(0)
    for (let round = 0; round < rounds; round += 1) {
      const payouts = [
        await enterPayout(ana, ghana()),
        await enterPayout(ana, ghana()),
        await enterPayout(ana, ghana()),
      ]
      for (const payout of payouts) await approve(bruno, payout)
      const [a = '', b = '', c = ''] = payouts.map(({ id }) => id)
      const ask = (turn: number, payoutIds: readonly string[]) =>
        at(turn)[0].post(
          '/api/exports',
          { payoutIds, format: 'json', again: false },
          { 'idempotency-key': `export-${round}-${turn}` },
        )
      // Some want the first two and some the last two: the one in the middle can go with one of them.
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, turn) => ask(turn, turn % 4 < 2 ? [a, b] : [b, c])),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 7 }, () => 409)])
      const states = await Promise.all(
        payouts.map(async ({ id }) => payoutIn(await ana.get(`/api/payouts/${id}`)).state),
      )
      expect(states.filter((state) => state === 'exported')).toHaveLength(2)
      expect(states[1]).toBe('exported')
    }
    const store = await place.open()
    const rows = await store.db.selectFrom('export_payouts').select('payout_id').execute()
    expect(new Set(rows.map(({ payout_id }) => payout_id)).size).toBe(rows.length)
    expect(rows).toHaveLength(2 * rounds)
    await store.close()
  })

  const enterPayout = async (person: Visitor, write: PayoutWrite) => {
    const payout = await enter(person, write)
    expect(payout.state).toBe('in_review')
    return payout
  }

  it('end a session at both that was ended at one', async () => {
    const signedIn = await send(0, 'POST', '/api/session', { name: 'Bruno Lima' }, { cookie: 'none=1' })
    const own = { cookie: `${/^[^;]+/.exec(`${signedIn.headers['set-cookie']}`)?.[0]}` }
    const look = async (turn: number) => (await send(turn, 'GET', '/api/overview', undefined, own)).status
    expect([await look(0), await look(1)]).toEqual([200, 200])
    await send(0, 'DELETE', '/api/session', undefined, own)
    expect([await look(1), await look(0)]).toEqual([401, 401])
  })

  it('write one audit log that holds', async () => {
    const store = await place.open()
    const noted = readCheckpointFile(place.dataDirectory)?.heads ?? []
    expect(noted.length).toBeGreaterThan(10)
    expect(await verifyAuditLog(store.db, store.encryption, noted)).toMatchObject({ holds: true })
    await store.close()
  })
})
