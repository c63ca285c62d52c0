import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { recoveryTokenSchema } from '#shared/api/accounts.ts'
import { peopleSchema, type StaffMember } from '#shared/api/people.ts'
import type { Role } from '#shared/api/permissions.ts'
import { problemSchema } from '#shared/api/problem.ts'
import { proposalsSchema } from '#shared/api/proposals.ts'
import { changePerson, findPerson } from '../people/people-rows.ts'
import { waiveHold } from '../people-admin/waive-hold.ts'
import { proposersOf } from '../proposals/proposal-trail.ts'
import { okay, originOf, sendAssertion, sendEnrolment } from '../testing/accounts.ts'
import { confirmAll } from '../testing/confirmed.ts'
import { approve, enter, payoutWrite } from '../testing/payouts.ts'
import { softwareAuthenticator } from '../testing/software-authenticator.ts'
import { type Answer, startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'
import { tokenWrite } from '../testing/tokens.ts'

let app: TestApp
let ada: Visitor
let eva: Visitor

beforeAll(async () => {
  app = await startTestApp({ SIGN_IN: 'accounts' }, { enrolledAt: '2026-01-01T00:00:00.000Z' })
  ada = await app.asMember({ name: 'Ada Rocha', roles: ['admin'] })
  eva = await app.asMember({ name: 'Eva Pinto', roles: ['admin'] })
})

afterAll(() => app.stop())

let count = 0

/** Proposed by Ada, confirmed at the command line, and enrolled. */
async function newcomer(...roles: Role[]) {
  count += 1
  const name = `Member ${'abcdefghijklmnopqrstuvwxyz'[count]}`
  const email = `member-${count}@example.com`
  okay(await ada.post('/api/invitations', { name, email, roles, approveUpTo: {}, approveUpToADay: {} }))
  const [link = ''] = await confirmAll(app)
  const visitor = app.asNewBrowser()
  const authenticator = softwareAuthenticator(originOf(app))
  const enrolled = await sendEnrolment(visitor, { token: link.split('#')[1] ?? '', name, authenticator })
  const { recoveryCodes } = z.object({ recoveryCodes: z.array(z.string()) }).parse(okay(enrolled))
  return { visitor, authenticator, recoveryCodes, ...(await personNamed(name)) }
}

async function personNamed(name: string): Promise<StaffMember> {
  const { items } = peopleSchema.parse(okay(await ada.get('/api/people')))
  const found = items.find((one) => one.name === name)
  if (found === undefined) throw new Error(`There is no ${name}.`)
  return found
}

function whyOf({ status, json }: Answer) {
  if (status < 300) return undefined
  const { code, params } = problemSchema.parse(json)
  return [code, params?.why]
}

const held = ['NOT_PERMITTED', 'held']
const invitation = (by: Visitor) =>
  by.post('/api/invitations', {
    name: 'Rui Alves',
    email: 'rui@example.com',
    roles: ['reviewer'],
    approveUpTo: {},
    approveUpToADay: {},
  })

it('a new admin administers nothing for a day, but suspends and ends sessions', async () => {
  const { visitor, heldUntil } = await newcomer('admin')
  expect(Date.parse(heldUntil ?? '') - Date.now()).toBeGreaterThan(23.9 * 60 * 60_000)
  const write = tokenWrite({ name: 'Shop' })
  expect(whyOf(await invitation(visitor))).toEqual(held)
  expect(whyOf(await visitor.post('/api/tokens', write))).toEqual(held)
  expect(whyOf(await visitor.post('/api/approval-policy/proposals', { currencies: {} }))).toEqual(held)
  expect(whyOf(await visitor.delete('/api/sample-data'))).toEqual(held)
  await app.asMember({ name: 'Otto Clerk', roles: ['clerk'] })
  const { id } = await personNamed('Otto Clerk')
  okay(await visitor.delete(`/api/people/${id}/sessions`))
  okay(await visitor.post(`/api/people/${id}/suspend`, { distrust: false }))
  expect((await visitor.get('/api/account')).status).toBe(200)
})

it('a new reviewer approves nothing until another admin than the one who proposed them releases them', async () => {
  const clerk = await app.asMember({ name: 'Clara Clerk', roles: ['clerk'] })
  await app.asMember({ name: 'Nora Lima', roles: ['clerk'] })
  const { id, version } = await personNamed('Nora Lima')
  const rights = { roles: ['reviewer'], approveUpTo: {}, approveUpToADay: {} }
  okay(await ada.put(`/api/people/${id}`, rights, { 'if-match': `"${version}"` }))
  await confirmAll(app)
  expect((await personNamed('Nora Lima')).heldUntil).not.toBeNull()
  const nora = await app.asMember({ name: 'Nora Lima', roles: ['reviewer'] })
  const payout = await enter(clerk, payoutWrite(undefined, { submit: true }))
  await expect(approve(nora, payout)).rejects.toThrow('less than a day old')
  const { visitor, id: newId, authenticator } = await newcomer('reviewer', 'admin')
  expect(whyOf(await visitor.delete(`/api/people/${newId}/hold`))).toEqual(held)
  expect(whyOf(await ada.delete(`/api/people/${newId}/hold`))).toEqual(['NOT_PERMITTED', 'proposer'])
  const { items } = peopleSchema.parse(okay(await eva.get('/api/people')))
  const releasersOf = (of: string) => items.find((one) => one.id === of)?.releasers.map(({ name }) => name)
  expect(releasersOf(newId)).toContain('Eva Pinto')
  expect(releasersOf(newId)).not.toContain('Ada Rocha')
  expect(items.filter(({ heldUntil }) => heldUntil === null).flatMap(({ releasers }) => releasers)).toEqual([])
  expect(okay(await eva.delete(`/api/people/${newId}/hold`))).toMatchObject({ heldUntil: null })
  expect(whyOf(await eva.delete(`/api/people/${newId}/hold`))).toEqual(['PERSON_REFUSED', 'notHeld'])
  okay(await sendAssertion(visitor, authenticator))
  expect(whyOf(await visitor.delete('/api/sample-data'))).toBeUndefined()
  const store = await app.openStore()
  await store.write((tx) => waiveHold(tx, null, id))
  expect((await approve(await app.asMember({ name: 'Nora Lima', roles: ['reviewer'] }), payout)).state).toBe('approved')
})

it('a new role holds a suspended person as well, and who proposed the role does not release them after another proposal', async () => {
  await app.asMember({ name: 'Sly Clerk', roles: ['clerk'] })
  const { id } = await personNamed('Sly Clerk')
  okay(await ada.post(`/api/people/${id}/suspend`, { distrust: false }))
  const { version } = await personNamed('Sly Clerk')
  const rights = { roles: ['reviewer'], approveUpTo: {}, approveUpToADay: {} }
  okay(await ada.put(`/api/people/${id}`, rights, { 'if-match': `"${version}"` }))
  await confirmAll(app)
  okay(await ada.post(`/api/people/${id}/reinstate`, undefined))
  await confirmAll(app)
  expect((await personNamed('Sly Clerk')).heldUntil).not.toBeNull()

  // Eva proposes the reinstatement of whom Ada made a reviewer.
  okay(await ada.post(`/api/people/${id}/suspend`, { distrust: false }))
  okay(await eva.post(`/api/people/${id}/reinstate`, undefined))
  const { items } = proposalsSchema.parse(okay(await ada.get('/api/proposals')))
  okay(await ada.post(`/api/proposals/${items.find(({ person }) => person?.id === id)?.id}/confirm`, undefined))
  expect(whyOf(await ada.delete(`/api/people/${id}/hold`))).toEqual(['NOT_PERMITTED', 'proposer'])
  const store = await app.openStore()
  const proposers = await proposersOf(
    { entriesAbout: store.entriesAbout, now: () => new Date(Date.now() + 31 * 24 * 60 * 60_000) },
    id,
  )
  expect([...proposers]).toEqual([])
})

it('who confirmed a recovery does not end the hold after it; an admin who had no part in it does', async () => {
  const { id, name, email, recoveryCodes } = await newcomer('reviewer')
  const browser = app.asNewBrowser()
  const recovery = await browser.post('/api/sign-in/recovery', { email, recoveryCode: recoveryCodes[0] })
  const { token } = recoveryTokenSchema.parse(okay(recovery))
  const { items } = proposalsSchema.parse(okay(await eva.get('/api/proposals')))
  okay(await eva.post(`/api/proposals/${items.find(({ person }) => person?.id === id)?.id}/confirm`, undefined))
  okay(await sendEnrolment(browser, { token, name, authenticator: softwareAuthenticator(originOf(app)) }))
  expect(whyOf(await eva.delete(`/api/people/${id}/hold`))).toEqual(['NOT_PERMITTED', 'proposer'])
  const third = await app.asMember({ name: 'Iva Prado', roles: ['admin'] })
  expect(okay(await third.delete(`/api/people/${id}/hold`))).toMatchObject({ heldUntil: null })
})

it('a hold is not lifted by an older row of the person', async () => {
  const { visitor, id } = await newcomer('admin')
  const store = await app.openStore()
  await store.write(async (tx) => {
    const row = await findPerson(tx.db, id)
    if (row !== undefined) await changePerson(tx, row, { held_until: null })
  })
  expect(whyOf(await invitation(visitor))).toEqual(['TAMPERED', 'person'])
})
