import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canonicalJson } from '#shared/api/canonical-json.ts'
import { eventPageSchema } from '#shared/api/events.ts'
import { exportPageSchema, exportSchema, givenExportSchema } from '#shared/api/export.ts'
import type { Payout } from '#shared/api/payout.ts'
import { problemSchema } from '#shared/api/problem.ts'
import { entryColumns, payoutEntry } from '../entry/entry-columns.ts'
import { requestHash } from '../payout-state/saved-payout.ts'
import {
  approve,
  brazil,
  changed,
  confirmedWithReason,
  enter,
  payoutIn,
  payoutWrite,
  reveal,
  sampleNamed,
  step,
} from '../testing/payouts.ts'
import { rewritePayout } from '../testing/rewrite-payout.ts'
import { type Place, stores } from '../testing/stores.ts'
import { type Answer, startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'

const [sqlite] = stores

let place: Place
let app: TestApp
let ana: Visitor
let bruno: Visitor

beforeAll(async () => {
  if (sqlite === undefined) throw new Error('There is no store to test with.')
  place = await sqlite.makePlace()
  app = await startTestApp(place.environment)
  ana = app
  bruno = app.as('Bruno Lima')
})

afterAll(async () => {
  await app.stop()
  await place.remove()
})

function problemIn({ json }: Answer) {
  return problemSchema.parse(json)
}

async function approved(sample = brazil, amount = '1500'): Promise<Payout> {
  const draft = await enter(ana, changed(payoutWrite(sample), { amount }))
  return approve(bruno, payoutIn(await step(ana, draft, 'submit')))
}

function send(payoutIds: readonly string[], { again = false, format = 'json', key = '' } = {}) {
  const headers = key === '' ? {} : { 'idempotency-key': key }
  return ana.post('/api/exports', { payoutIds, format, again }, headers)
}

async function stateOf({ id }: Pick<Payout, 'id'>) {
  return payoutIn(await ana.get(`/api/payouts/${id}`)).state
}

it('POST /api/exports marks all payouts and says what is paid in each currency', async () => {
  const payouts = [
    await approved(brazil, '0.1'),
    await approved(sampleNamed('Chile'), '90000'),
    await approved(brazil, '0.2'),
  ]
  const answer = await send(payouts.map(({ id }) => id))
  expect(answer.status).toBe(201)
  expect(exportSchema.parse(answer.json)).toMatchObject({
    count: 3,
    again: 0,
    createdBy: { name: 'Ana Souza' },
    totals: [
      { currencyCode: 'BRL', amount: '0.3', count: 2 },
      { currencyCode: 'CLP', amount: '90000', count: 1 },
    ],
  })
  for (const payout of payouts) expect(await stateOf(payout)).toBe('exported')
})

it('POST /api/exports records what went out by a digest that anybody can count again', async () => {
  const payouts = [await approved(), await approved(sampleNamed('Chile'))]
  const { id } = exportSchema.parse((await send(payouts.map((payout) => payout.id))).json)
  const list = []
  for (const payout of payouts) list.push([payout.id, (await reveal(ana, payout.id)).requestHash])
  const digest = createHash('sha256').update(JSON.stringify(list)).digest('hex')
  const { json } = await ana.get(`/api/activity?thing=${id}`)
  expect(json).toMatchObject({ items: [{ action: 'export.created', facts: { count: 2, digest } }] })
})

it('POST /api/exports exports all or nothing, and names what is in the way', async () => {
  const good = await approved()
  const draft = await enter(ana)
  const answer = await send([good.id, draft.id])
  const params = { why: 'state', state: 'draft' }
  expect(problemIn(answer)).toMatchObject({ status: 409, code: 'STATE_CONFLICT', params, ids: [draft.id] })
  expect(await stateOf(good)).toBe('approved')
})

it('POST /api/exports leaves out what cannot be exported where that is wanted, and names each with why', async () => {
  const [good, done, draft] = [await approved(), await approved(), await enter(ana)]
  await send([done.id])
  const write = { payoutIds: [draft.id, good.id, done.id, 'none'], format: 'json', again: false, leaveOut: true }
  const headers = { 'idempotency-key': 'without-some' }
  const answer = await ana.post('/api/exports', write, headers)
  const given = givenExportSchema.parse(answer.json)
  expect(given).toMatchObject({ state: 'made', count: 1 })
  expect(given.leftOut?.map(({ id, problem: { code, ids } }) => [id, code, ids])).toEqual([
    ['none', 'NOT_FOUND', undefined],
    [draft.id, 'STATE_CONFLICT', undefined],
    [done.id, 'ALREADY_EXPORTED', undefined],
  ])
  expect(await stateOf(good)).toBe('exported')
  expect((await ana.post('/api/exports', write, headers)).json).toEqual(answer.json)
  const none = await ana.post('/api/exports', { ...write, payoutIds: [draft.id, done.id] })
  expect(problemIn(none)).toMatchObject({ code: 'ALREADY_EXPORTED', ids: [done.id] })
})

it('POST /api/exports asks before it exports again, then gives the same file', async () => {
  const [old, young] = [await approved(), await approved()]
  await send([old.id])
  const asked = await send([old.id, young.id])
  expect(problemIn(asked)).toMatchObject({ status: 409, code: 'ALREADY_EXPORTED', ids: [old.id] })
  expect(await stateOf(young)).toBe('approved')
  const again = await send([old.id, young.id], { again: true })
  expect(again).toMatchObject({ status: 201, json: { count: 2, again: 1 } })
  const { request } = await reveal(ana, old.id)
  expect((await ana.get(String(again.headers.location))).json).toContainEqual(request)
})

it('POST /api/exports exports once under one key, however often it is sent', async () => {
  const { id } = await approved()
  const answers = await Promise.all(Array.from({ length: 20 }, () => send([id], { key: 'one-export' })))
  expect(answers[0]?.status).toBe(201)
  expect([...new Set(answers.map(({ status, text }) => `${status} ${text}`))]).toHaveLength(1)
})

it('POST /api/exports refuses a payout that it does not know, or that is twice in the list', async () => {
  const { id } = await approved()
  expect(problemIn(await send([id, 'nobody']))).toMatchObject({ code: 'NOT_FOUND', ids: ['nobody'] })
  expect(problemIn(await send([id, id]))).toMatchObject({ errors: [{ pointer: '#/payoutIds', code: 'given_twice' }] })
  expect(await stateOf({ id })).toBe('approved')
})

it('POST /api/exports lists a hundred errors of a body that has thousands', async () => {
  const { errors } = problemIn(await send(Array.from({ length: 3_000 }, () => 'no id')))
  expect(errors).toHaveLength(100)
  expect(errors?.[0]).toMatchObject({ pointer: '#/payoutIds/0', code: 'wrong_value' })
})

it('POST /api/exports leaves an exported payout as it is: it cannot be edited, taken back or deleted', async () => {
  const payout = await approved()
  await send([payout.id])
  const exported = payoutIn(await ana.get(`/api/payouts/${payout.id}`))
  expect(exported.actions).toEqual(['export'])
  const edit = await ana.put(`/api/payouts/${payout.id}`, payoutWrite(), { 'if-match': `"${exported.version}"` })
  expect([edit.status, (await step(ana, exported, 'withdraw')).status]).toEqual([409, 409])
})

describe('When the rules have changed since a payout was approved', () => {
  /** Puts a request into the store that the rules of today do not make, with all hashes as if it had been approved. */
  async function keepAnotherRequest({ id }: Payout): Promise<string> {
    const store = await place.open()
    const { request } = await reveal(ana, id)
    const other = { ...request, city: 'As the rules once had it' }
    const hash = requestHash(store.encryption, id, other)
    const encrypted = store.encryption.encrypt(canonicalJson(other), {
      table: 'payouts',
      id,
      column: 'request_encrypted',
    })
    await rewritePayout(store, id, { request_encrypted: encrypted, request_hash: hash, approved_hash: hash })
    await store.close()
    return hash
  }

  it('When the rules have changed since a payout was approved is not exported but reviewed again, with the request of today', async () => {
    const [payout, other] = [await approved(), await approved()]
    const oldHash = await keepAnotherRequest(payout)
    const answer = await send([other.id, payout.id])
    expect(problemIn(answer)).toMatchObject({ status: 409, code: 'STATE_CONFLICT', ids: [payout.id] })
    expect([await stateOf(payout), await stateOf(other)]).toEqual(['in_review', 'approved'])
    const shown = await reveal(bruno, payout.id)
    expect(shown.request.city).not.toBe('As the rules once had it')
    const seen = { id: payout.id, version: shown.version }
    const confirmed = confirmedWithReason(shown.warnings)
    const hashes = { requestHash: shown.requestHash, warningsHash: shown.warningsHash, confirmed }
    expect(problemIn(await step(bruno, seen, 'approve', { ...hashes, requestHash: oldHash })).code).toBe(
      'APPROVAL_STALE',
    )
    expect((await step(bruno, seen, 'approve', hashes)).status).toBe(200)
    expect((await send([payout.id])).status).toBe(201)
  })

  it('When the rules have changed since a payout was approved is returned with what is wrong where the rules of today find errors', async () => {
    const payout = await approved(sampleNamed('Chile'))
    const store = await place.open()
    const row = await store.db.selectFrom('payouts').selectAll().where('id', '=', payout.id).executeTakeFirstOrThrow()
    const entry = { ...payoutEntry(store, row), bankName: 'a bank of once' }
    const columns = entryColumns(store, 'payouts', payout.id, entry)
    await rewritePayout(store, payout.id, columns)
    await store.close()
    expect(problemIn(await send([payout.id]))).toMatchObject({ code: 'STATE_CONFLICT', ids: [payout.id] })
    const returned = payoutIn(await ana.get(`/api/payouts/${payout.id}`))
    expect(returned).toMatchObject({ state: 'returned', comment: null, decidedBy: null })
    expect(problemIn(await step(ana, returned, 'submit'))).toMatchObject({
      code: 'FIELDS_INVALID',
      errors: [{ pointer: '#/entry/bankName' }],
    })
  })

  it('When the rules have changed since a payout was approved comes back to review when it is opened', async () => {
    const payout = await approved()
    await keepAnotherRequest(payout)
    expect((await reveal(ana, payout.id)).version).toBe(payout.version + 1)
    expect(payoutIn(await ana.get(`/api/payouts/${payout.id}`))).toMatchObject({ state: 'in_review', decidedBy: null })
  })

  it('When the rules have changed since a payout was approved is not exported when the stored request was taken from another payout', async () => {
    const [payout, other] = [await approved(), await approved(sampleNamed('Chile'))]
    const store = await place.open()
    const rows = await store.db.selectFrom('payouts').selectAll().where('id', '=', other.id).executeTakeFirstOrThrow()
    await rewritePayout(store, payout.id, { request_encrypted: rows.request_encrypted })
    await store.close()
    expect(await send([payout.id])).toMatchObject({ status: 409, json: { code: 'TAMPERED', ids: [payout.id] } })
    expect(await stateOf(payout)).toBe('approved')
  })
})

describe('GET /api/exports', () => {
  it('GET /api/exports lists the newest first, page by page', async () => {
    for (let count = 0; count < 51; count += 1) await send([(await onlyExported()).id], { again: true })
    const first = await ana.get('/api/exports')
    const { items, nextCursor } = exportPageSchema.parse(first.json)
    expect(items).toHaveLength(50)
    const times = items.map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted().toReversed())
    const second = await ana.get(`/api/exports?cursor=${nextCursor}`)
    expect(second.json).toMatchObject({ nextCursor: null })
    expect((await ana.get('/api/exports?cursor=abc')).status).toBe(422)
    const { nextCursor: ofEvents } = eventPageSchema.parse((await ana.get('/api/events?cursor=latest')).json)
    expect(await ana.get(`/api/exports?cursor=${ofEvents}`)).toMatchObject({
      status: 422,
      json: { detail: 'This cursor does not come from a page of this list. Begin again without one.' },
    })
  })

  let one: Payout | undefined
  async function onlyExported() {
    one ??= await approved()
    return one
  }
})

it('GET /api/exports/{id}/file is a download whose name identifies no one, and each is audited', async () => {
  const { id } = await approved()
  const made = exportSchema.parse((await send([id], { format: 'csv' })).json)
  const file = await bruno.get(`/api/exports/${made.id}/file`)
  expect(file.headers['content-type']).toMatch(/^text\/csv/)
  const date = made.createdAt.slice(0, 10)
  expect(file.headers['content-disposition']).toBe(
    `attachment; filename="payout-requests-${date}-${made.id.slice(0, 8)}.csv"`,
  )
  const { json } = await ana.get(`/api/activity?thing=${made.id}`)
  expect(json).toMatchObject({
    items: [
      { action: 'export.downloaded', by: { name: 'Bruno Lima' }, facts: { format: 'csv' } },
      { action: 'export.created', by: { name: 'Ana Souza' }, facts: { count: 1 } },
    ],
  })
})

it('GET /api/exports/{id}/file is not audited for who asks for its size alone', async () => {
  const { id } = await approved()
  const made = exportSchema.parse((await send([id], { format: 'csv' })).json)
  const head = await bruno.send('HEAD', `/api/exports/${made.id}/file`)
  expect([head.status, head.text]).toEqual([200, ''])
  expect(head.headers['content-disposition']).toContain('payout-requests')
  const { json } = await ana.get(`/api/activity?thing=${made.id}`)
  expect(json).toMatchObject({ items: [{ action: 'export.created' }] })
})

it('GET /api/exports/{id}/file comes in any format, whichever was chosen first', async () => {
  const { id } = await approved()
  const made = exportSchema.parse((await send([id], { format: 'csv' })).json)
  const types = { json: /^application\/json/, jsonl: /^application\/jsonl/, csv: /^text\/csv/, xlsx: /sheet$/ }
  for (const [format, type] of Object.entries(types))
    expect((await ana.get(`/api/exports/${made.id}/file?format=${format}`)).headers['content-type']).toMatch(type)
  expect((await ana.get(`/api/exports/${made.id}/file?format=xml`)).status).toBe(422)
  expect((await ana.get('/api/exports/nobody/file')).status).toBe(404)
})

it('GET /api/exports/{id}/file leaves out what was erased since, and says how many, as the list does', async () => {
  const [erased, kept] = [await approved(), await approved(sampleNamed('Chile'))]
  const made = exportSchema.parse((await send([erased.id, kept.id])).json)
  expect(made.erased).toBe(0)
  const whole = exportSchema.parse((await send([kept.id], { again: true })).json)
  const saved = await ana.get(`/api/beneficiaries/${erased.beneficiaryId}`)
  const answer = await ana.post(
    `/api/beneficiaries/${erased.beneficiaryId}/erase`,
    { confirm: true },
    { 'if-match': String(saved.headers.etag) },
  )
  expect(answer.status, answer.text).toBeLessThan(300)
  const file = await ana.get(`/api/exports/${made.id}/file`)
  expect(file.headers['payouts-left-out']).toBe('1')
  expect(file.json).toEqual([(await reveal(ana, kept.id)).request])
  const { items } = exportPageSchema.parse((await ana.get('/api/exports')).json)
  expect(items.find(({ id }) => id === made.id)).toEqual({ ...made, erased: 1 })
  expect(items.find(({ id }) => id === whole.id)).toEqual(whole)
  expect(problemIn(await ana.post(`/api/payouts/${erased.id}/reveal`, {}))).toMatchObject({ code: 'ERASED' })
  expect(problemIn(await send([erased.id], { again: true }))).toMatchObject({ code: 'ERASED', ids: [erased.id] })
  expect(payoutIn(await ana.get(`/api/payouts/${erased.id}`))).toMatchObject({
    name: 'Erased',
    erasedAt: expect.any(String),
    masked: {},
    actions: [],
  })
  expect(kept.erasedAt).toBeNull()
})
