import { afterAll, beforeAll, expect, it } from 'vitest'
import { peopleSchema } from '#shared/api/people.ts'
import { newTokenSchema } from '#shared/api/tokens.ts'
import { confirmAll } from '../testing/confirmed.ts'
import { approve, payoutIn, payoutWrite, sampleNamed } from '../testing/payouts.ts'
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'
import { tokenWrite } from '../testing/tokens.ts'

let app: TestApp
let admin: Visitor

beforeAll(async () => {
  app = await startTestApp({ SIGN_IN: 'accounts' })
  admin = await app.asMember({ name: 'Ada Rocha', roles: ['admin'] })
})

afterAll(() => app.stop())

async function suspend(name: string) {
  const { items } = peopleSchema.parse((await admin.get('/api/people')).json)
  const { id } = items.find((person) => person.name === name)!
  return admin.post(`/api/people/${id}/suspend`, { distrust: false })
}

it('a clerk takes over the draft of who has left, cannot approve it, and sees what was typed there in full as a reviewer alone', async () => {
  const leaving = await app.asMember({ name: 'Lia Nunes', roles: ['clerk'] })
  const draft = payoutIn(await leaving.post('/api/payouts', payoutWrite()))
  await suspend('Lia Nunes')
  const both = await app.asMember({ name: 'Rui Alves', roles: ['clerk', 'reviewer'], provenBy: 'password' })
  const clerk = await app.asMember({ name: 'Caio Melo', roles: ['clerk'] })
  expect((await clerk.post(`/api/payouts/${draft.id}/reveal`, undefined)).status).toBe(403)
  expect((await clerk.post(`/api/payouts/${draft.id}/take-over`, undefined, { 'if-match': '"0"' })).status).toBe(412)
  const taken = payoutIn(
    await both.post(`/api/payouts/${draft.id}/take-over`, undefined, { 'if-match': `"${draft.version}"` }),
  )
  expect(taken.enteredBy.map(({ name }) => name)).toEqual(['Lia Nunes', 'Rui Alves'])
  expect((await both.post(`/api/payouts/${draft.id}/reveal`, undefined)).status).toBe(200)
  const next = payoutIn(
    await clerk.post(`/api/payouts/${draft.id}/take-over`, undefined, { 'if-match': `"${taken.version}"` }),
  )
  expect((await clerk.post(`/api/payouts/${draft.id}/reveal`, undefined)).status).toBe(403)
  const sent = payoutIn(
    await both.post(`/api/payouts/${draft.id}/submit`, undefined, { 'if-match': `"${next.version}"` }),
  )
  await expect(approve(both, sent)).rejects.toThrow('OWN_ENTRY')
  const again = await both.post(`/api/payouts/${draft.id}/take-over`, undefined, { 'if-match': `"${sent.version}"` })
  expect(again).toMatchObject({ status: 409, json: { code: 'STATE_CONFLICT' } })
})

it('what a token enters, its maker cannot approve', async () => {
  const maker = await app.asMember({ name: 'Eva Pinto', roles: ['admin', 'reviewer'] })
  const write = tokenWrite()
  const { token } = newTokenSchema.parse((await maker.post('/api/tokens', write)).json)
  await confirmAll(app)
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() }
  const entry = payoutWrite(sampleNamed('Peru'), { submit: true })
  const sent = payoutIn(await app.asNobody().post('/api/payouts', entry, headers))
  expect(sent.enteredBy.map(({ name }) => name)).toEqual(['ERP (token of Eva Pinto)', 'Eva Pinto'])
  await expect(approve(maker, sent)).rejects.toThrow('OWN_ENTRY')
  expect(await approve(await app.asMember({ name: 'Bruno Lima', roles: ['reviewer'] }), sent)).toMatchObject({
    state: 'approved',
  })
})
