import { setTimeout as wait } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Confirmed } from '#shared/api/entry.ts'
import { payoutSchema, revealedPayoutSchema } from '#shared/api/payout.ts'
import type { Role } from '#shared/api/permissions.ts'
import { type BuiltServer, buildServer } from './testing/built-server.ts'
import { memberSession } from './testing/members.ts'
import { hasNginx, type Nginx, prepareNginx } from './testing/nginx.ts'
import { confirmedIn, confirmedWithReason, payoutWrite, sampleNamed } from './testing/payouts.ts'
import { type Program, startProgram } from './testing/program.ts'
import { type Place, stores } from './testing/stores.ts'

const postgres = stores.find(({ name }) => name === 'PostgreSQL')
const isPossible = hasNginx() && postgres !== undefined

describe.runIf(isPossible)('two servers behind nginx, of which one is killed', () => {
  let built: BuiltServer
  let place: Place
  let nginx: Nginx
  let programs: readonly Program[]
  let agent: Agent

  beforeAll(async () => {
    nginx = await prepareNginx()
    built = await buildServer()
    place = await (postgres?.makePlace() ?? Promise.reject(new Error('There is no PostgreSQL.')))
    const network = { SIGN_IN: 'accounts', PUBLIC_URL: nginx.url, TRUSTED_PROXIES: '127.0.0.1', PORT: '0' }
    programs = [0, 1].map(() => startProgram({ ...place.environment, ...network }, built.program))
    const urls = await Promise.all(programs.map((program) => program.ready()))
    await nginx.start(urls.map((url) => Number(new URL(url).port)))
    agent = new Agent({ connect: { ca: nginx.certificate } })
  })

  afterAll(async () => {
    await agent.destroy()
    for (const { process } of programs) process.kill('SIGTERM')
    await Promise.all(programs.map(({ ended }) => ended))
    await nginx.stop()
    await place.remove()
    built.remove()
  })

  const repeats = { count: 0 }

  /** Asks as a page does: where no answer of the servers came, once more, and with the same key. */
  async function ask(token: string, method: 'GET' | 'POST', path: string, body?: unknown, headers: object = {}) {
    for (;;) {
      const answer = await request(nginx.url + path, {
        dispatcher: agent,
        method,
        headers: { cookie: `__Host-payout-desk=${token}`, 'content-type': 'application/json', ...headers },
        body: body === undefined ? null : JSON.stringify(body),
      })
      const text = await answer.body.text()
      if (answer.statusCode !== 502) return { status: answer.statusCode, text, json: JSON.parse(text) }
      repeats.count += 1
      if (repeats.count > 100) throw new Error('nginx finds no server')
      await wait(50)
    }
  }

  const sessionLife = { idleMs: 600_000, longestMs: 3_600_000 }
  const signIn = async (name: string, roles: readonly Role[]) => {
    const store = await place.open()
    const token = await memberSession(store, { signIn: 'accounts', sessionLife }, { name, roles })
    await store.close()
    return token
  }

  async function enter(clerk: string, country: string, key: string, confirmed: Confirmed = []): Promise<string> {
    const write = payoutWrite(sampleNamed(country), { submit: true, confirmed })
    const answer = await ask(clerk, 'POST', '/api/payouts', write, { 'idempotency-key': key })
    if (answer.status === 409) return enter(clerk, country, key, confirmedIn(answer))
    expect(answer.status, answer.text).toBe(201)
    return payoutSchema.parse(answer.json).id
  }

  /** An approval whose answer is lost may have been made: then it is seen. */
  async function approve(reviewer: string, id: string): Promise<void> {
    const shown = await ask(reviewer, 'POST', `/api/payouts/${id}/reveal`, {})
    const { version, requestHash, warningsHash, warnings } = revealedPayoutSchema.parse(shown.json)
    const approval = { requestHash, warningsHash, confirmed: confirmedWithReason(warnings) }
    await ask(reviewer, 'POST', `/api/payouts/${id}/approve`, approval, { 'if-match': `"${version}"` })
    const seen = await ask(reviewer, 'GET', `/api/payouts/${id}`)
    if (payoutSchema.parse(seen.json).state !== 'approved') await approve(reviewer, id)
  }

  it('two servers behind nginx, of which one is killed: sign-in, work and approval go on, and nothing is lost or done twice', async () => {
    const clerk = await signIn('Ana Souza', ['clerk'])
    const reviewer = await signIn('Bruno Lima', ['reviewer'])
    const entered: string[] = []
    const approved: string[] = []
    const rounds = 4
    const work = async (country: string) => {
      for (let round = 0; round < rounds; round += 1) {
        const id = await enter(clerk, country, `${country}-${round}`)
        entered.push(id)
        await approve(reviewer, id)
        approved.push(id)
      }
    }
    const kill = async () => {
      while (approved.length < rounds) await wait(5)
      programs[0]?.process.kill('SIGKILL')
      await programs[0]?.ended
      const killedAt = performance.now()
      const late = await signIn('Carla Dias', ['clerk', 'viewer'])
      const { json } = await ask(late, 'GET', '/api/session')
      expect(json).toMatchObject({ person: { name: 'Carla Dias' } })
      expect(performance.now() - killedAt).toBeLessThan(5_000)
    }
    await Promise.all([work('Ghana'), work('Brazil'), work('Chile'), kill()])
    expect(approved).toHaveLength(3 * rounds)
    // Each lane can lose the answer that it waits for, and no more: what comes after goes to the other server.
    expect(repeats.count).toBeLessThanOrEqual(4)
    const store = await place.open()
    const rows = await store.db.selectFrom('payouts').select(['id', 'state']).execute()
    expect(rows.map(({ id }) => id).toSorted()).toEqual(entered.toSorted())
    expect(rows.filter(({ state }) => state !== 'approved')).toEqual([])
    await store.close()
  })
})
