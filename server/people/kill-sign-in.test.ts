import { setTimeout as wait } from 'node:timers/promises'
import { Agent } from 'undici'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { sessionCookieName } from '../http/cookies.ts'
import { readCheckpointFile } from '../store/audit/checkpoint-file.ts'
import { verifyAuditLog } from '../store/audit/verify-audit-log.ts'
import { inviteTo, okay, sendAssertion, sendEnrolment } from '../testing/accounts.ts'
import { gate } from '../testing/gate.ts'
import type { Program } from '../testing/program.ts'
import { startServer } from '../testing/server-program.ts'
import { type SoftwareAuthenticator, softwareAuthenticator } from '../testing/software-authenticator.ts'
import { type Place, stores } from '../testing/stores.ts'
import { type Answer, type Visitor, visitor } from '../testing/test-app.ts'

/** A few take seconds; `npm run soak` takes a hundred. */
const rounds = inject('testSet') === 'soak' ? 100 : 2

const people = 4
/** The same over all starts, as passkeys belong to it. */
const publicUrl = 'http://localhost:4620'
const { host } = new URL(publicUrl)

describe.each(stores)('an app on $name that is killed while people sign in', ({ makePlace }) => {
  let place: Place
  beforeAll(async () => {
    place = await makePlace()
  })
  afterAll(async () => {
    await place.remove()
  })

  const settings = { SIGN_IN: 'accounts', PUBLIC_URL: publicUrl, PORT: '0', SIGN_INS_PER_MINUTE: '100000' }
  const start = () => startServer({ ...place.environment, ...settings })

  it(
    'Killed sign-in: each that was answered holds, each session has its entry, and who was cut off signs in again',
    async () => {
      const authenticators = await enrolPeople(start(), place)
      const held: string[] = []
      for (let round = 0; round < rounds; round += 1) {
        held.push(...(await signInUntilKilled(start(), authenticators)))
        await expectWhole(place)
      }
      expect(held.length).toBeGreaterThan(rounds)
      await atWork(start(), async (browser) => {
        const told = await Promise.all(held.map((token) => fateOf(browser, token)))
        // A person has five sessions at a time: a sixth ends the first, for this reason.
        expect(told.filter((fate) => fate !== 'alive' && fate !== 'too_many')).toEqual([])
        for (const authenticator of authenticators) okay(await sendAssertion(browser, authenticator))
      })
    },
    60_000 + rounds * 15_000,
  )
})

/** A person with a passkey in an authenticator, added before anything is killed. */
async function enrolPeople(program: Program, place: Place): Promise<readonly SoftwareAuthenticator[]> {
  const authenticators = Array.from({ length: people }, () => softwareAuthenticator(publicUrl))
  const store = await place.open()
  await atWork(program, async (browser) => {
    for (const [turn, authenticator] of authenticators.entries()) {
      const invitee = { name: `${turn} Person`, email: `person-${turn}@example.com`, roles: ['clerk'] as const }
      const token = await inviteTo({ openStore: async () => store }, invitee)
      okay(await sendEnrolment(browser, { token, name: invitee.name, authenticator }))
    }
  })
  await store.close()
  return authenticators
}

/** Everyone signs in again and again, until the app is killed; answers the tokens that came back. */
async function signInUntilKilled(
  program: Program,
  authenticators: readonly SoftwareAuthenticator[],
): Promise<readonly string[]> {
  const agent = new Agent()
  const browser = browserAt(agent, await program.ready())
  const held: string[] = []
  const wrong: string[] = []
  const first = gate<void>()
  const signIns = authenticators.map(async (authenticator) => {
    for (;;) {
      const answer = await sendAssertion(browser, authenticator).catch(() => undefined)
      // Cut off: the app is gone.
      if (answer === undefined) return
      if (answer.status === 200) held.push(tokenIn(answer))
      else wrong.push(answer.text)
      first.open()
    }
  })
  await first.opened
  await wait(Math.random() * 150)
  program.process.kill('SIGKILL')
  await program.ended
  await Promise.all(signIns)
  await agent.destroy()
  expect(wrong).toEqual([])
  return held
}

/** No session without its entry in the audit log and no entry without its session, and a log that holds. */
async function expectWhole(place: Place): Promise<void> {
  const store = await place.open()
  const { count: sessions } = await store.db
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  const { count: entries } = await store.db
    .selectFrom('audit')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('action', '=', 'session.began')
    .executeTakeFirstOrThrow()
  expect(Number(sessions)).toBe(Number(entries))
  const noted = readCheckpointFile(place.dataDirectory)?.heads ?? []
  expect(await verifyAuditLog(store.db, store.encryption, noted)).toMatchObject({ holds: true })
  await store.close()
}

/** Does something with an app, which ends in peace. */
async function atWork(program: Program, work: (browser: Visitor) => Promise<void>): Promise<void> {
  const agent = new Agent()
  await work(browserAt(agent, await program.ready()))
  await agent.destroy()
  program.process.kill('SIGTERM')
  expect(await program.ended).toEqual([0, null])
}

/** Knows the app by its public address and keeps no session. */
function browserAt(agent: Agent, url: string): Visitor {
  const { send, ...nobody } = visitor(agent, url, undefined)
  return { ...nobody, send, post: (path, body, headers) => nobody.post(path, body, { host, ...headers }) }
}

/** Why a session is over. */
async function fateOf(browser: Visitor, token: string): Promise<unknown> {
  const answer = await browser.get('/api/overview', { host, cookie: `${sessionCookieName(host, publicUrl)}=${token}` })
  if (answer.status === 200) return 'alive'
  const { json } = answer
  const params = typeof json === 'object' && json !== null && 'params' in json ? json.params : undefined
  return typeof params === 'object' && params !== null && 'why' in params ? params.why : answer.text
}

function tokenIn({ headers }: Answer): string {
  const [, token = ''] = /=([^;]+)/.exec(`${headers['set-cookie']}`) ?? []
  return token
}
