import { afterAll, beforeAll, expect, it } from 'vitest'
import { activityPageSchema } from '#shared/api/activity.ts'
import { sessionSchema } from '#shared/api/session.ts'
import { stores } from '../testing/stores.ts'
import { type Answer, startTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.stop())

const path = '/api/session'
const signIn = (name: string) => app.asNobody().post(path, { name })
const read = ({ json }: Answer) => sessionSchema.parse(json)
const cookieOf = ({ headers }: Answer) => String(headers['set-cookie'])
const whoIs = async (cookie: string) => read(await app.asNobody().get(path, { cookie })).person
const tokenOf = (answer: Answer) => cookieOf(answer).slice(0, cookieOf(answer).indexOf(';'))

it('signing in enters a new person, whom the cookie names from then on', async () => {
  const answer = await signIn('Bruno Lima')
  const { person, people } = read(answer)
  expect(person?.name).toBe('Bruno Lima')
  expect(people).toContainEqual(person)
  expect(await whoIs(tokenOf(answer))).toEqual(person)
})

it('signing in keeps the cookie from scripts and other sites, under a name with the port of the address', async () => {
  const { port } = new URL(app.url)
  expect(cookieOf(await signIn('Bruno Lima'))).toMatch(
    new RegExp(`^payout-desk-${port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`),
  )
})

it('signing in gives another token each time, and the former session of the same browser ends', async () => {
  const tokens = [tokenOf(await signIn('Bruno Lima'))]
  for (const name of ['Bruno Lima', 'Elena Rey', 'Bruno Lima']) {
    const answer = await app.asNobody().post(path, { name }, { cookie: tokens.at(-1)! })
    tokens.push(tokenOf(answer))
    expect(await whoIs(tokens.at(-1)!)).toMatchObject({ name })
    expect(await whoIs(tokens.at(-2)!)).toBeNull()
  }
  expect(new Set(tokens).size).toBe(4)
})

it('signing in at one browser leaves the sessions of the same person at others alone', async () => {
  const first = tokenOf(await signIn('Bruno Lima'))
  await signIn('Bruno Lima')
  expect(await whoIs(first)).toMatchObject({ name: 'Bruno Lima' })
})

it('signing out with a token that was never issued takes no turn of those who write', async () => {
  const planted = `payout-desk-${new URL(app.url).port}=${'A'.repeat(43)}`
  const store = await app.openStore()
  const { status } = await store.write(async () => app.asNobody().delete(path, { cookie: planted }))
  expect(status).toBe(200)
})

it('signing in never takes over a token that the browser brings', async () => {
  const planted = `payout-desk-${new URL(app.url).port}=${'A'.repeat(43)}`
  const answer = await app.asNobody().post(path, { name: 'Bruno Lima' }, { cookie: planted })
  expect(tokenOf(answer)).not.toBe(planted)
  expect(await whoIs(planted)).toBeNull()
})

it.each(['bruno lima', '  BRUNO   LIMA ', 'Bruno\u00a0Lima', 'BrunoLima'])(
  'signing in takes %j for the same person',
  async (name) => {
    const { person } = read(await signIn('Bruno Lima'))
    expect(read(await signIn(name)).person).toEqual(person)
  },
)

it('signing in distinguishes accents', async () => {
  const one = read(await signIn('Zoé')).person
  expect(read(await signIn('Zoe')).person).not.toEqual(one)
})

it.each(['', '   ', '\u200b', 'x'.repeat(61), 'Ana\nSouza', 'Ana\u0000', 'Ana\u202eazuoS'])(
  'signing in refuses %j',
  async (name) => {
    const answer = await signIn(name)
    expect(answer).toMatchObject({ status: 422, json: { code: 'FIELDS_INVALID', errors: [{ pointer: '#/name' }] } })
    expect(answer.headers['set-cookie']).toBeUndefined()
  },
)

it.each([
  'Alic\u0435',
  '\u0410na Souza',
  'Ana S\u03bfuza',
  'Ana\u200dSouz\u0430',
  '\uff21n\u0430',
  'Ana-M\u0430ria',
  'Ana S\u200do\u0443za',
])('signing in refuses %j, a word of letters that look alike', async (name) => {
  const { status, json } = await signIn(name)
  expect([status, json]).toMatchObject([422, { errors: [{ pointer: '#/name', code: 'mixed_letters' }] }])
  expect(JSON.stringify(json)).toContain('belongs to another alphabet than the letters beside it')
})

it.each(['Алиса', 'Ελένη', 'Ana Мария', 'Иван Smith', 'Ana-Maria', 'Zoë Ångström', '李 Ana', 'Ana李'])(
  'signing in takes %j, whose words keep to their letters',
  async (name) => {
    expect(read(await signIn(name)).person?.name).toBe(name)
  },
)

it('signing in counts letters, not what they are made of', async () => {
  expect(read(await signIn('𝒜'.repeat(60))).person?.name).toHaveLength(120)
})

it('signing in makes one person of a hundred who sign in at once', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => signIn('Carla Dias')))
  expect(new Set(answers.map((answer) => read(answer).person?.id)).size).toBe(1)
})

it('signing in and signing out are audited each time', async () => {
  const { person } = read(await signIn('Diego Paz'))
  await app.asNobody().delete(path, { cookie: tokenOf(await signIn('Diego Paz')) })
  const { json } = await app.get(`/api/activity?person=${person?.id}`)
  expect(json).toMatchObject({
    items: [
      { action: 'session.ended', by: person, facts: { why: 'signed_out' } },
      { action: 'session.began', by: person, thing: { type: 'person', id: person?.id, name: 'Diego Paz' } },
      { action: 'session.began' },
      { action: 'person.added', facts: { name: 'Diego Paz' } },
    ],
  })
})

it('signing in is limited for an address, whatever the names; all that is refused is one entry of the audit log', async () => {
  const limited = await startTestApp({ SIGN_INS_PER_MINUTE: '1' })
  const signInAs = (name: string) => limited.asNobody().post(path, { name })
  for (let turn = 0; turn < 9; turn += 1) await signInAs('Ana Souza')
  const cookie = tokenOf(await signInAs('Bruno Lima'))
  const answers = await Promise.all(Array.from({ length: 50 }, (_, turn) => signInAs(`Flood ${'x'.repeat(turn)}`)))
  for (const { status, headers, json } of answers) {
    expect([status, json]).toMatchObject([
      429,
      { code: 'TOO_MANY_SIGN_INS', detail: expect.stringContaining('1 minute') },
    ])
    expect(Number(headers['retry-after'])).toBeGreaterThan(50)
    expect(headers['set-cookie']).toBeUndefined()
  }
  const actionsOf = async () => {
    const { items } = activityPageSchema.parse((await limited.asNobody().get('/api/activity', { cookie })).json)
    return items.map(({ action }) => action)
  }
  await expect.poll(async () => (await actionsOf())[0]).toBe('session.refused')
  expect((await actionsOf()).filter((action) => action === 'session.refused')).toHaveLength(1)
  await limited.stop()
})

it('signing in refuses what another site sends', async () => {
  const answer = await app.asNobody().post(path, { name: 'Ana' }, { 'sec-fetch-site': 'cross-site' })
  expect(answer).toMatchObject({ status: 403, json: { code: 'CROSS_SITE_REQUEST' } })
})

it('the cookie is not accepted when it was made up, changed, cut or sent twice', async () => {
  const token = tokenOf(await signIn('Bruno Lima'))
  const other = tokenOf(await signIn('Elena Rey'))
  const [name = ''] = token.split('=')
  const made = [`${token}x`, token.slice(0, -1), `${name}=`, '=;;=', `${name}=${'A'.repeat(43)}`, `${token}; ${other}`]
  for (const cookie of made) expect(await whoIs(cookie), cookie).toBeNull()
  expect(await whoIs(`a=b; ${token}; c=d`)).toMatchObject({ name: 'Bruno Lima' })
})

it('the cookie goes when the person leaves', async () => {
  const answer = await app.delete(path)
  expect(read(answer).person).toBeNull()
  expect(cookieOf(answer)).toMatch(/^payout-desk-\d+=; Max-Age=0; Path=\/; HttpOnly; SameSite=Strict$/)
})

it('the session has ended for every copy of its cookie once the person has signed out, and 401 says so', async () => {
  const cookie = tokenOf(await signIn('Bruno Lima'))
  expect((await app.asNobody().get('/api/activity', { cookie })).status).toBe(200)
  await app.asNobody().delete(path, { cookie })
  const { status, json } = await app.asNobody().get('/api/activity', { cookie })
  expect([status, json]).toMatchObject([
    401,
    {
      code: 'SIGN_IN_REQUIRED',
      params: { why: 'signed_out' },
      detail: 'Your session has ended. Sign in again: what you typed is kept.',
    },
  ])
})

it('A program without a session is told what to send, and a page in a browser to sign in', async () => {
  const { status, json, headers } = await app.asNobody().get('/api/activity')
  expect([status, json]).toMatchObject([
    401,
    {
      params: { why: 'local' },
      detail: 'Sign in with a name: send POST /api/session, then its cookie with each request.',
    },
  ])
  expect(headers['www-authenticate']).toBeUndefined()
  const page = await app.asNobody().get('/api/activity', { 'sec-fetch-site': 'same-origin' })
  expect(page).toMatchObject({ status: 401, json: { detail: 'Sign in, then send it again.' } })
})

it('the cookies of two servers on two ports of one host neither serve nor disturb each other', async () => {
  const other = await startTestApp()
  const here = tokenOf(await signIn('Ana Souza'))
  const there = tokenOf(await other.asNobody().post(path, { name: 'Bruno Lima' }, { cookie: here }))
  // As a browser does, which sends to each port what any port of the host has set.
  const both = { cookie: `${here}; ${there}` }
  expect(read(await app.asNobody().get(path, both)).person).toMatchObject({ name: 'Ana Souza' })
  expect(read(await other.asNobody().get(path, both)).person).toMatchObject({ name: 'Bruno Lima' })
  await other.asNobody().delete(path, both)
  expect(read(await app.asNobody().get(path, both)).person).toMatchObject({ name: 'Ana Souza' })
  await other.stop()
})

it('the cookie holds after a restart over the same data', async () => {
  const place = await stores[0]!.makePlace()
  const first = await startTestApp(place.environment)
  const token = tokenOf(await first.asNobody().post(path, { name: 'Ana Souza' }))
  await first.stop()
  const second = await startTestApp(place.environment)
  // It answers at another port, which the name of the cookie has.
  const cookie = token.replace(new URL(first.url).port, new URL(second.url).port)
  expect(read(await second.asNobody().get(path, { cookie })).person).toMatchObject({ name: 'Ana Souza' })
  await second.stop()
  await place.remove()
})

it('What a page asks for again and again by itself is no use of the session', async () => {
  const visitor = app.as('Bruno Lima')
  await visitor.get('/api/overview')
  const store = await app.openStore()
  const used = '2026-11-22T08:00:00.000Z'
  const lastUses = async () => {
    const rows = await store.db.selectFrom('sessions').select('last_used_at').where('ended_at', 'is', null).execute()
    return rows.filter(({ last_used_at }) => last_used_at !== used).length
  }
  await store.write(({ db }) => db.updateTable('sessions').set({ last_used_at: used }).execute())
  for (const path of ['/api/session', '/api/overview', '/api/backups'])
    expect((await visitor.get(path)).status).toBe(200)
  expect(await lastUses()).toBe(0)
  expect((await visitor.get('/api/exports')).status).toBe(200)
  await expect.poll(lastUses).toBe(1)
})

it.each([
  ['Clara Clerk', 'CIara Clerk'],
  ['Bob', 'B0b'],
  ['Cara Arpo', 'Сага Агро'],
  ['martin', 'rnartin'],
])('No one new is called like %s by another spelling: %s', async (name, lookAlike) => {
  const answers = [await signIn(name), await signIn(lookAlike), await signIn(name.toUpperCase())]
  expect(answers.map(({ status }) => status)).toEqual([200, 422, 200])
  expect(answers[1]?.json).toMatchObject({ errors: [{ pointer: '#/name', code: 'name_taken' }] })
})
