import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { activityPageSchema } from '#shared/api/activity.ts'
import { beneficiaryReceiptSchema } from '#shared/api/beneficiary.ts'
import { callBacksSchema } from '#shared/api/call-back.ts'
import type { Payout } from '#shared/api/payout.ts'
import { peopleSchema } from '#shared/api/people.ts'
import { permissions } from '#shared/api/permissions.ts'
import { sessionSchema } from '#shared/api/session.ts'
import { newTokenSchema, tokensSchema } from '#shared/api/tokens.ts'
import { filledFields } from '#shared/payout/entry.ts'
import { systemClock } from '../kernel/clock.ts'
import { named } from '../testing/beneficiaries.ts'
import { confirmAll } from '../testing/confirmed.ts'
import { examplesIn, sendTo } from '../testing/example-requests.ts'
import {
  approve,
  confirmedWithReason,
  enter,
  payoutIn,
  payoutWrite,
  reveal,
  sampleNamed,
  step,
} from '../testing/payouts.ts'
import { stores } from '../testing/stores.ts'
import { type Answer, startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'
import { tokenWrite } from '../testing/tokens.ts'

let app: TestApp
let admin: Visitor

beforeAll(async () => {
  app = await startTestApp({ SIGN_IN: 'accounts' })
  admin = await app.asMember({ name: 'Ada Rocha', roles: ['admin'] })
})

afterAll(() => app.stop())

let count = 0

async function make(change: object = {}, maker = admin) {
  count += 1
  const write = tokenWrite({ name: `ERP ${count}`, ...change })
  const made = newTokenSchema.parse((await maker.post('/api/tokens', write)).json)
  expect(made.details.state).toBe('proposed')
  await confirmAll(app)
  return { ...made, details: { ...made.details, state: 'live' as const } }
}

/** A program with this token. */
function program(token: string): Visitor {
  const nobody = app.asNobody()
  const headers = { authorization: `Bearer ${token}` }
  return {
    get: (path, more) => nobody.get(path, { ...headers, ...more }),
    post: (path, body, more) =>
      nobody.post(path, body, { ...headers, 'idempotency-key': crypto.randomUUID(), ...more }),
    put: (path, body, more) => nobody.put(path, body, { ...headers, ...more }),
    delete: (path, more) => nobody.delete(path, { ...headers, ...more }),
    send: (method, path, message = {}) =>
      nobody.send(method, path, { ...message, headers: { ...headers, ...message.headers } }),
  }
}

const codeOf = ({ status, json }: Answer) => [status, z.safeParse(z.object({ code: z.string() }), json).data?.code]
async function tryToApprove(person: Visitor, { id }: Pick<Payout, 'id'>): Promise<Answer> {
  const { version, requestHash, warningsHash, warnings } = await reveal(person, id)
  return step(person, { id, version }, 'approve', {
    requestHash,
    warningsHash,
    confirmed: confirmedWithReason(warnings),
  })
}

const whyOf = ({ json }: Answer) => z.object({ params: z.object({ why: z.string() }) }).parse(json).params.why

it('A phone number that a token saved proves nothing of an account that its holder changed', async () => {
  const holder = await app.asMember({ name: 'Hilda Ramos', roles: ['clerk'] })
  const { person } = sessionSchema.parse((await holder.get('/api/session')).json)
  const { token } = await make({ holder: { id: person?.id } })
  const entry = { ...filledFields(named('Kojo', 'Asante')), accountNumber: '800001', phone: '+233 24 999 0000' }
  const { id } = beneficiaryReceiptSchema.parse(
    (await program(token).post('/api/beneficiaries', { entry, confirmed: [] })).json,
  )
  const change = { entry: { accountNumber: '800002' }, confirmed: [] }
  expect((await holder.put(`/api/beneficiaries/${id}`, change, { 'if-match': '"1"' })).status).toBe(200)
  const { phoneNumbers } = callBacksSchema.parse((await admin.get(`/api/beneficiaries/${id}/call-backs`)).json)
  expect(phoneNumbers).toMatchObject([{ flaw: 'same_author' }])
})

it('A program asks what its token is, and reads with each write how many it may still send', async () => {
  const { token, details } = await make()
  const erp = program(token)
  const { id, name, scopes, addresses, holder, createdAt, expiresAt } = details
  const own = { id, name, scopes, addresses, holder, createdAt, expiresAt, writesPerMinute: 100_000 }
  expect((await erp.get('/api/token')).json).toEqual(own)
  expect(codeOf(await admin.get('/api/token'))).toEqual([404, 'NOT_FOUND'])
  const quotaOf = ({ headers }: Answer) => [headers['ratelimit-policy'], headers.ratelimit]
  expect(quotaOf(await erp.post('/api/payout-searches', {}))).toEqual([
    '"writes";q=100000;w=60',
    '"writes";r=99999;t=60',
  ])
  expect(quotaOf(await erp.post('/api/payouts', {}))).toEqual(['"writes";q=100000;w=60', '"writes";r=99998;t=60'])
  expect(quotaOf(await admin.post('/api/payout-searches', {}))).toEqual([undefined, undefined])
})

it('A program enters no payout without an Idempotency-Key, as it would enter it twice after a lost answer', async () => {
  const { token } = await make()
  const authorization = `Bearer ${token}`
  const refused = await app.asNobody().post('/api/payouts', payoutWrite(), { authorization })
  expect(codeOf(refused)).toEqual([400, 'IDEMPOTENCY_KEY_INVALID'])
  expect((await app.asNobody().post('/api/payout-previews', payoutWrite().entry, { authorization })).status).toBe(200)
})

it('an API token is shown once, and lists show all of it but its text', async () => {
  const { token, details } = await make({ name: ' ERP  of the house ', addresses: ['127.0.0.0/8', '::1'] })
  expect(token).toMatch(/^pd_[\w-]{43}$/)
  const answer = await admin.get('/api/tokens')
  expect(answer.text).not.toContain(token.slice(3))
  expect(tokensSchema.parse(answer.json).items.find(({ id }) => id === details.id)).toEqual(details)
  expect(details).toMatchObject({
    name: 'ERP of the house',
    scopes: ['payouts:write'],
    addresses: ['127.0.0.0/8', '::1'],
    maker: { name: 'Ada Rocha' },
    holder: { id: null, name: 'Acme Software' },
    lastUsedAt: null,
    state: 'live',
  })
})

it('who keeps an API token approves neither what it enters nor what pays to details that it has typed', async () => {
  const reviewer = await app.asMember({ name: 'Rita Holder', roles: ['reviewer'] })
  const other = await app.asMember({ name: 'Bruno Lima', roles: ['reviewer'] })
  const { items } = peopleSchema.parse((await admin.get('/api/people')).json)
  const { id } = items.find(({ name }) => name === 'Rita Holder')!
  const { token, details } = await make({ holder: { id } })
  expect(details.holder).toEqual({ id, name: 'Rita Holder' })
  const erp = program(token)
  const entered = payoutIn(await erp.post('/api/payouts', payoutWrite(sampleNamed('Chile'), { submit: true })))
  expect(codeOf(await tryToApprove(reviewer, entered))).toEqual([403, 'OWN_ENTRY'])

  const clerk = await app.asMember({ name: 'Clara Prado', roles: ['clerk'] })
  const beneficiary = { ...(await reveal(other, entered.id)).beneficiary!, once: false }
  const paid = await enter(clerk, { ...payoutWrite(sampleNamed('Chile'), { submit: true }), beneficiary })
  expect(codeOf(await tryToApprove(reviewer, paid))).toEqual([403, 'OWN_ENTRY'])
  expect((await approve(other, entered)).state).toBe('approved')

  await admin.post(`/api/people/${id}/suspend`, { distrust: false })
  expect(whyOf(await erp.get('/api/rules'))).toBe('revoked')
})

it('who joins under a name like that of a token’s holder approves nothing that it entered, also before they joined', async () => {
  const erp = program((await make({ holder: { name: 'Nina Bauer' } })).token)
  const before = payoutIn(await erp.post('/api/payouts', payoutWrite(sampleNamed('Mexico'), { submit: true })))
  const namesake = await app.asMember({ name: 'nina-bauer 2', roles: ['reviewer'] })
  const after = payoutIn(await erp.post('/api/payouts', payoutWrite(sampleNamed('Colombia'), { submit: true })))
  for (const entered of [before, after])
    expect(codeOf(await tryToApprove(namesake, entered))).toEqual([403, 'OWN_ENTRY'])
  const other = await app.asMember({ name: 'Bruno Lima', roles: ['reviewer'] })
  expect((await approve(other, before)).state).toBe('approved')

  const { items } = peopleSchema.parse((await admin.get('/api/people')).json)
  await admin.post(`/api/people/${items.find(({ name }) => name === 'nina-bauer 2')?.id}/suspend`, { distrust: false })
  expect(whyOf(await erp.get('/api/rules'))).toBe('revoked')
})

it('an API token works from anywhere only where an admin chose so, which is in the audit log', async () => {
  const [anywhere, bound] = [await make(), await make({ addresses: ['127.0.0.1'] })]
  const made = activityPageSchema.parse((await admin.get('/api/activity?action=token.made')).json).items
  const factsOf = (id: string) => made.find(({ thing }) => thing.id === id)?.facts
  expect(factsOf(anywhere.details.id)).toMatchObject({ addresses: [], anyAddress: true })
  expect(factsOf(bound.details.id)).toMatchObject({ addresses: ['127.0.0.1'], anyAddress: false })
})

it('an API token enters a payout as a person of its own, beside whom its maker is named', async () => {
  const { token, details } = await make({ name: 'Ledger' })
  const erp = program(token)
  const entered = payoutIn(await erp.post('/api/payouts', payoutWrite(undefined, { submit: true })))
  expect(entered).toMatchObject({
    state: 'in_review',
    createdBy: { id: details.id, name: 'Ledger (token of Ada Rocha)' },
  })
  expect(codeOf(await erp.get(`/api/payouts/${entered.id}`))).toEqual([200, undefined])
  const { items } = activityPageSchema.parse((await admin.get(`/api/activity?person=${details.id}`)).json)
  expect(items.map(({ action }) => action)).toEqual(expect.arrayContaining(['payout.created', 'payout.submitted']))
})

it('an API token enters payouts where people sign in at an identity provider, too', async () => {
  const other = await startTestApp({ SIGN_IN: 'oidc' })
  const maker = await other.asMember({ name: 'Ada Rocha', roles: ['admin'] })
  const { token } = newTokenSchema.parse((await maker.post('/api/tokens', tokenWrite())).json)
  await confirmAll(other)
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': 'a-key' }
  const answer = await other.asNobody().post('/api/payouts', payoutWrite(), headers)
  await other.stop()
  expect(codeOf(answer)).toEqual([201, undefined])
})

it('an API token opens what its scopes say, and nothing that is for people', async () => {
  const writing = program((await make({ scopes: ['payouts:write'] })).token)
  const reading = program((await make({ scopes: ['exports:read'] })).token)
  const clerk = await app.asMember({ name: 'Caio Melo', roles: ['clerk'] })
  const { id } = payoutIn(await clerk.post('/api/payouts', payoutWrite(sampleNamed('Peru'))))
  const asked = [
    ['GET', '/api/exports'],
    ['GET', `/api/payouts/${id}`],
    ['GET', '/api/rules'],
    ['GET', '/api/people'],
    ['GET', '/api/tokens'],
    ['GET', '/api/activity'],
    ['GET', '/api/drafts'],
    ['POST', `/api/payouts/${id}/reveal`],
    ['POST', `/api/payouts/${id}/approve`],
    ['POST', '/api/exports'],
    ['POST', '/api/identity-validations'],
  ] as const
  const statuses = async (visitor: Visitor) =>
    Promise.all(asked.map(async ([method, path]) => (await visitor.send(method, path)).status))
  expect(await statuses(writing)).toEqual([403, 200, 200, 403, 403, 403, 403, 403, 403, 403, 403])
  expect(await statuses(reading)).toEqual([200, 403, 200, 403, 403, 403, 403, 403, 403, 403, 403])
  expect(await writing.get('/api/exports')).toMatchObject({
    json: { code: 'SCOPE_MISSING', params: { scope: 'exports:read' } },
  })
})

it('a route is open to API tokens only where its permission can be one of theirs', () => {
  const open = app.routes.filter(({ scope }) => scope !== undefined)
  expect(open.length).toBeGreaterThan(12)
  for (const { permission, path } of open) {
    const needed = permission === 'public-locally' ? 'read' : permission
    expect(needed !== 'public' && permissions[needed].isForMachines, path).toBe(true)
  }
})

it('an API token answers on every route that is not open to it with 403, and does nothing', async () => {
  const erp = program((await make({ scopes: ['payouts:write', 'exports:read'] })).token)
  const closed = app.routes.filter(({ scope, permission }) => scope === undefined && permission !== 'public')
  expect(closed.length).toBeGreaterThan(20)
  for (const route of closed) {
    const address = route.path.replace(/:\w+/, 'one')
    const answer = await sendTo(erp, route, { address, body: route.body && {}, headers: {} })
    expect(codeOf(answer), route.path).toEqual([403, 'SCOPE_MISSING'])
  }
})

it('a request with a session and an API token is refused as a whole', async () => {
  const { token } = await make()
  for (const path of ['/api/tokens', '/api/session', '/api/payouts/one']) {
    const answer = await admin.get(path, { authorization: `Bearer ${token}` })
    expect(codeOf(answer)).toEqual([400, 'MALFORMED_REQUEST'])
    expect(whyOf(answer)).toBe('credentials')
  }
})

it('a token that is unknown, cut or revoked is refused, with the reason where it is known', async () => {
  const { token, details } = await make()
  const wrong = [`pd_${'A'.repeat(43)}`, token.slice(0, -1), `${token}A`, token.toLowerCase(), 'pd_', 'x']
  for (const text of wrong) {
    const answer = await program(text).get('/api/rules')
    expect(codeOf(answer)).toEqual([401, 'TOKEN_REFUSED'])
    expect(whyOf(answer)).toBe('unknown')
    expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"')
  }
  expect((await program(token).get('/api/rules')).status).toBe(200)
  const bare = await app.asNobody().get('/api/rules', { authorization: token })
  expect([codeOf(bare), whyOf(bare)]).toEqual([[401, 'TOKEN_REFUSED'], 'unknown'])
  const { items } = tokensSchema.parse((await admin.delete(`/api/tokens/${details.id}`)).json)
  expect(items.find(({ id }) => id === details.id)?.state).toBe('revoked')
  expect(whyOf(await program(token).get('/api/rules'))).toBe('revoked')
  const refused = activityPageSchema.parse((await admin.get(`/api/activity?person=${details.id}`)).json)
  expect(refused.items[0]).toMatchObject({ action: 'request.refused', facts: { code: 'TOKEN_REFUSED' } })
})

it('A program that sends no API token is told to send one', async () => {
  for (const given of [{}, { authorization: 'Bearer' }, { authorization: 'Basic cGQ6eA==' }]) {
    const answer = await app.asNobody().get('/api/exports', given)
    expect(answer).toMatchObject({
      status: 401,
      json: {
        code: 'SIGN_IN_REQUIRED',
        detail: 'Send an API token in the header “Authorization: Bearer pd_…”. An admin creates one under Settings.',
        params: { why: 'token' },
      },
    })
    expect(answer.headers['www-authenticate']).toBe('Bearer')
  }
})

it('an API token works from its addresses alone', async () => {
  const here = await make({ addresses: ['127.0.0.1', '::1'] })
  const elsewhere = await make({ addresses: ['192.0.2.0/24', '2001:db8::/32'] })
  expect((await program(here.token).get('/api/rules')).status).toBe(200)
  expect(whyOf(await program(elsewhere.token).get('/api/rules'))).toBe('address')
})

it.each([
  [{ addresses: ['192.0.2.7', 'our office', '10.0.0.0/33'] }, ['#/addresses/1', '#/addresses/2']],
  [
    {
      addresses: [
        '0.0.0.0/1',
        '128.0.0.0/1',
        '8000::/1',
        '::ffff:0:0/96',
        '::ffff:128.0.0.0/97',
        '::/80',
        '10.0.0.0/7',
      ],
    },
    [0, 1, 2, 3, 4, 5, 6].map((place) => `#/addresses/${place}`),
  ],
  [{ name: 'ERP​' }, ['#/name']],
  [{ scopes: [] }, ['#/scopes']],
  [{ expiresInDays: 366 }, ['#/expiresInDays']],
  [{ addresses: [], anyAddress: false }, ['#/addresses']],
  [{ addresses: ['192.0.2.7'], anyAddress: true }, ['#/addresses']],
  [{ addresses: ['11.0.0.0/8', '12.0.0.0/8', '::ffff:13.0.0.0/104'] }, ['#/addresses']],
  [{ holder: { name: 'ada rocha' } }, ['#/holder/name']],
  [{ holder: { id: 'unknown' } }, ['#/holder/id']],
])('no API token is made with %j', async (change, pointers) => {
  const write = tokenWrite({ name: 'Bad', scopes: ['exports:read'], ...change })
  const answer = await admin.post('/api/tokens', write)
  expect(answer.status).toBe(422)
  const { errors } = z.object({ errors: z.array(z.object({ pointer: z.string() })) }).parse(answer.json)
  expect(errors.map(({ pointer }) => pointer)).toEqual(pointers)
})

it('two live tokens of one admin have two names', async () => {
  const { details } = await make({ name: 'Shop' })
  const write = tokenWrite({ name: 'Shop', scopes: ['exports:read'] })
  expect(await admin.post('/api/tokens', write)).toMatchObject({
    status: 422,
    json: { errors: [{ code: 'name_taken' }] },
  })
  await admin.delete(`/api/tokens/${details.id}`)
  expect((await admin.post('/api/tokens', write)).status).toBe(201)
})

it('an API token is worth nothing once its maker is an admin no longer', async () => {
  const maker = await app.asMember({ name: 'Eva Pinto', roles: ['admin'] })
  const { token } = await make({}, maker)
  expect((await program(token).get('/api/rules')).status).toBe(200)
  await app.asMember({ name: 'Eva Pinto', roles: ['clerk'] })
  expect(whyOf(await program(token).get('/api/rules'))).toBe('maker')
})

it('a row of a token that the app did not write opens nothing', async () => {
  const { token, details } = await make({ scopes: ['exports:read'] })
  const store = await app.openStore()
  const change = { scopes: '["payouts:write"]' }
  await store.write(
    async ({ db }) => void (await db.updateTable('tokens').set(change).where('id', '=', details.id).execute()),
  )
  expect(whyOf(await program(token).get('/api/rules'))).toBe('unknown')
})

it('an API token is never in the log', async () => {
  const { token } = await make()
  await program(token).get('/api/rules')
  await program(`${token}x`).get('/api/rules')
  expect(app.logged()).not.toContain(token.slice(3))
})

it('Where names are taken on trust there are no API tokens, and one is told so', async () => {
  const local = await startTestApp()
  const routes = local.routes.map(({ path }) => path)
  expect(routes).not.toContain('/api/tokens')
  const [route] = local.routes.filter(({ path }) => path === '/api/payouts')
  const { bodies } = await examplesIn(local)
  const headers = { authorization: `Bearer pd_${'A'.repeat(43)}` }
  const answer = await sendTo(local.asNobody(), route!, { address: '/api/payouts', body: bodies.PayoutWrite, headers })
  expect([codeOf(answer), whyOf(answer)]).toEqual([[401, 'TOKEN_REFUSED'], 'local'])
  await local.stop()
})

it.each(stores)(
  'with an identity provider a token opens nothing once its maker or its holder has not been there for 30 days, until they are again; on $name',
  async ({ makePlace }) => {
    const dayMs = 24 * 60 * 60_000
    let days = 0
    const clock = { ...systemClock, date: () => new Date(Date.now() + days * dayMs) }
    const place = await makePlace()
    const there = await startTestApp({ ...place.environment, SIGN_IN: 'oidc' }, { clock })
    try {
      const [maker, holder] = [
        { name: 'Ada Rocha', roles: ['admin'] },
        { name: 'Hugo Reis', roles: ['clerk'] },
      ] as const
      const ada = await there.asMember(maker)
      await there.asMember(holder)
      const { items } = peopleSchema.parse((await ada.get('/api/people')).json)
      const write = tokenWrite({
        holder: { id: items.find(({ name }) => name === holder.name)!.id },
        expiresInDays: 365,
      })
      const { token, details } = newTokenSchema.parse((await ada.post('/api/tokens', write)).json)
      await confirmAll(there)
      const ask = () => there.asNobody().get('/api/payouts/none', { authorization: `Bearer ${token}` })
      expect((await ask()).status).toBe(404)
      days = 29
      await there.asMember(holder)
      expect((await ask()).status).toBe(404)
      days = 31
      expect([codeOf(await ask()), whyOf(await ask())]).toEqual([[401, 'TOKEN_REFUSED'], 'unseen'])
      await there.asMember(maker)
      expect((await ask()).status).toBe(404)
      days = 60
      const again = await there.asMember(maker)
      expect(whyOf(await ask())).toBe('unseen')
      const listed = tokensSchema.parse((await again.get('/api/tokens')).json).items
      expect(listed.find(({ id }) => id === details.id)?.state).toBe('unseen')
    } finally {
      await there.stop()
      await place.remove()
    }
  },
)
