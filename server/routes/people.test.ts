import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { activityPageSchema } from '#shared/api/activity.ts'
import { invitationSchema, peopleSchema, type StaffMember, staffMemberSchema, staffSchema } from '#shared/api/people.ts'
import type { Role } from '#shared/api/permissions.ts'
import { proposalConfirmationSchema, proposalsSchema } from '#shared/api/proposals.ts'
import { newTokenSchema } from '#shared/api/tokens.ts'
import { changePerson, findPerson } from '../people/people-rows.ts'
import type { Transaction } from '../store/store.ts'
import { okay } from '../testing/accounts.ts'
import { confirmAll } from '../testing/confirmed.ts'
import { approve, enter, payoutWrite } from '../testing/payouts.ts'
import { type Answer, startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'
import { tokenWrite } from '../testing/tokens.ts'

let app: TestApp
let ada: Visitor
let eva: Visitor

beforeAll(async () => {
  app = await startTestApp({ SIGN_IN: 'accounts' })
  ada = await app.asMember({ name: 'Ada Rocha', roles: ['admin'] })
  eva = await app.asMember({ name: 'Eva Pinto', roles: ['admin'] })
})

afterAll(() => app.stop())

async function personNamed(name: string, by = ada): Promise<StaffMember> {
  const { items } = peopleSchema.parse((await by.get('/api/people')).json)
  const found = items.find((person) => person.name === name)
  if (found === undefined) throw new Error(`There is no ${name}.`)
  return found
}

let count = 0

/** A new person who has signed in. */
async function member(...roles: Role[]) {
  count += 1
  const name = `Member ${'abcdefghijklmnopqrstuvwxyz'[count]}`
  const visitor = await app.asMember({ name, roles })
  return { visitor, ...(await personNamed(name)) }
}

function whyOf(answer: Answer) {
  const { code, params } = z
    .object({ code: z.string(), params: z.optional(z.object({ why: z.optional(z.string()) })) })
    .parse(answer.json)
  return [answer.status, code, params?.why]
}

function put({ id, version }: StaffMember, roles: Role[], by = ada, approveUpTo: Record<string, string> = {}) {
  return by.put(`/api/people/${id}`, { roles, approveUpTo, approveUpToADay: {} }, { 'if-match': `"${version}"` })
}

const invitation = (name: string, email: string) => ({
  name,
  email,
  roles: ['clerk'],
  approveUpTo: {},
  approveUpToADay: {},
})

async function actionsAbout(id: string) {
  const { items } = activityPageSchema.parse((await ada.get(`/api/activity?thing=${id}`)).json)
  return items.map(({ action, facts }) => ({ action, facts }))
}

it('an admin sees who works here, with roles, sessions and when they last signed in', async () => {
  const clerk = await member('clerk')
  expect(clerk).toMatchObject({ roles: ['clerk'], status: 'active', isMachine: false, sessions: 1, maker: null })
  expect(Date.parse(clerk.lastSignInAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
  expect((await clerk.visitor.get('/api/people')).status).toBe(403)
})

it('a person who is invited gets a link that is shown once and opens the enrolment', async () => {
  const answer = await ada.post('/api/invitations', invitation('Rui Alves', ' Rui@Example.com '))
  const { person, link, expiresAt } = invitationSchema.parse(answer.json)
  expect(person).toMatchObject({ email: 'rui@example.com', status: 'invited', invitedUntil: expiresAt, sessions: 0 })
  const token = link?.split('#')[1] ?? 'no link'
  const enrolment = await app.asNobody().post('/api/enrolment', { token })
  expect(enrolment.json).toMatchObject({ name: 'Rui Alves', email: 'rui@example.com', roles: ['clerk'] })
  expect((await ada.get('/api/people')).text).not.toContain(token)

  const renewed = invitationSchema.parse((await ada.post(`/api/people/${person.id}/invitation`, undefined)).json)
  expect((await app.asNobody().post('/api/enrolment', { token })).status).not.toBe(200)
  const second = { token: renewed.link?.split('#')[1] }
  expect((await app.asNobody().post('/api/enrolment', second)).status).toBe(200)
  expect(
    staffMemberSchema.parse((await ada.delete(`/api/people/${person.id}/invitation`)).json).invitedUntil,
  ).toBeNull()
  expect((await app.asNobody().post('/api/enrolment', second)).status).not.toBe(200)
})

it('each person who signed in sees which mail address a name has, but none that was written past the app', async () => {
  const { person } = invitationSchema.parse(
    (await ada.post('/api/invitations', invitation('Iris Melo', 'iris@example.com'))).json,
  )
  const { visitor } = await member('viewer')
  const addressOf = async () => {
    const { items } = staffSchema.parse((await visitor.get('/api/staff')).json)
    return items.find(({ id }) => id === person.id)?.email
  }
  expect(await addressOf()).toBe('iris@example.com')
  const store = await app.openStore()
  const put = (email: string) =>
    store.write(({ db }) => db.updateTable('people').set({ email }).where('id', '=', person.id).execute())
  await put('boss@example.com')
  expect(await addressOf()).toBeUndefined()
  await put('iris@example.com')
})

it.each<[object, string, string]>([
  [invitation('Rui Melo', 'taken@example.com'), 'email', 'email_taken'],
  [invitation('TAKEN  Name', 'other@example.com'), 'name', 'name_taken'],
  [invitation('Taken Name.', 'other@example.com'), 'name', 'name_taken'],
  [invitation('TakenName 12', 'other@example.com'), 'name', 'name_taken'],
  [invitation('Taken-Name 1', 'other@example.com'), 'name', 'name_taken'],
  [
    { ...invitation('Rui Melo', 'rui.melo@example.com'), approveUpTo: { BRL: 'many' } },
    'approveUpTo/BRL',
    'not_an_amount',
  ],
  [{ ...invitation('Rui Melo', 'rui.melo@example.com'), approveUpTo: { XXX: '1' } }, 'approveUpTo/XXX', 'wrong_value'],
  // Mail programs and databases read such addresses as others, or as several.
  ...['rui@example.com\0', 'rui\u202e@example.com', 'rui@example.com>', 'rui@[127.0.0.1]', 'rui,ana@example.com'].map(
    (email): [object, string, string] => [invitation('Rui Melo', email), 'email', 'wrong_value'],
  ),
])('%j invites no one', async (body, field, code) => {
  await ada.post('/api/invitations', invitation('Taken Name', 'taken@example.com'))
  const answer = await ada.post('/api/invitations', body)
  expect(answer).toMatchObject({ status: 422, json: { errors: [{ pointer: `#/${field}`, code }] } })
})

it('a person who gets other roles or limits is signed out, and the audit log has the old and the new ones', async () => {
  const clerk = await member('clerk')
  okay(await put(clerk, ['reviewer'], ada, { BRL: '5000' }))
  expect((await clerk.visitor.get('/api/account')).status).toBe(200)
  await confirmAll(app)
  expect(await personNamed(clerk.name)).toMatchObject({
    roles: ['reviewer'],
    approveUpTo: { BRL: '5000' },
    sessions: 0,
  })
  expect(whyOf(await clerk.visitor.get('/api/account'))).toEqual([401, 'SIGN_IN_REQUIRED', 'roles_changed'])
  expect((await actionsAbout(clerk.id)).find(({ action }) => action === 'person.changed')).toEqual({
    action: 'person.changed',
    facts: { roles: { from: ['clerk'], to: ['reviewer'] }, approveUpTo: { from: {}, to: { BRL: '5000' } } },
  })
  expect((await put(clerk, ['admin'])).status).toBe(412)
})

it('an admin changes neither their own roles nor suspends themselves', async () => {
  const self = await personNamed('Ada Rocha')
  expect(whyOf(await put(self, ['admin', 'reviewer']))).toEqual([409, 'PERSON_REFUSED', 'self'])
  expect(whyOf(await ada.post(`/api/people/${self.id}/suspend`, { distrust: false }))).toEqual([
    409,
    'PERSON_REFUSED',
    'self',
  ])
})

it('of two admins who take the role from each other at once, one stays', async () => {
  const alone = await startTestApp({ SIGN_IN: 'accounts' })
  const [one, other] = [
    await alone.asMember({ name: 'Ada Rocha', roles: ['admin'] }),
    await alone.asMember({ name: 'Eva Pinto', roles: ['admin'] }),
  ]
  const [first, second] = [await personNamed('Ada Rocha', one), await personNamed('Eva Pinto', one)]
  const statuses = (await Promise.all([put(second, ['clerk'], one), put(first, ['clerk'], other)])).map(
    ({ status }) => status,
  )
  const store = await alone.openStore()
  const rows = await store.db.selectFrom('people').select('roles').execute()
  expect(rows.filter(({ roles }) => roles.includes('admin'))).toHaveLength(1)
  expect(statuses.toSorted()[0]).toBe(200)
  await alone.stop()
})

it('a person who is suspended has no session, link or token left, and is let in again by an admin', async () => {
  const gone = await member('admin')
  const write = tokenWrite()
  const { token } = newTokenSchema.parse((await gone.visitor.post('/api/tokens', write)).json)
  await confirmAll(app)
  const answer = await ada.post(`/api/people/${gone.id}/suspend`, { distrust: false })
  expect(staffMemberSchema.parse(answer.json)).toMatchObject({ status: 'suspended', sessions: 0 })
  expect(whyOf(await gone.visitor.get('/api/account'))).toEqual([401, 'SIGN_IN_REQUIRED', 'suspended'])
  const erp = await app.asNobody().get('/api/rules', { authorization: `Bearer ${token}` })
  expect(whyOf(erp)).toEqual([401, 'TOKEN_REFUSED', 'revoked'])
  expect((await actionsAbout(gone.id))[0]).toEqual({ action: 'person.suspended', facts: { tokens: 1 } })
  expect(whyOf(await ada.post(`/api/people/${gone.id}/re-enrolment`, undefined))).toEqual([
    409,
    'PERSON_REFUSED',
    'suspended',
  ])
  expect(okay(await ada.post(`/api/people/${gone.id}/reinstate`, undefined))).toMatchObject({ status: 'suspended' })
  await confirmAll(app)
  expect(await personNamed(gone.name)).toMatchObject({ status: 'invited' })
  expect(whyOf(await ada.post(`/api/people/${gone.id}/reinstate`, undefined))[2]).toBe('notSuspended')
})

it('suspended with distrust, a reviewer leaves no approval behind that was not exported', async () => {
  const reviewer = await member('reviewer')
  const clerk = await member('clerk')
  const approved = await approve(reviewer.visitor, await enter(clerk.visitor, payoutWrite(undefined, { submit: true })))
  expect(approved.state).toBe('approved')
  await ada.post(`/api/people/${reviewer.id}/suspend`, { distrust: true })
  expect((await clerk.visitor.get(`/api/payouts/${approved.id}`)).json).toMatchObject({ state: 'in_review' })
  expect((await actionsAbout(reviewer.id))[0]?.facts).toEqual({ distrust: true, payouts: 1 })
})

it('a new link for who has lost their passkey is asked for by one admin and made by another', async () => {
  const { person } = invitationSchema.parse(
    (await ada.post('/api/invitations', invitation('Lia Nunes', 'lia@example.com'))).json,
  )
  const address = `/api/people/${person.id}/re-enrolment`
  expect(whyOf(await ada.post(address, undefined))[2]).toBe('invited')
  await app.asMember({ name: 'Lia Nunes', roles: ['clerk'] })
  const store = await app.openStore()
  const row = await store.db.selectFrom('people').selectAll().where('id', '=', person.id).executeTakeFirstOrThrow()
  await store.write(async (tx) => void (await changePerson(tx, row, { status: 'active' })))
  expect(okay(await ada.post(address, undefined))).toMatchObject({ waiting: ['reEnrolment'] })
  const { items } = proposalsSchema.parse(okay(await eva.get('/api/proposals')))
  const asked = items.find((one) => one.person?.id === person.id)
  expect(asked).toMatchObject({ kind: 'reEnrolment', by: { name: 'Ada Rocha' }, canConfirm: true, code: null })
  const shown = proposalsSchema.parse(okay(await ada.get('/api/proposals'))).items.find(({ id }) => id === asked?.id)
  const confirm = (by: Visitor) => by.post(`/api/proposals/${asked?.id}/confirm`, undefined)
  expect(whyOf(await confirm(ada))).toEqual([403, 'NOT_PERMITTED', 'proposer'])
  const { link } = proposalConfirmationSchema.parse(okay(await confirm(eva)))
  const opened = async (code: string) =>
    (await app.asNobody().post('/api/enrolment', { token: `${link?.split('#')[1]}${code}` })).json
  expect(await opened('')).toMatchObject({ code: 'LINK_EXPIRED' })
  const code = shown?.code?.replaceAll('-', '') ?? ''
  expect(await opened(code)).toMatchObject({ kind: 'recovery', email: 'lia@example.com' })
  expect((await confirm(eva)).status).toBe(404)
})

it('what was proposed of one person is confirmed for no one else, nor once more, though the database says so', async () => {
  const [asked, victim] = [await member('clerk'), await member('reviewer')]
  okay(await ada.post(`/api/people/${asked.id}/re-enrolment`, undefined))
  const store = await app.openStore()
  const of = async (id: string) =>
    proposalsSchema.parse(okay(await eva.get('/api/proposals'))).items.find((one) => one.person?.id === id)
  const row = await store.db
    .selectFrom('proposals')
    .selectAll()
    .where('thing_id', '=', asked.id)
    .executeTakeFirstOrThrow()
  const put = (change: object) =>
    store.write(({ db }) => db.updateTable('proposals').set(change).where('id', '=', row.id).execute())
  await put({ thing_id: victim.id })
  expect(await of(victim.id)).toBeUndefined()
  expect((await eva.post(`/api/proposals/${row.id}/confirm`, undefined)).status).toBe(404)
  await put({ thing_id: asked.id })
  okay(await eva.delete(`/api/proposals/${row.id}`))
  await put(row)
  expect(whyOf(await eva.post(`/api/proposals/${row.id}/confirm`, undefined))).toEqual([409, 'TAMPERED', 'audit'])
  await put({ state: 'withdrawn' })
})

it('an admin who has recovered their account less than a day ago confirms nothing', async () => {
  const [clerk, recovered] = [await member('clerk'), await member('admin')]
  const store = await app.openStore()
  const { id } = recovered
  const row = await store.db.selectFrom('people').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const change = (held_until: string) => async (tx: Transaction) =>
    void (await changePerson(tx, (await findPerson(tx.db, row.id)) ?? row, { held_until }))
  await store.write(change(new Date(Date.now() + 60_000).toISOString()))
  okay(await ada.post(`/api/people/${clerk.id}/re-enrolment`, undefined))
  const { items } = proposalsSchema.parse(okay(await ada.get('/api/proposals')))
  const asked = items.find(({ person }) => person?.id === clerk.id)
  const confirming = () => recovered.visitor.post(`/api/proposals/${asked?.id}/confirm`, undefined)
  expect(whyOf(await confirming())).toEqual([403, 'NOT_PERMITTED', 'held'])
  await store.write(change(new Date(Date.now() - 60_000).toISOString()))
  expect((await confirming()).status).toBe(200)
})

it('a person’s sessions are ended on every device, and they are told so', async () => {
  const clerk = await member('clerk')
  expect((await ada.delete(`/api/people/${clerk.id}/sessions`)).json).toMatchObject({ sessions: 0 })
  expect(whyOf(await clerk.visitor.get('/api/account'))).toEqual([401, 'SIGN_IN_REQUIRED', 'ended'])
})

it('an API token is in the list of people, and cannot be invited, suspended or given roles', async () => {
  const write = tokenWrite({ name: 'Shop', scopes: ['exports:read'] })
  await ada.post('/api/tokens', write)
  const token = await personNamed('Shop (token of Ada Rocha)')
  expect(token).toMatchObject({ isMachine: true, maker: { name: 'Ada Rocha' }, roles: [] })
  expect(whyOf(await put(token, ['admin']))).toEqual([409, 'PERSON_REFUSED', 'machine'])
  expect(whyOf(await ada.post(`/api/people/${token.id}/suspend`, { distrust: false }))[2]).toBe('machine')
})
