import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { isOidcError } from '#shared/api/oidc.ts'
import { type Session, sessionSchema } from '#shared/api/session.ts'
import { changePerson, personByIdentity } from '../people/people-rows.ts'
import { signInTrail } from '../people/sign-in-trail.ts'
import type { Transaction } from '../store/store.ts'
import { clientSecret, startIdentityProvider, type TestIdentityProvider } from '../testing/identity-provider.ts'
import { type Answer, startTestApp, type TestApp } from '../testing/test-app.ts'

const callback = '/api/sign-in/oidc/callback'

let there: TestIdentityProvider
let app: TestApp

beforeAll(async () => {
  there = await startIdentityProvider()
  // The provider answers nothing yet: the start of the app asks it nothing.
  app = await startTestApp(there.environment, { enrolledAt: '2026-01-01T00:00:00.000Z' })
  there.serve(`http://localhost:${new URL(app.url).port}${callback}`, `${app.url}/api/sign-in/oidc/logout`)
})

afterAll(async () => {
  await app.stop()
  await there.stop()
})

beforeEach(() => {
  there.forgetBrowser()
  Object.assign(there, { signedInAt: undefined, alter: undefined, sign: undefined, isBroken: false })
})

/** Another one each time, as what one test does to a person is nothing to the next. */
function somebody(groups: readonly string[] = ['payouts-leads']) {
  const subject = crypto.randomUUID()
  there.person = { subject, claims: { name: `Bruno ${subject.slice(0, 8)}`, groups } }
  return there.person
}

/** Keeps our cookies as a browser does, and shows the one of SameSite=Strict only where a page of ours leads. */
class Browser {
  private readonly cookies = new Map<string, string>()

  async ask(path: string, { isFromElsewhere = false, userAgent = '' } = {}): Promise<Answer> {
    const cookie = [...this.cookies]
      .filter(([name]) => !isFromElsewhere || name.includes('oidc'))
      .map(([name, value]) => `${name}=${value}`)
      .join('; ')
    const headers = { 'user-agent': userAgent, ...(cookie !== '' && { cookie }) }
    const answer = await app.asNobody().get(path, headers)
    for (const set of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      this.cookies.set(name, value)
    }
    return answer
  }

  /** Goes there and comes back; answers where it goes on. */
  async signIn(path = '/api/sign-in/oidc'): Promise<string> {
    const { headers } = await this.ask(path)
    const location = String(headers.location)
    return location.startsWith('/') ? location : this.comeBack(await there.visit(location))
  }

  async comeBack({ pathname, search }: URL): Promise<string> {
    const { headers } = await this.ask(pathname + search, { isFromElsewhere: true })
    return String(headers.refresh).replace('0; url=', '')
  }

  async session(): Promise<Session> {
    return sessionSchema.parse((await this.ask('/api/session')).json)
  }

  /** Why the session is over; undefined while it goes on. */
  async endedWhy(): Promise<unknown> {
    const { json } = await this.ask('/api/overview')
    return typeof json === 'object' && json !== null && 'params' in json ? json.params : undefined
  }
}

function errorIn(place: string): string {
  const code = new URL(place, app.url).searchParams.get('error')
  return isOidcError(code) ? code : `none in ${place}`
}

async function signedIn(): Promise<Browser> {
  const browser = new Browser()
  expect(await browser.signIn()).toBe('/')
  return browser
}

/** What the sign-in trail has of what was refused to a person, or to people who are unknown here. */
async function refusedOf(personId: string | null | undefined) {
  return (await signInTrail(await app.openStore())).filter(
    ({ isGood, person }) => !isGood && (person?.id ?? null) === personId,
  )
}

const nowS = () => Math.floor(Date.now() / 1000)

describe('Signing in at an identity provider', () => {
  it('Signing in at an identity provider leads where one was going, with the roles of one’s groups', async () => {
    const { claims } = somebody(['payouts-leads', 'payouts-clerks'])
    const browser = new Browser()
    expect(await browser.signIn('/api/sign-in/oidc?to=%2Fpayouts%3Fstate%3Din_review%23top')).toBe(
      '/payouts?state=in_review#top',
    )
    expect(await browser.session()).toMatchObject({
      signIn: 'oidc',
      person: { name: claims.name },
      roles: ['viewer', 'clerk', 'reviewer'],
      session: { provenBy: 'oidc' },
    })
    expect((await browser.ask('/api/overview')).status).toBe(200)
  })

  it('The cookies of a sign-in are out of reach of scripts, and only that of the way there comes along from another site', async () => {
    somebody()
    const browser = new Browser()
    const away = await browser.ask('/api/sign-in/oidc')
    expect([away.status, `${away.headers['set-cookie']}`]).toEqual([
      302,
      expect.stringMatching(/^payout-desk-oidc-\d+=[\w-]{43}; Path=\/; HttpOnly; Max-Age=300; SameSite=Lax$/),
    ])
    const { pathname, search } = await there.visit(String(away.headers.location))
    const back = await browser.ask(pathname + search, { isFromElsewhere: true })
    expect([back.status, `${back.headers['set-cookie']}`]).toEqual([
      200,
      expect.stringMatching(/^payout-desk-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
    ])
    expect(back.headers['cache-control']).toBe('no-store')
  })

  it('A person is known by issuer and subject, whatever name and address they have by now', async () => {
    const bruno = somebody()
    const first = await (await signedIn()).session()
    there.person = { ...bruno, claims: { ...bruno.claims, name: 'Somebody Else', email: 'ana@example.com' } }
    there.forgetBrowser()
    expect((await (await signedIn()).session()).person).toEqual(first.person)
    there.person = { subject: crypto.randomUUID(), claims: { ...bruno.claims } }
    there.forgetBrowser()
    const namesake = await (await signedIn()).session()
    expect(namesake.person).toMatchObject({ name: `${first.person?.name} 2` })
    expect(namesake.person?.id).not.toBe(first.person?.id)
  })

  it('A sign-in on top of another one ends the former session of this browser', async () => {
    somebody()
    const browser = await signedIn()
    const { session: former } = await browser.session()
    await browser.signIn()
    const { session } = await browser.session()
    expect(session?.id).not.toBe(former?.id)
    const { db } = await app.openStore()
    const row = await db
      .selectFrom('sessions')
      .select('ended_why')
      .where('id', '=', former?.id ?? '')
      .executeTakeFirst()
    expect(row).toEqual({ ended_why: 'replaced' })
  })

  it('Who is suspended here does not get in, whatever the identity provider says', async () => {
    const { subject } = somebody()
    const browser = await signedIn()
    const store = await app.openStore()
    await store.write(async (tx) => {
      const row = await personByIdentity(tx.db, new URL(there.issuer).href, subject)
      await changePerson(tx, row!, { status: 'suspended' })
    })
    expect(errorIn(await new Browser().signIn())).toBe('suspended')
    expect((await browser.session()).person).toBeNull()
    const row = await personByIdentity(store.db, new URL(there.issuer).href, subject)
    expect(await refusedOf(row?.id)).toEqual([expect.objectContaining({ kind: 'signIn', times: 1 })])
  })

  it('The sign-in trail has whom the identity provider identified and this app refused; strangers fill no more of it than a day’s share', async () => {
    const refused = async () => (await refusedOf(null)).reduce((sum, { times }) => sum + times, 0)
    const before = await refused()
    for (let more = 0; more < 3; more += 1) {
      somebody(['football'])
      expect(errorIn(await new Browser().signIn())).toBe('no_role')
    }
    expect(await refused()).toBe(before + 3)
    // They are counted by the hour.
    expect((await refusedOf(null)).length).toBeLessThan(3)
    // Who comes back with what no one has begun was not identified: that writes nothing.
    await new Browser().comeBack(new URL(`${app.url}${callback}?state=none&code=none`))
    expect(await refused()).toBe(before + 3)
  })
})

describe('Roles of an identity provider', () => {
  it.each([
    ['in no group that we know', { groups: ['football'] }],
    ['without the claim', {}],
  ])('Who is %s does not get in, and is no member of staff', async (_what, claims) => {
    const { subject } = somebody()
    there.person = { subject, claims: { name: 'Nobody', ...claims } }
    const browser = new Browser()
    expect(errorIn(await browser.signIn('/api/sign-in/oidc?to=/payouts'))).toBe('no_role')
    expect((await browser.session()).person).toBeNull()
    const { db } = await app.openStore()
    expect(await personByIdentity(db, new URL(there.issuer).href, subject)).toBeUndefined()
  })

  it('Other roles than before end the other sessions of the person, and the audit log records it', async () => {
    const bruno = somebody(['payouts-leads'])
    const former = await signedIn()
    there.person = { ...bruno, claims: { ...bruno.claims, groups: ['payouts-clerks'] } }
    const browser = await signedIn()
    const { person, roles } = await browser.session()
    expect(roles).toEqual(['clerk'])
    expect(await former.endedWhy()).toEqual({ why: 'roles_changed' })
    const { db } = await app.openStore()
    const changes = db.selectFrom('audit').select(['person_id', 'facts']).where('action', '=', 'person.changed')
    expect(await changes.where('thing_id', '=', person?.id ?? '').execute()).toEqual([
      { person_id: null, facts: '{"roles":["clerk"]}' },
    ])
  })

  it('The same roles leave the other sessions of the person alone', async () => {
    somebody()
    const former = await signedIn()
    await signedIn()
    expect(await former.endedWhy()).toBeUndefined()
  })

  it('Who was taken out of their group does not get in, and is out of every session', async () => {
    const bruno = somebody()
    const former = await signedIn()
    there.person = { ...bruno, claims: { name: 'Bruno', groups: [] } }
    expect(errorIn(await new Browser().signIn())).toBe('no_role')
    expect(await former.endedWhy()).toEqual({ why: 'roles_changed' })
  })
})

describe('A new proof at an identity provider', () => {
  const proof = '/api/session/proof/oidc?to=/review'
  const isProven = ({ session }: Session) => (session?.provenUntil ?? '') > new Date().toISOString()

  it('A session is no proof until the identity provider has asked again, and then is one for five minutes', async () => {
    somebody()
    const browser = await signedIn()
    expect(isProven(await browser.session())).toBe(false)
    expect(await browser.signIn(proof)).toBe('/review')
    const { session } = await browser.session()
    const leftMs = new Date(session?.provenUntil ?? 0).getTime() - Date.now()
    expect([leftMs > 290_000, leftMs <= 300_000]).toEqual([true, true])
  })

  it('A session whose cookie another browser sends has ended for both, and proves nothing at the identity provider', async () => {
    somebody()
    for (const path of ['/api/payouts/none', proof]) {
      const browser = await signedIn()
      const stolen = await browser.ask(path, { userAgent: 'curl/8.5.0' })
      expect([stolen.status, stolen.headers.location]).toEqual(
        path === proof ? [302, '/sign-in?error=expired&to=%2Freview'] : [401, undefined],
      )
      expect(await browser.endedWhy()).toEqual({ why: 'other_browser' })
    }
  })

  it('A new proof gives the session another token, and its former one opens nothing', async () => {
    somebody()
    const browser = await signedIn()
    const { session } = await browser.session()
    await browser.signIn(proof)
    const { db } = await app.openStore()
    const row = await db
      .selectFrom('sessions')
      .select('ended_why')
      .where('id', '=', session?.id ?? '')
      .executeTakeFirst()
    expect(row).toEqual({ ended_why: 'replaced' })
    expect((await browser.session()).session).toMatchObject({ endsAt: session?.endsAt })
  })

  it.each([
    ['whom we know', () => signedIn()],
    ['whom we do not know', async () => {}],
  ])('Another person %s proves nothing there, and the session goes on as it was', async (_who, comeBefore) => {
    somebody()
    const browser = await signedIn()
    there.forgetBrowser()
    somebody()
    await comeBefore()
    there.forgetBrowser()
    const place = await browser.signIn(proof)
    expect([errorIn(place), new URL(place, app.url).searchParams.get('to')]).toEqual(['other_person', '/review'])
    expect(isProven(await browser.session())).toBe(false)
  })

  it('An old sign-in there proves nothing', async () => {
    somebody()
    const browser = await signedIn()
    there.alter = (claims) => ({ ...claims, auth_time: nowS() - 600 })
    expect(errorIn(await browser.signIn(proof))).toBe('too_old')
    expect(isProven(await browser.session())).toBe(false)
  })

  it('Roles that changed meanwhile are those of the session from then on, and other sessions end', async () => {
    const bruno = somebody(['payouts-leads'])
    const [browser, other] = [await signedIn(), await signedIn()]
    there.person = { ...bruno, claims: { ...bruno.claims, groups: ['payouts-admins'] } }
    expect(await browser.signIn(proof)).toBe('/review')
    const session = await browser.session()
    expect([session.roles, isProven(session)]).toEqual([['admin'], true])
    expect(await other.endedWhy()).toEqual({ why: 'roles_changed' })
  })

  it('Who lost every role meanwhile is out', async () => {
    const bruno = somebody()
    const browser = await signedIn()
    there.person = { ...bruno, claims: { groups: [] } }
    expect(errorIn(await browser.signIn(proof))).toBe('no_role')
    expect(await browser.endedWhy()).toEqual({ why: 'roles_changed' })
  })

  it('A new proof without a session, or of one that ended meanwhile, opens nothing', async () => {
    somebody()
    expect(errorIn(await new Browser().signIn(proof))).toBe('expired')
    const browser = await signedIn()
    const { headers } = await browser.ask(proof)
    const back = await there.visit(String(headers.location))
    const store = await app.openStore()
    const { session } = await browser.session()
    const ended = { ended_at: new Date().toISOString(), ended_why: 'ended' } as const
    const { id = '' } = session ?? {}
    await store.write(({ db }) => db.updateTable('sessions').set(ended).where('id', '=', id).execute())
    expect(errorIn(await browser.comeBack(back))).toBe('expired')
    expect((await browser.session()).person).toBeNull()
  })
})

describe('Who comes back from the identity provider', () => {
  it('Who comes back with what another browser began is not signed in', async () => {
    somebody()
    const [browser, victim] = [new Browser(), new Browser()]
    const back = await there.visit(String((await browser.ask('/api/sign-in/oidc')).headers.location))
    await victim.ask('/api/sign-in/oidc')
    expect(errorIn(await victim.comeBack(back))).toBe('not_trusted')
    expect((await victim.session()).person).toBeNull()
  })

  it('Who comes back a second time, or with nothing that was begun, starts again', async () => {
    somebody()
    const browser = new Browser()
    const back = await there.visit(String((await browser.ask('/api/sign-in/oidc')).headers.location))
    const store = await app.openStore()
    const over = { expires_at: '2026-01-01T00:00:00.000Z' }
    await store.write(({ db }) => db.updateTable('ceremonies').set(over).execute())
    expect(await browser.comeBack(back)).toBe('/')
    expect(errorIn(await browser.comeBack(back))).toBe('expired')
    // What is over is forgotten.
    expect(await store.db.selectFrom('ceremonies').select('id').execute()).toHaveLength(1)
    for (const query of ['', '?code=x', '?state=x&code=x', '?error=access_denied']) {
      expect(errorIn(await new Browser().comeBack(new URL(callback + query, app.url)))).toBe('expired')
    }
  })

  it('Who comes back with other codes than the one that they were given asks the identity provider once', async () => {
    somebody()
    const browser = new Browser()
    const back = await there.visit(String((await browser.ask('/api/sign-in/oidc')).headers.location))
    const guessed = new URL(back)
    guessed.searchParams.set('code', 'guessed')
    for (const url of [guessed, guessed, back]) expect(errorIn(await browser.comeBack(url))).toBe('expired')
  })

  it('Who comes back after five minutes is told that it took too long', async () => {
    somebody()
    const browser = new Browser()
    const back = await there.visit(String((await browser.ask('/api/sign-in/oidc')).headers.location))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 })
    expect(errorIn(await browser.comeBack(back))).toBe('expired')
    vi.useRealTimers()
  })

  it('Several tabs of a browser can be on their way at the same time', async () => {
    somebody()
    const browser = new Browser()
    const first = String((await browser.ask('/api/sign-in/oidc?to=/payouts')).headers.location)
    const second = String((await browser.ask('/api/sign-in/oidc?to=/review')).headers.location)
    expect(await browser.comeBack(await there.visit(first))).toBe('/payouts')
    expect(await browser.comeBack(await there.visit(second))).toBe('/review')
  })

  it('Who declined there, or brings an ID token of something else, is told so where they were going', async () => {
    somebody()
    there.alter = (claims) => ({ ...claims, nonce: 'of another attempt' })
    const place = await new Browser().signIn('/api/sign-in/oidc?to=/payouts')
    expect([errorIn(place), new URL(place, app.url).searchParams.get('to')]).toEqual(['not_trusted', '/payouts'])
    there.forgetBrowser()
    there.person = undefined
    expect(errorIn(await new Browser().signIn())).toBe('refused')
  })

  it.each([
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    '/\t/evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/api/session',
    'payouts',
  ])('An address to go on to that is no page of ours is refused: %s', async (to) => {
    const { status } = await new Browser().ask(`/api/sign-in/oidc?${new URLSearchParams({ to })}`)
    expect(status).toBe(422)
  })
})

it('A page of another site signs no one in: it leads to the sign-in screen alone', async () => {
  somebody()
  const place = async (path: string, site: string) => {
    const { headers } = await app.asNobody().get(path, { 'sec-fetch-site': site })
    return String(headers.location)
  }
  expect(await place('/api/sign-in/oidc?to=/payouts', 'cross-site')).toBe('/sign-in?to=%2Fpayouts')
  expect(await place('/api/session/proof/oidc?to=/payouts', 'same-site')).toBe('/sign-in?to=%2Fpayouts')
  expect(await place('/api/sign-in/oidc', 'same-origin')).toContain(there.issuer)
  expect(await place('/api/sign-in/oidc', 'none')).toContain(there.issuer)
})

describe('An identity provider that is down', () => {
  it('An identity provider that is down lets no one in and ends no session', async () => {
    somebody()
    const browser = await signedIn()
    there.isBroken = true
    const other = await startTestApp({ ...there.environment })
    const { headers } = await other.asNobody().get('/api/sign-in/oidc?to=/payouts')
    await other.stop()
    expect(headers.location).toBe('/sign-in?error=provider_down&to=%2Fpayouts')
    expect((await browser.ask('/api/overview')).status).toBe(200)
    there.isBroken = false
    expect(await new Browser().signIn()).toBe('/')
  })
})

describe('A session that ended at the identity provider', () => {
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const message = (about: object) =>
    there.signed(
      {
        iss: there.issuer,
        aud: 'payout-desk',
        iat: nowS(),
        exp: nowS() + 120,
        jti: crypto.randomUUID(),
        events,
        ...about,
      },
      'logout+jwt',
    )
  const send = (body: string, type = 'application/x-www-form-urlencoded') =>
    app.asNobody().send('POST', '/api/sign-in/oidc/logout', { headers: { 'content-type': type }, body })
  const tell = async (about: object) => send(new URLSearchParams({ logout_token: await message(about) }).toString())

  it('Who signs out at the identity provider is signed out here, in the sessions that came of it', async () => {
    somebody()
    const browser = await signedIn()
    there.forgetBrowser()
    const elsewhere = await signedIn()
    const hidden = await signedIn()
    // Who writes to the database hides a row for so long.
    const { db } = await app.openStore()
    const row = await db
      .selectFrom('sessions')
      .selectAll()
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const forge = async (work: (tx: Transaction) => Promise<unknown>) => (await app.openStore()).write(work)
    await forge((tx) => tx.db.deleteFrom('sessions').where('id', '=', row.id).execute())
    await there.signOutThere()
    await forge((tx) => tx.db.insertInto('sessions').values(row).execute())
    expect(await hidden.endedWhy()).toEqual({ why: 'unknown' })
    expect(await elsewhere.endedWhy()).toEqual({ why: 'provider_logout' })
    expect(await browser.endedWhy()).toBeUndefined()
  })

  it('A logout of a person without a session of theirs ends all of them, and no other person’s', async () => {
    somebody()
    const other = await signedIn()
    there.forgetBrowser()
    const { subject } = somebody()
    const [browser, second] = [await signedIn(), await signedIn()]
    expect(await tell({ sub: subject })).toMatchObject({ status: 200, text: '' })
    expect(await browser.endedWhy()).toEqual({ why: 'provider_logout' })
    expect(await second.endedWhy()).toEqual({ why: 'provider_logout' })
    expect(await other.endedWhy()).toBeUndefined()
    expect((await tell({ sub: 'nobody here' })).status).toBe(200)
  })

  it('A logout counts once: who sends it again ends nothing', async () => {
    const { subject } = somebody()
    const token = new URLSearchParams({ logout_token: await message({ sub: subject }) }).toString()
    expect((await send(token)).status).toBe(200)
    const browser = await signedIn()
    const again = await send(token)
    expect(again).toMatchObject({ status: 400, json: { code: 'MALFORMED_REQUEST', params: { why: 'logout' } } })
    expect(await browser.endedWhy()).toBeUndefined()
  })

  it('A logout that the identity provider did not send ends nothing and is told why', async () => {
    const { subject } = somebody()
    const browser = await signedIn()
    expect((await tell({ sub: subject, aud: 'another-client' })).status).toBe(400)
    expect((await tell({ sub: subject, events: {} })).status).toBe(400)
    expect((await send('logout_token=a.b.c')).status).toBe(400)
    expect(await send('logout_token=a&logout_token=b')).toMatchObject({ status: 400, json: { code: 'MALFORMED_BODY' } })
    expect(await send('{}', 'application/json')).toMatchObject({ status: 400, json: { params: { why: 'form' } } })
    expect((await send('token=a')).status).toBe(422)
    expect(await browser.endedWhy()).toBeUndefined()
  })

  it('A logout that cannot be verified, as the identity provider is down, is to be sent again', async () => {
    there.isBroken = true
    const other = await startTestApp({ ...there.environment })
    const answer = await other.asNobody().send('POST', '/api/sign-in/oidc/logout', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token: await message({ sub: 'somebody' }) }).toString(),
    })
    await other.stop()
    expect(answer).toMatchObject({ status: 503, json: { code: 'IDENTITY_PROVIDER_DOWN', retryable: true } })
  })
})

it('An address may begin so many sign-ins a minute at an identity provider, and is told when there were too many', async () => {
  const limited = await startTestApp({ ...there.environment, SIGN_INS_PER_MINUTE: '1' })
  const location = async () => (await limited.asNobody().get('/api/sign-in/oidc')).headers.location
  const places: unknown[] = []
  for (let turn = 0; turn < 11; turn += 1) places.push(await location())
  const store = await limited.openStore()
  const written = await store.db.selectFrom('ceremonies').selectAll().execute()
  await limited.stop()
  expect([String(places[9]).startsWith(there.issuer), places[10]]).toEqual([true, '/sign-in?error=too_many'])
  expect(written).toEqual([])
})

it('No log and no audit entry of a sign-in holds a code, token, state, nonce, secret or name', async () => {
  somebody()
  const browser = new Browser()
  const away = new URL(String((await browser.ask('/api/sign-in/oidc')).headers.location))
  const back = await there.visit(away.href)
  await browser.comeBack(back)
  await browser.comeBack(back)
  const { db } = await app.openStore()
  const facts = await db.selectFrom('audit').select('facts').where('action', '!=', 'person.added').execute()
  const ceremonies = await db.selectFrom('ceremonies').selectAll().execute()
  const kept = app.logged() + JSON.stringify([facts, ceremonies])
  expect(app.logged()).toContain('nothing was begun')
  const secrets = [
    ...['state', 'nonce', 'code_challenge'].map((name) => away.searchParams.get(name)),
    back.searchParams.get('code'),
    clientSecret,
    'Bruno',
  ]
  expect(secrets.filter((secret) => !secret || kept.includes(secret))).toEqual([])
  // A token: in the middle of a hash or of what is encrypted, the letters are there by chance.
  expect(kept).not.toMatch(/(?<![\w-])eyJ/)
})

it('A role of approving holds for a day when a provider gives it for the first time, and not when it comes back', async () => {
  const { db } = await app.openStore()
  const bruno = somebody(['payouts-clerks'])
  const heldAs = async (...groups: readonly string[]) => {
    there.person = { ...bruno, claims: { ...bruno.claims, groups } }
    await signedIn()
    return (await personByIdentity(db, new URL(there.issuer).href, bruno.subject))?.held_until
  }
  expect(await heldAs('payouts-clerks')).toBeNull()
  const held = await heldAs('payouts-leads')
  expect(Date.parse(held ?? '') - Date.now()).toBeGreaterThan(23.9 * 60 * 60_000)
  expect(await heldAs('payouts-clerks')).toBe(held)
  expect(await heldAs('payouts-leads')).toBe(held)
})
