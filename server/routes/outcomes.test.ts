import { afterAll, beforeAll, expect, it } from 'vitest'
import { activityPageSchema } from '#shared/api/activity.ts'
import { outcomeChecksAnswerSchema, outcomesAnswerSchema, statedOutcomesSchema } from '#shared/api/outcome.ts'
import type { Payout } from '#shared/api/payout.ts'
import { payoutPageSchema } from '#shared/api/payout-search.ts'
import { approve, enter, payoutIn, payoutWrite } from '../testing/payouts.ts'
import { type Place, stores } from '../testing/stores.ts'
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'

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

async function exported(): Promise<Payout> {
  const approved = await approve(bruno, await enter(ana, payoutWrite(undefined, { submit: true })))
  await ana.post('/api/exports', { payoutIds: [approved.id], format: 'json', again: false })
  return payoutIn(await ana.get(`/api/payouts/${approved.id}`))
}

async function state(by: Visitor, outcomes: readonly object[], file?: string) {
  const { json } = await by.post('/api/outcomes', { outcomes, ...(file !== undefined && { file }) })
  return outcomesAnswerSchema.parse(json).outcomes
}

async function statements({ id }: Pick<Payout, 'id'>) {
  return statedOutcomesSchema.parse((await ana.get(`/api/payouts/${id}/outcomes`)).json).items
}

async function outcomeOf({ id }: Pick<Payout, 'id'>) {
  return payoutIn(await ana.get(`/api/payouts/${id}`)).outcome
}

it('POST /api/outcomes keeps who stated what, with the words and amounts of the provider', async () => {
  const payout = await exported()
  expect(payout.outcome).toBeNull()
  const amounts = {
    paidAmount: '760.25',
    paidCurrencyCode: 'BRL',
    settlementAmount: '150.25',
    settlementCurrencyCode: 'USD',
  }
  const { externalReference } = payout
  const answer = await state(bruno, [{ externalReference, outcome: 'paid', words: 'Credited', ...amounts }], 'july.csv')
  expect(answer).toEqual([{ payoutId: payout.id, externalReference, outcome: 'paid', isRepeat: false }])
  expect(await statements(payout)).toMatchObject([
    { outcome: 'paid', by: { name: 'Bruno Lima' }, source: 'file', file: 'july.csv', words: 'Credited', ...amounts },
  ])
  expect(await outcomeOf(payout)).toBe('paid')
  const { json } = await ana.get(`/api/activity?thing=${payout.id}&action=payout.outcome_stated`)
  expect(json).toMatchObject({ items: [{ by: { name: 'Bruno Lima' }, facts: { outcome: 'paid', source: 'file' } }] })
  expect(JSON.stringify(json)).not.toContain('Credited')
})

it('POST /api/outcomes changes nothing when the same is stated again, and shows what contradicts it as that', async () => {
  const payout = await exported()
  const refused = { payoutId: payout.id, outcome: 'refused', words: 'Account closed' }
  for (const isRepeat of [false, true])
    expect(await state(ana, [refused])).toMatchObject([{ outcome: 'refused', isRepeat }])
  expect(await state(bruno, [refused])).toMatchObject([{ outcome: 'refused', isRepeat: false }])
  expect(await statements(payout)).toHaveLength(2)
  expect(await state(bruno, [{ payoutId: payout.id, outcome: 'paid' }])).toMatchObject([{ outcome: 'contradicted' }])
  const stated = await statements(payout)
  expect(stated.map(({ outcome, by }) => [outcome, by.name])).toEqual(
    expect.arrayContaining([
      ['refused', 'Ana Souza'],
      ['paid', 'Bruno Lima'],
    ]),
  )
  expect(await outcomeOf(payout)).toBe('contradicted')
})

it('POST /api/outcomes refuses statements one by one, and takes the others', async () => {
  const [payout, draft] = [await exported(), await enter(ana)]
  const answers = await state(ana, [
    { payoutId: draft.id, outcome: 'paid' },
    { payoutId: 'nobody', outcome: 'paid' },
    { externalReference: 'no such', outcome: 'paid' },
    { outcome: 'paid' },
    { payoutId: payout.id, externalReference: payout.externalReference, outcome: 'paid' },
    { payoutId: payout.id, outcome: 'paid' },
  ])
  const codes = answers.map((answer) => ('problem' in answer ? answer.problem.code : answer.outcome))
  expect(codes).toEqual(['STATE_CONFLICT', 'NOT_FOUND', 'NOT_FOUND', 'FIELDS_INVALID', 'FIELDS_INVALID', 'paid'])
  expect(await outcomeOf(draft)).toBeNull()
  // What is refused is audited too, also by reference; a slip that names no payout is not.
  await state(bruno, [{ externalReference: draft.externalReference, outcome: 'refused' }], 'july.csv')
  const { json } = await ana.get(`/api/activity?thing=${draft.id}&action=request.refused`)
  const facts = { code: 'STATE_CONFLICT', request: 'POST /api/outcomes', times: 1 }
  expect(json).toMatchObject({
    items: [
      { by: { name: 'Bruno Lima' }, facts },
      { by: { name: 'Ana Souza' }, facts },
    ],
  })
  const all = await ana.get('/api/activity?action=request.refused')
  expect(activityPageSchema.parse(all.json).items).toHaveLength(2)
})

it('POST /api/outcomes leaves an exported payout as it is, which can be verified and searched by its outcome', async () => {
  const payout = await exported()
  await state(ana, [{ payoutId: payout.id, outcome: 'refused' }])
  const now = payoutIn(await ana.get(`/api/payouts/${payout.id}`))
  expect(now).toEqual({ ...payout, outcome: 'refused' })
  const found = async (outcome: string) => {
    const { items } = payoutPageSchema.parse((await ana.post('/api/payout-searches', { outcome, limit: 100 })).json)
    return items.map(({ id }) => id)
  }
  expect(await found('refused')).toContain(payout.id)
  expect(await found('paid')).not.toContain(payout.id)
})

it('POST /api/outcomes is forgotten with the beneficiary, but for what became of the payout', async () => {
  const payout = await exported()
  await state(
    ana,
    [{ payoutId: payout.id, outcome: 'refused', words: 'Ana Souza has no such account' }],
    'ana souza.csv',
  )
  const saved = await ana.get(`/api/beneficiaries/${payout.beneficiaryId}`)
  const held = await ana.post(`/api/beneficiaries/${payout.beneficiaryId}/personal-data`, {})
  expect(held.text).toContain('Ana Souza has no such account')
  const version = { 'if-match': String(saved.headers.etag) }
  const erased = await ana.post(`/api/beneficiaries/${payout.beneficiaryId}/erase`, { confirm: true }, version)
  expect(erased.status, erased.text).toBeLessThan(300)
  expect(await statements(payout)).toMatchObject([{ outcome: 'refused', words: null, file: null, paidAmount: null }])
  const store = await place.open()
  const rows = await store.db.selectFrom('outcomes').selectAll().where('payout_id', '=', payout.id).execute()
  await store.close()
  expect(rows).toMatchObject([{ facts_encrypted: null, statement_hash: rows[0]?.id }])
  expect(await state(ana, [{ payoutId: payout.id, outcome: 'paid' }])).toMatchObject([{ problem: { code: 'ERASED' } }])
})

it('POST /api/outcome-checks says of which payouts something can be stated, and writes nothing', async () => {
  const [payout, other] = [await exported(), await exported()]
  const draft = await enter(ana, payoutWrite())
  await state(bruno, [{ payoutId: other.id, outcome: 'refused' }])
  const asked = [{ externalReference: payout.externalReference }, { payoutId: other.id }, { payoutId: draft.id }]
  const payouts = [...asked, { externalReference: 'unheard-of' }, {}]
  const { json } = await ana.post('/api/outcome-checks', { payouts })
  expect(outcomeChecksAnswerSchema.parse(json).payouts).toMatchObject([
    { payoutId: payout.id, outcome: null },
    { externalReference: other.externalReference, outcome: 'refused' },
    { problem: { code: 'STATE_CONFLICT', params: { why: 'state', state: 'draft' } } },
    { problem: { code: 'NOT_FOUND' } },
    { problem: { code: 'FIELDS_INVALID', detail: expect.stringContaining('payoutId, externalReference') } },
  ])
  expect(await outcomeOf(payout)).toBeNull()
})

it('POST /api/outcomes takes a hundred statements on a payout, which are read page by page, and repeats of them', async () => {
  const payout = await exported()
  const refused = (words: string) => ({ payoutId: payout.id, outcome: 'refused', words })
  const all = Array.from({ length: 101 }, (_, place) => refused(`Attempt ${place + 1}`))
  const answers = await state(ana, all)
  expect(answers.slice(0, 100).every((answer) => 'outcome' in answer && !answer.isRepeat)).toBe(true)
  expect(answers[100]).toMatchObject({
    problem: { code: 'STATE_CONFLICT', params: { why: 'statements' }, detail: expect.stringContaining('100') },
  })
  expect(await state(ana, [refused('Attempt 7')])).toMatchObject([{ outcome: 'refused', isRepeat: true }])
  const found: (string | null)[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const answer = await ana.get(`/api/payouts/${payout.id}/outcomes${cursor === '' ? '' : `?cursor=${cursor}`}`)
    const { items, nextCursor } = statedOutcomesSchema.parse(answer.json)
    expect(items.length).toBe(20)
    found.push(...items.map(({ words }) => words))
    cursor = nextCursor
  }
  expect(found.toSorted()).toEqual(
    all
      .slice(0, 100)
      .map(({ words }) => words)
      .toSorted(),
  )
})
