import { setTimeout as wait } from 'node:timers/promises'
import { Agent } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approvalSignatureSchema } from '#shared/api/accounts.ts'
import type { ListedPayout } from '#shared/api/approved-list.ts'
import type { WarningConfirmations } from '#shared/api/entry.ts'
import { payoutSchema, revealedPayoutSchema } from '#shared/api/payout.ts'
import type { Role } from '#shared/api/permissions.ts'
import type { Store } from '../store/store.ts'
import { inviteTo, okay, problemOf, sendAssertion, sendEnrolment } from '../testing/accounts.ts'
import { listedOne, signList } from '../testing/batch-review.ts'
import { hasNginx, type Nginx, prepareNginx } from '../testing/nginx.ts'
import { confirmedIn, confirmedWithReason, payoutWrite, sampleNamed } from '../testing/payouts.ts'
import type { Program } from '../testing/program.ts'
import { startServer } from '../testing/server-program.ts'
import { type SoftwareAuthenticator, softwareAuthenticator } from '../testing/software-authenticator.ts'
import { describeOnPostgres, type Kind, type Place } from '../testing/stores.ts'
import { type Answer, holder, type Visitor } from '../testing/test-app.ts'

describe.runIf(hasNginx())('behind nginx', () =>
  describeOnPostgres('two servers on one database, of which one is killed', testTwoServers),
)

function testTwoServers({ makePlace }: Kind): void {
  let place: Place
  let store: Store
  let nginx: Nginx
  let programs: readonly Program[]
  let agent: Agent

  beforeAll(async () => {
    nginx = await prepareNginx()
    place = await makePlace()
    const network = { SIGN_IN: 'accounts', PUBLIC_URL: nginx.url, TRUSTED_PROXIES: '127.0.0.1', PORT: '0' }
    programs = [0, 1].map(() => startServer({ ...place.environment, ...network }))
    const urls = await Promise.all(programs.map((program) => program.ready()))
    await nginx.start(urls.map((url) => Number(new URL(url).port)))
    agent = new Agent({ connect: { ca: nginx.certificate } })
    store = await place.open()
  })

  afterAll(async () => {
    await agent.destroy()
    await store.close()
    for (const { process } of programs) process.kill('SIGTERM')
    await Promise.all(programs.map(({ ended }) => ended))
    await nginx.stop()
    await place.remove()
  })

  let lost = 0

  /** A browser that asks once more, with the same key, where no answer of the servers came: as a page does. */
  function newBrowser(): Visitor {
    const visitor = holder(agent, nginx.url, {})
    const send: Visitor['send'] = async (method, path, message) => {
      for (;;) {
        const answer = await visitor.send(method, path, message)
        if (answer.status !== 502) return answer
        lost += 1
        if (lost > 50) throw new Error('nginx finds no server')
        await wait(50)
      }
    }
    const json = { 'content-type': 'application/json' }
    return {
      ...visitor,
      send,
      get: (path) => send('GET', path),
      post: (path, body, headers) =>
        send('POST', path, { headers: { ...json, ...headers }, body: JSON.stringify(body) }),
    }
  }

  interface Colleague {
    readonly browser: Visitor
    readonly authenticator: SoftwareAuthenticator
  }

  async function enrol(name: string, role: Role): Promise<Colleague> {
    const email = `${name.toLowerCase()}@example.com`
    const token = await inviteTo({ openStore: async () => store }, { name, email, roles: [role] })
    const authenticator = softwareAuthenticator(nginx.url)
    okay(await sendEnrolment(newBrowser(), { token, name, authenticator }))
    return signIn(authenticator)
  }

  /** Where the answer is lost, the challenge is used up: one touches the key again. */
  async function signIn(authenticator: SoftwareAuthenticator, browser = newBrowser()): Promise<Colleague> {
    const answer = await sendAssertion(browser, authenticator)
    return problemOf(answer) === 'CEREMONY_EXPIRED' ? signIn(authenticator, browser) : { browser, authenticator }
  }

  /** A session whose renewal was not heard of is over: one signs in again in place. */
  async function ask(who: Colleague, path: string, body: unknown, headers = {}): Promise<Answer> {
    const answer = await who.browser.post(path, body, headers)
    if (problemOf(answer) !== 'SIGN_IN_REQUIRED') return answer
    await signIn(who.authenticator, who.browser)
    return who.browser.post(path, body, headers)
  }

  async function enter(
    clerk: Colleague,
    country: string,
    key: string,
    confirmed: WarningConfirmations = [],
  ): Promise<string> {
    const write = payoutWrite(sampleNamed(country), { submit: true, confirmed })
    const answer = await ask(clerk, '/api/payouts', write, { 'idempotency-key': key })
    if (problemOf(answer) === 'WARNINGS_UNCONFIRMED') return enter(clerk, country, key, confirmedIn(answer))
    return payoutSchema.parse(okay(answer)).id
  }

  /** With a passkey's signature where it is asked for; an approval whose answer is lost may have been made, and then it is seen. */
  async function approve(reviewer: Colleague, id: string, signed = {}): Promise<void> {
    const shown = revealedPayoutSchema.parse(okay(await ask(reviewer, `/api/payouts/${id}/reveal`, {})))
    const { version, requestHash, warningsHash, warnings } = shown
    const approval = { requestHash, warningsHash, confirmed: confirmedWithReason(warnings), ...signed }
    const answer = await ask(reviewer, `/api/payouts/${id}/approve`, approval, { 'if-match': `"${version}"` })
    if (answer.status === 200) return
    const seen = payoutSchema.parse(okay(await reviewer.browser.get(`/api/payouts/${id}`)))
    if (seen.state !== 'in_review') return
    await approve(reviewer, id, await sign(reviewer, listedOne(id, shown)))
  }

  async function sign({ browser, authenticator }: Colleague, payout: ListedPayout): Promise<object> {
    const answer = await signList({ visitor: browser, authenticator }, [payout])
    return problemOf(answer) === undefined ? approvalSignatureSchema.parse(answer.json) : {}
  }

  it('two servers behind nginx, of which one is killed: sign-in, work and approval go on, and nothing is lost or done twice', async () => {
    const countries = ['Ghana', 'Brazil', 'Chile']
    const rounds = 4
    const entered: string[] = []
    let approved = 0
    const work = async (country: string) => {
      const clerk = await enrol(`Clerk${country}`, 'clerk')
      const reviewer = await enrol(`Reviewer${country}`, 'reviewer')
      for (let round = 0; round < rounds; round += 1) {
        const id = await enter(clerk, country, `${country}-${round}`)
        entered.push(id)
        await approve(reviewer, id)
        approved += 1
      }
    }
    const kill = async () => {
      while (approved < rounds) await wait(5)
      programs[0]?.process.kill('SIGKILL')
      await programs[0]?.ended
      const { browser } = await enrol('Late', 'clerk')
      expect((await browser.get('/api/session')).json).toMatchObject({ person: { name: 'Late' } })
    }
    await Promise.all([...countries.map(work), kill()])
    // Each client can lose only the answer that it waits for: later requests go to the other server.
    expect(lost).toBeLessThanOrEqual(countries.length + 1)
    const rows = await store.db.selectFrom('payouts').select(['id', 'state']).execute()
    expect(rows.map(({ id }) => id).toSorted()).toEqual(entered.toSorted())
    expect(rows.map(({ state }) => state)).toEqual(Array(countries.length * rounds).fill('approved'))
  })
}
