import { afterAll, beforeAll, expect, it } from 'vitest'
import { validationItemsSchema } from '#shared/api/batch-validation.ts'
import { pastValidationsSchema } from '#shared/api/beneficiary.ts'
import type { Store } from '../store/store.ts'
import { okay } from '../testing/accounts.ts'
import { batchOf, confirmValidations, identityOfAll, newestJob } from '../testing/batch-of.ts'
import { reveal } from '../testing/payouts.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { quickClock } from '../testing/virtual-clock.ts'

let app: TestApp
let store: Store

beforeAll(async () => {
  app = await startTestApp({}, { clock: quickClock(10) })
  store = await app.openStore()
})
afterAll(() => app.stop())

const billedCalls = async (): Promise<number> => {
  const { records } = JSON.parse(await (await fetch(`${app.sandboxUrl}/sandbox/usage`)).text())
  return records.filter(({ isBillable }: { isBillable: boolean }) => isBillable).length
}

const counted = async (id: string, wish: object = {}) =>
  (await app.post(`/api/batches/${id}/validation-counts`, { services: ['identity'], choice: 'all', ...wish })).json

const ended = (id: string) => expect.poll(() => newestJob(app, id).then(({ state }) => state)).toBe('finished')

it('The validations of a batch are counted before, asked once each, and raise warnings of the payouts', async () => {
  const { id, payoutIds } = await batchOf(app, [
    'Lima',
    'Sandbox Invalid Id',
    'Sandbox Not Validated',
    'Sandbox Not Run',
  ])
  expect(await counted(id)).toEqual({ payouts: 4, calls: 4, billed: 4, reused: 0, unknown: 0, notOffered: 0 })
  // Brazil is enabled for identity alone.
  expect(await counted(id, { services: ['identity', 'bank'] })).toMatchObject({ billed: 4, notOffered: 4 })
  const before = await billedCalls()
  const job = await confirmValidations(app, id, { ...identityOfAll, billed: 4 })
  expect(job).toMatchObject({ batchId: id, billed: 4, confirmedBy: { name: 'Ana Souza' } })
  await ended(id)
  const { counts, remaining, actions } = await newestJob(app, id)
  expect(counts).toMatchObject({
    waiting: 0,
    asking: 0,
    matches: 1,
    mismatches: 1,
    notValidated: 1,
    notRun: 1,
    unknown: 0,
  })
  expect([remaining, actions]).toEqual([0, []])
  // What did not run is not billed.
  expect((await billedCalls()) - before).toBe(3)
  const { warnings } = await reveal(app, payoutIds[1] ?? '')
  expect(warnings).toMatchObject([{ code: 'validation_outcome', params: { outcome: 'NOK' } }])
  const { items } = pastValidationsSchema.parse((await app.get(`/api/payouts/${payoutIds[0]}/validations`)).json)
  expect(items).toMatchObject([{ outcome: 'OK', by: { name: 'Ana Souza' } }])
})

it('What was answered is reused, and only what has no answer is asked again', async () => {
  const { id } = await batchOf(app, ['Costa', 'Sandbox Not Validated'])
  await confirmValidations(app, id, { ...identityOfAll, billed: 2 })
  await ended(id)
  expect(await counted(id)).toMatchObject({ calls: 1, billed: 1, reused: 1 })
  const before = await billedCalls()
  await confirmValidations(app, id, { ...identityOfAll, billed: 1 })
  await ended(id)
  expect((await newestJob(app, id)).counts).toMatchObject({ matches: 1, notValidated: 1, reused: 1 })
  expect((await billedCalls()) - before).toBe(1)
  expect(await counted(id, { choice: 'unvalidated' })).toMatchObject({ calls: 1, reused: 0 })
})

it('Another number than the one that would be billed begins nothing, and says the new one', async () => {
  const { id } = await batchOf(app, ['Dias', 'Ramos'])
  const { status, json } = await app.post(`/api/batches/${id}/validations`, { ...identityOfAll, billed: 3 })
  expect({ status, json }).toMatchObject({ status: 409, json: { code: 'CALLS_CHANGED', params: { calls: 2 } } })
  expect((await app.get(`/api/batches/${id}/validations`)).json).toEqual({ items: [] })
})

it('Rows can be chosen, and those to beneficiaries who were never paid', async () => {
  const { id } = await batchOf(app, ['Alves', 'Rocha', 'Nunes'])
  expect(await counted(id, { rows: [{ from: 2, to: 3 }] })).toMatchObject({ payouts: 2, calls: 2 })
  expect(await counted(id, { choice: 'new' })).toMatchObject({ payouts: 3 })
  await store.write(({ db }) =>
    db
      .updateTable('beneficiaries')
      .set({ last_payout_at: '2026-01-01T00:00:00.000Z' })
      .where(
        'id',
        'in',
        db.selectFrom('payouts').select('beneficiary_id').where('batch_id', '=', id).where('batch_row', '=', 1),
      )
      .execute(),
  )
  expect(await counted(id, { choice: 'new' })).toMatchObject({ payouts: 2 })
})

it('In test mode nothing is billed, and no payout gets a warning', async () => {
  const { id } = await batchOf(app, ['Sandbox Invalid Id', 'Melo'])
  expect(await counted(id, { testMode: true })).toMatchObject({ calls: 2, billed: 0 })
  const before = await billedCalls()
  await confirmValidations(app, id, { ...identityOfAll, testMode: true, billed: 0 })
  await ended(id)
  expect((await newestJob(app, id)).counts).toMatchObject({ matches: 2 })
  expect((await billedCalls()) - before).toBe(0)
  expect(await counted(id)).toMatchObject({ billed: 2 })
})

it('The same confirmation sent twice is one job, and another one waits for its end', async () => {
  const { id } = await batchOf(app, ['Sandbox Slow', 'Sandbox Slow'])
  const key = { 'idempotency-key': crypto.randomUUID() }
  const send = (headers: Record<string, string>) =>
    app.post(`/api/batches/${id}/validations`, { ...identityOfAll, billed: 2 }, headers)
  const [first, second] = await Promise.all([send(key), send(key)])
  expect([first.status, second.status]).toEqual([201, 201])
  expect(await send(key)).toMatchObject({ status: 201, headers: { 'idempotency-replayed': 'true' } })
  expect(await send({})).toMatchObject({ status: 409 })
  await ended(id)
  expect(await send(key)).toMatchObject({ status: 201, json: { state: 'finished' } })
  expect((await app.get(`/api/batches/${id}/validations`)).json).toMatchObject({ items: [{ counts: { matches: 2 } }] })
})

it('A paused job asks nothing, goes on for the person who confirms the rest, and a stopped one stays as it is', async () => {
  const names = Array.from({ length: 40 }, (_, place) => (place < 2 ? 'Sandbox Slow' : 'Prado'))
  const { id } = await batchOf(app, names)
  const job = await confirmValidations(app, id, { ...identityOfAll, billed: 40 })
  expect(await app.post(`/api/validation-jobs/${job.id}/pause`, {})).toMatchObject({ status: 200 })
  await expect.poll(async () => (await newestJob(app, id)).counts.asking).toBe(0)
  const { remaining, why, actions } = await newestJob(app, id)
  expect([why, actions]).toEqual(['person', ['resume', 'stop']])
  expect(remaining).toBeGreaterThan(30)
  const bruno = app.as('Bruno Lima')
  const resume = (billed: number) => bruno.post(`/api/validation-jobs/${job.id}/resume`, { billed })
  expect(await resume(remaining + 1)).toMatchObject({
    status: 409,
    json: { code: 'CALLS_CHANGED', params: { calls: remaining } },
  })
  expect(await resume(remaining)).toMatchObject({ status: 200, json: { confirmedBy: { name: 'Bruno Lima' } } })
  expect(await bruno.post(`/api/validation-jobs/${job.id}/stop`, {})).toMatchObject({
    status: 200,
    json: { state: 'stopped', actions: [] },
  })
  expect(await resume(remaining)).toMatchObject({ status: 409, json: { code: 'STATE_CONFLICT' } })
  const { json } = await app.get('/api/activity')
  expect(JSON.stringify(json)).toContain('validations.resumed')
})

it('What an answer was lost of is left to a person, who can have it asked again', async () => {
  const { id, payoutIds } = await batchOf(app, ['Sandbox Cut', 'Vieira'])
  const job = await confirmValidations(app, id, { ...identityOfAll, billed: 2 })
  await ended(id)
  expect((await newestJob(app, id)).counts).toMatchObject({ matches: 1, unknown: 1 })
  const { items } = validationItemsSchema.parse(
    (await app.get(`/api/validation-jobs/${job.id}/items?result=unknown`)).json,
  )
  expect(items).toMatchObject([{ payoutId: payoutIds[0], batchRow: 1, outcome: 'PROVIDER_TIMEOUT' }])
  expect(await counted(id)).toMatchObject({ calls: 0, reused: 1, unknown: 1 })
  expect(await counted(id, { choice: 'unvalidated' })).toMatchObject({ calls: 0, unknown: 1 })
  expect(await counted(id, { choice: 'unknown' })).toMatchObject({ calls: 1, billed: 1, unknown: 0 })
})

it('A payout that was changed since the confirmation is not asked about', async () => {
  // Two are asked about at a time, so that on the busiest machine some wait.
  const { id } = await batchOf(app, [...Array<string>(8).fill('Sandbox Slow'), 'Prado', 'Ramos'])
  const job = await confirmValidations(app, id, { ...identityOfAll, billed: 10 })
  await app.post(`/api/validation-jobs/${job.id}/pause`, {})
  const items = store.db.selectFrom('validation_items').select('payout_id').where('job_id', '=', job.id)
  const { payout_id: unasked } = await items.where('state', '=', 'waiting').executeTakeFirstOrThrow()
  const { version } = await reveal(app, unasked)
  okay(await app.delete(`/api/payouts/${unasked}`, { 'if-match': `"${version}"` }))
  await expect.poll(async () => (await newestJob(app, id)).counts.asking).toBe(0)
  const { remaining } = await newestJob(app, id)
  await app.post(`/api/validation-jobs/${job.id}/resume`, { billed: remaining })
  await ended(id)
  expect((await newestJob(app, id)).counts).toMatchObject({ matches: 9, outdated: 1 })
})

it('A batch that does not exist has no validations', async () => {
  expect(await app.get('/api/batches/nothing/validations')).toMatchObject({ status: 404 })
  expect(await app.post('/api/batches/nothing/validation-counts', { services: ['bank'], choice: 'all' })).toMatchObject(
    { status: 404 },
  )
})

const contentOf = (id: string) => ({ table: 'jobs', id, column: 'content_encrypted' }) as const

it('Who writes to the database has nothing asked, and billed, once more that was asked or stopped', async () => {
  const { id } = await batchOf(app, ['Castro', 'Moraes'])
  const before = await billedCalls()
  const { id: jobId } = await confirmValidations(app, id, { ...identityOfAll, billed: 2 })
  const row = await store.db.selectFrom('jobs').selectAll().where('id', '=', jobId).executeTakeFirstOrThrow()
  await ended(id)
  const unasked = { state: 'waiting', reused: 0, outcome: null, next_at: '', claim: null, ended_at: null } as const
  const again = async (state: 'waiting' | 'running') => {
    await store.write(async ({ db }) => {
      await db.deleteFrom('validations').execute()
      await db.updateTable('validation_items').set(unasked).where('job_id', '=', jobId).execute()
      // As the app itself writes it, which is the most that a row of before can be.
      const { content_encrypted } = row
      const text = JSON.parse(store.encryption.decrypt(content_encrypted, contentOf(jobId)))
      const content = store.encryption.encrypt(JSON.stringify({ ...text, state, done: 0 }), contentOf(jobId))
      const put = { ...row, state, done: 0, why: null, holder: null, lease_until: null, due_at: '' }
      await db
        .updateTable('jobs')
        .set({ ...put, content_encrypted: content })
        .where('id', '=', jobId)
        .execute()
    })
    await expect.poll(() => newestJob(app, id).then((job) => job.state)).not.toBe('running')
    return newestJob(app, id)
  }
  expect(await again('waiting')).toMatchObject({ state: 'paused', why: 'tampered' })
  expect((await billedCalls()) - before).toBe(2)
  await app.post(`/api/validation-jobs/${jobId}/stop`, {})
  expect(await again('running')).toMatchObject({ state: 'stopped' })
  expect((await billedCalls()) - before).toBe(2)
})
