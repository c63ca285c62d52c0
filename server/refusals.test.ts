import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { activityPageSchema } from '#shared/api/activity.ts'
import { openStore } from './store/open-store.ts'
import { approve, enter, payoutWrite, reveal, step } from './testing/payouts.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

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

it('Who tries to approve their own payout is refused, and the audit log tells of it', async () => {
  const { id } = await enter(app, payoutWrite(undefined, { submit: true }))
  expect((await approveOwn(id)).status).toBe(403)
  const facts = { code: 'OWN_ENTRY', request: 'POST /api/payouts/:id/approve', times: 1 }
  const thing = { type: 'payout', id }
  expect(await refusals(id)).toMatchObject([{ by: { name: 'Ana Souza' }, thing, facts }])
})

it('An approval of what was not shown and a second export stand in the audit log as refused', async () => {
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

it('A slip is no refusal: neither a field that is wrong nor a version that is old stands in the audit log', async () => {
  const { id } = await enter(app, payoutWrite())
  await app.put(`/api/payouts/${id}`, payoutWrite(), { 'if-match': '"7"' })
  await app.post('/api/payouts', {})
  await app.get('/api/payouts/nobody')
  expect(await refusals(id)).toEqual([])
})

it('A hundred refusals within a minute are two entries, of which the second tells how many more there were', async () => {
  const { id } = await enter(app, payoutWrite(undefined, { submit: true }))
  for (let tried = 0; tried < 100; tried += 1) await approveOwn(id)
  expect((await refusals(id)).map(({ facts }) => facts.times)).toEqual([1])
  await app.stop()
  const store = await openStore({ dataDirectory }, () => new Date())
  const entries = store.db.selectFrom('audit').select('facts').where('action', '=', 'request.refused').orderBy('seq')
  expect((await entries.execute()).map(({ facts }) => JSON.parse(facts).times)).toEqual([1, 99])
  await store.close()
  app = await startTestApp({ DATA_DIR: dataDirectory })
})
