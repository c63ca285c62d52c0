import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { activityPageSchema } from '#shared/api/activity.ts'
import { sessionSchema } from '#shared/api/session.ts'
import { Failure } from '../kernel/failure.ts'
import { createLog } from '../kernel/log.ts'
import { approve, enter, payoutWrite, reveal, step } from '../testing/payouts.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { virtualClock } from '../testing/virtual-clock.ts'
import { createRefusals } from './refusals.ts'

let dataDirectory: string
let app: TestApp
beforeEach(async () => {
  dataDirectory = mkdtempSync(join(tmpdir(), 'payout-desk-'))
  app = await startTestApp({ DATA_DIR: dataDirectory })
})
afterEach(async () => {
  await app.stop()
  rmSync(dataDirectory, { recursive: true })
})

async function approveOwn(id: string) {
  const { version, requestHash, warningsHash } = await reveal(app, id)
  return step(app, { id, version }, 'approve', { requestHash, warningsHash, confirmed: [] })
}

async function refusals(thing: string) {
  const { json } = await app.get(`/api/activity?thing=${thing}&action=request.refused`)
  return activityPageSchema.parse(json).items
}

it('An attempt to approve one’s own payout is refused, and is in the audit log', async () => {
  const { id } = await enter(app, payoutWrite(undefined, { submit: true }))
  expect((await approveOwn(id)).status).toBe(403)
  const facts = { code: 'OWN_ENTRY', request: 'POST /api/payouts/:id/approve', times: 1 }
  const thing = { type: 'payout', id }
  expect(await refusals(id)).toMatchObject([{ by: { name: 'Ana Souza' }, thing, facts }])
})

it('Who sends what their roles do not allow is in the audit log, by person and request', async () => {
  const staffed = await startTestApp({ SIGN_IN: 'accounts' })
  const clerk = await staffed.asMember({ name: 'Caio Melo', roles: ['clerk'] })
  const admin = await staffed.asMember({ name: 'Ada Rocha', roles: ['admin'] })
  expect((await clerk.post('/api/exports', { payoutIds: ['one'], format: 'csv', again: false })).status).toBe(403)
  const { items } = activityPageSchema.parse((await admin.get('/api/activity?action=request.refused')).json)
  const facts = { code: 'NOT_PERMITTED', request: 'POST /api/exports', times: 1 }
  expect(items).toMatchObject([{ by: { name: 'Caio Melo' }, facts }])
  await staffed.stop()
})

it('An approval of what was not shown and a second export are in the audit log as refused', async () => {
  const { id } = await enter(app, payoutWrite(undefined, { submit: true }))
  const reviewer = app.as('Bruno Lima')
  const { version, warningsHash } = await reveal(reviewer, id)
  const notShown = await step(reviewer, { id, version }, 'approve', {
    requestHash: 'f'.repeat(43),
    warningsHash,
    confirmed: [],
  })
  expect(notShown.status, notShown.text).toBe(409)
  await approve(reviewer, { id })
  const write = { payoutIds: [id], format: 'csv', again: false }
  expect((await app.post('/api/exports', write)).status).toBe(201)
  expect((await app.post('/api/exports', write)).status).toBe(409)
  expect((await refusals(id)).map(({ by, facts }) => [by?.name, facts.code, facts.request])).toEqual([
    ['Ana Souza', 'ALREADY_EXPORTED', 'POST /api/exports'],
    ['Bruno Lima', 'APPROVAL_STALE', 'POST /api/payouts/:id/approve'],
  ])
})

it('A slip is no refusal: neither a wrong field nor an old version is in the audit log', async () => {
  const { id } = await enter(app, payoutWrite())
  await app.put(`/api/payouts/${id}`, payoutWrite(), { 'if-match': '"7"' })
  await app.post('/api/payouts', {})
  await app.get('/api/payouts/nobody')
  expect(await refusals(id)).toEqual([])
})

it('A hundred refusals within a minute are two entries, of which the second counts all but the first', async () => {
  const { id } = await enter(app, payoutWrite(undefined, { submit: true }))
  const { json } = await app.get('/api/session')
  const person = { id: sessionSchema.parse(json).person?.id ?? '', name: 'Ana Souza' }
  const clock = virtualClock()
  const store = await app.openStore()
  const { note } = createRefusals({ store, clock, log: createLog('silent') })
  const error = new Failure('OWN_ENTRY')
  for (let tried = 0; tried < 100; tried += 1)
    await note({ person, method: 'post', path: '/api/payouts/:id/approve', id, error, requestId: 'r' })
  expect((await refusals(id)).map(({ facts }) => facts.times)).toEqual([1])
  await clock.advance(60_000)
  await expect.poll(async () => (await refusals(id)).map(({ facts }) => facts.times)).toEqual([99, 1])
})
