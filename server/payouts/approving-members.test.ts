import { afterAll, beforeAll, expect, it } from 'vitest'
import { approvalSignatureSchema } from '#shared/api/accounts.ts'
import { overviewSchema } from '#shared/api/overview.ts'
import { onePayoutSchema, type Payout, type RevealedPayout } from '#shared/api/payout.ts'
import { payoutPageSchema } from '#shared/api/payout-search.ts'
import { problemSchema } from '#shared/api/problem.ts'
import { reviewCoverSchema } from '#shared/api/review-cover.ts'
import { enrolByPasskey, okay } from '../testing/accounts.ts'
import { approveList, batchOf, listedOne, listOf, lookThrough, signList } from '../testing/batch-review.ts'
import { putInBatch } from '../testing/in-batch.ts'
import {
  changed,
  confirmedIn,
  confirmedWithReason,
  confirming,
  enter,
  payoutIn,
  payoutWrite,
  reveal,
  sampleNamed,
  step,
} from '../testing/payouts.ts'
import { type Answer, startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'
import type { LimitedReviewer } from './search/payout-filter.ts'
import { uncoveredPayouts } from './search/uncovered.ts'

/* What people with accounts approve: by their roles and limits, with their passkeys. */

let app: TestApp
let clerk: Visitor
let bruno: Visitor
let carla: Visitor
let dora: Awaited<ReturnType<typeof enrolByPasskey>>

beforeAll(async () => {
  app = await startTestApp({ SIGN_IN: 'accounts' })
  clerk = await app.asMember({ name: 'Ana Souza', roles: ['clerk'] })
  bruno = await app.asMember({ name: 'Bruno Lima', roles: ['reviewer'], approveUpTo: { GHS: '1000' } })
  carla = await app.asMember({ name: 'Carla Dias', roles: ['clerk', 'reviewer'] })
  dora = await enrolByPasskey(app, { name: 'Dora Silva', email: 'dora@example.com', roles: ['reviewer'] })
})

afterAll(() => app.stop())

async function sent(amount = '1000', by = clerk, payee: Record<string, string> = {}): Promise<Payout> {
  const someone = { accountNumber: crypto.randomUUID(), documentNumber: crypto.randomUUID(), amount, ...payee }
  return payoutIn(await step(by, await enter(by, changed(payoutWrite(sampleNamed('Ghana')), someone)), 'submit'))
}

const shownOf = ({ requestHash, warningsHash }: RevealedPayout) => ({ requestHash, warningsHash })

async function approving(person: Visitor, { id }: Pick<Payout, 'id'>, more: object = {}): Promise<Answer> {
  const shown = await reveal(person, id)
  const confirmed = confirmedWithReason(shown.warnings)
  return step(person, { id, version: shown.version }, 'approve', { ...shownOf(shown), confirmed, ...more })
}

const why = ({ status, json }: Answer) => {
  const { code, params = {} } = problemSchema.parse(json)
  return [status, code, params.why ?? params.permission]
}

it('Members: a clerk is told that reviewers approve, and a reviewer that clerks enter', async () => {
  const payout = await sent()
  expect(why(await step(clerk, payout, 'approve', { requestHash: '', warningsHash: '', confirmed: [] }))).toEqual([
    403,
    'NOT_PERMITTED',
    'approve',
  ])
  const seen = async (person: Visitor) => payoutIn(await person.get(`/api/payouts/${payout.id}`))
  expect([(await seen(clerk)).actions, (await seen(bruno)).actions]).toEqual([
    ['edit', 'withdraw'],
    ['approve', 'return'],
  ])
  expect((await seen(clerk)).whyNotApprove).toMatchObject({ code: 'NOT_PERMITTED', params: { permission: 'approve' } })
  expect(why(await step(bruno, payout, 'withdraw'))).toEqual([403, 'NOT_PERMITTED', 'enter'])
  const waiting = async (person: Visitor) => overviewSchema.parse((await person.get('/api/overview')).json).toReview
  expect([(await waiting(bruno)) > 0, await waiting(clerk)]).toEqual([true, 0])
})

it('Members: no one approves above their own limit, which the answer names, or what they have entered', async () => {
  const large = await sent('1000.01')
  const refused = await approving(bruno, large)
  expect(why(refused)).toEqual([403, 'NOT_PERMITTED', 'limit'])
  expect(problemSchema.parse(refused.json).detail).toContain(
    'You approve up to 1,000 GHS to one beneficiary within 24 hours.',
  )
  expect(payoutIn(await approving(carla, large)).state).toBe('approved')
  expect(payoutIn(await approving(bruno, await sent('1000'))).state).toBe('approved')
  expect(why(await approving(carla, await sent('10', carla)))).toEqual([403, 'OWN_ENTRY', 'payout'])
})

it('Members: who reviews or administers sees all that is between a payout and its approval, and who may approve it from when; others see nothing of it', async () => {
  const heldUntil = new Date(Date.now() + 60_000).toISOString()
  const helio = await app.asMember({ name: 'Hélio Reis', roles: ['reviewer'], approveUpTo: { GHS: '10' }, heldUntil })
  const ines = await app.asMember({ name: 'Inês Reis', roles: ['admin', 'reviewer'], heldUntil })
  const unnamed = { accountNumber: '', bankName: '', payoutAccountTypeCode: '', amount: '2000' }
  const { id } = await enter(carla, changed(payoutWrite(sampleNamed('Ghana')), unnamed))
  payoutIn(await step(carla, { id, version: 1 }, 'submit'))
  const seen = async (person: Visitor) => onePayoutSchema.parse((await person.get(`/api/payouts/${id}`)).json).toApprove
  const listed = async (person: Visitor) =>
    (await seen(person))?.conditions.map(({ code, params }) => params?.why ?? params?.permission ?? code)
  expect(await listed(bruno)).toEqual(['limit', 'WARNINGS_UNREVIEWED'])
  expect(await listed(helio)).toEqual(['held', 'limit', 'WARNINGS_UNREVIEWED'])
  expect(await listed(carla)).toEqual(['payout', 'WARNINGS_UNREVIEWED'])
  expect(await listed(await app.asMember({ name: 'Ada Rocha', roles: ['admin'] }))).toEqual([
    'approve',
    'WARNINGS_UNREVIEWED',
  ])
  expect([await seen(clerk), await seen(await app.asMember({ name: 'Vera', roles: ['viewer'] }))]).toEqual([null, null])
  const shown = await seen(bruno)
  expect(shown?.reviewers.map(({ person: { name }, why, from }) => [name, why, from])).toEqual([
    ['Bruno Lima', ['limit'], null],
    ['Carla Dias', ['payout'], null],
    ['Dora Silva', [], null],
    ['Hélio Reis', ['held', 'limit'], null],
    ['Inês Reis', ['held'], heldUntil],
  ])
  for (const one of shown?.reviewers ?? []) expect(Object.keys(one)).toEqual(['person', 'why', 'from'])
  expect(shown?.conditions.at(-1)?.warnings).toMatchObject([{ code: 'no_account_named' }])
  for (const person of [bruno, helio, carla, ines])
    expect(problemSchema.parse((await approving(person, { id })).json)).toMatchObject({
      code: (await seen(person))?.conditions[0]?.code,
      params: (await seen(person))?.conditions[0]?.params,
    })
})

it('Members: the queue finds what the person may approve, page by page, and counts it: nothing for who is held or reviews nothing', async () => {
  const within = [await sent('999'), await sent('1000')].map(({ id }) => id)
  const [above, own] = [await sent('1000.01'), await sent('5', carla)].map(({ id }) => id)
  const found = async (person: Visitor) => {
    const ids: string[] = []
    let count: number | undefined
    for (let cursor: string | null = ''; cursor !== null; ) {
      const search = { canApprove: true, limit: 1, totals: true, ...(cursor !== '' && { cursor }) }
      const page = payoutPageSchema.parse(okay(await person.post('/api/payout-searches', search)))
      count ??= page.totals?.reduce((sum, total) => sum + total.count, 0)
      ids.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    }
    expect(count).toBe(ids.length)
    return ids
  }
  const byBruno = await found(bruno)
  expect(byBruno).toEqual(expect.arrayContaining([...within, own]))
  expect(byBruno).not.toContain(above)
  const byCarla = await found(carla)
  expect(byCarla).toEqual(expect.arrayContaining([...within, above]))
  expect(byCarla).not.toContain(own)
  const heldUntil = new Date(Date.now() + 60_000).toISOString()
  const held = await app.asMember({ name: 'Gil Reis', roles: ['reviewer'], heldUntil })
  expect([await found(held), await found(clerk)]).toEqual([[], []])
})

it('Members: an admin sees what no reviewer who is here may approve, or too few of them, and why', async () => {
  const store = await app.openStore()
  const { id, createdBy } = await sent('777', carla)
  const admin = await app.asMember({ name: 'Ada Rocha', roles: ['admin'] })
  const uncovered = async () => reviewCoverSchema.parse(okay(await admin.get('/api/review-cover')))
  expect((await uncovered()).payouts.map((payout) => payout.id)).not.toContain(id)
  const limited = [{ id: 'someone', approveUpTo: { GHS: '776.99' } }]
  const found = async (reviewers: readonly LimitedReviewer[]) =>
    (await uncoveredPayouts(store.db, reviewers, 100)).map((row) => row.id)
  expect(await found(limited)).toContain(id)
  expect(await found([...limited, { id: 'other', approveUpTo: { GHS: '777' } }])).not.toContain(id)
  expect(await found([])).toContain(id)
  // Two who approve any amount are enough for each payout that neither had a part in.
  expect(await found(['a', 'b'].map((one) => ({ id: one, approveUpTo: {} })))).toEqual([])
  // Where one let the other in alone, they approve but once, and nothing of an author who counts as one with them.
  const asOne = (...ids: readonly string[]) =>
    ids.map((one) => ({ id: one, approveUpTo: {}, asOne: ids.filter((other) => other !== one) }))
  const needs = (approvals_needed: number) =>
    store.write(({ db }) => db.updateTable('payouts').set({ approvals_needed }).where('id', '=', id).execute())
  expect(await found(asOne('a', 'b'))).not.toContain(id)
  expect(await found(asOne('a', createdBy.id))).toContain(id)
  await needs(2)
  expect(await found(asOne('a', 'b'))).toContain(id)
  await needs(1)
  expect((await uncovered()).away).toEqual([])
})

it('Members: halves of one amount that came with one batch are above a limit together, once both wait for review', async () => {
  const payee = { beneficiaryFirstName: 'Kwabena', accountNumber: '', bankName: '', payoutAccountTypeCode: '' }
  const half = (amount: string) => enter(clerk, changed(payoutWrite(sampleNamed('Ghana')), { ...payee, amount }))
  const halves = [await half('600'), await half('500')]
  const store = await app.openStore()
  await putInBatch(
    store,
    'some-batch',
    halves.map(({ id }) => id),
  )
  const one = payoutIn(await step(clerk, halves[0]!, 'submit'))
  const other = payoutIn(await step(clerk, halves[1]!, 'submit'))
  expect(why(await approving(bruno, one))).toEqual([403, 'NOT_PERMITTED', 'limit'])
  const { toApprove } = onePayoutSchema.parse((await bruno.get(`/api/payouts/${one.id}`)).json)
  expect(toApprove?.conditions[0]?.params).toMatchObject({ why: 'limit' })
  expect(payoutIn(await approving(carla, one)).state).toBe('approved')
  expect(why(await approving(bruno, other))).toEqual([403, 'NOT_PERMITTED', 'limit'])
  const alone = await sent('600')
  await putInBatch(store, 'some-batch', [alone.id])
  expect(payoutIn(await approving(bruno, alone)).state).toBe('approved')
})

it('Members: what a person approves to one payee within a day counts together, one by one or by batches, in two roles or rows', async () => {
  const eva = await app.asMember({ name: 'Eva Prado', roles: ['reviewer'], approveUpTo: { GHS: '5000' } })
  const payee = { accountNumber: crypto.randomUUID(), documentNumber: crypto.randomUUID() }
  const six = []
  for (let i = 0; i < 6; i += 1) six.push(await sent(`${4999 + i / 100}`, clerk, payee))
  const [first, ...others] = six
  const { version } = payoutIn(await approving(eva, first!))
  for (const one of others) expect(why(await approving(eva, one))).toEqual([403, 'NOT_PERMITTED', 'limit'])
  const seen = payoutIn(await eva.get(`/api/payouts/${others[0]!.id}`))
  expect([seen.actions, seen.whyNotApprove?.params]).toMatchObject([['return'], { why: 'limit', limit: 5000 }])
  // Nor in a batch of its own.
  const batchId = await batchOf(app, clerk, [others[0]!.id])
  const { lines } = await lookThrough(eva, batchId)
  expect(lines.map((line) => line.conditions)).toMatchObject([[{ params: { why: 'limit' } }]])
  const act = await approveList(eva, batchId, listOf(lines))
  expect(act).toMatchObject({ succeeded: 0, refusals: [{ problem: { params: { why: 'limit' } } }] })
  // To another payee it is another sum; what is taken back no longer counts, and what another person approved never did.
  expect(payoutIn(await approving(eva, await sent('4999'))).state).toBe('approved')
  payoutIn(await step(eva, { id: first!.id, version }, 'undo'))
  expect(payoutIn(await approving(carla, first!)).state).toBe('approved')
  expect(payoutIn(await approving(eva, others[0]!)).state).toBe('approved')
})

it('Members: what a person approves to all payees within a day counts together, also in one act', async () => {
  const limits = { approveUpTo: { GHS: '1000' }, approveUpToADay: { GHS: '2500' } }
  const eva = await app.asMember({ name: 'Fabio Reis', roles: ['reviewer'], ...limits })
  expect(payoutIn(await approving(eva, await sent('600'))).state).toBe('approved')
  const four = [await sent('900'), await sent('900'), await sent('901'), await sent('100')]
  const batchId = await batchOf(
    app,
    clerk,
    four.map(({ id }) => id),
  )
  const { lines } = await lookThrough(eva, batchId)
  expect(lines.map(({ conditions }) => conditions)).toEqual([[], [], [], []])
  const inOrder = four.map(({ id }) => lines.find((line) => line.id === id)!)
  const act = await approveList(eva, batchId, listOf(inOrder))
  const refusal = { id: four[2]!.id, problem: { params: { why: 'limitOfDay', limit: 2500, currency: 'GHS' } } }
  expect(act).toMatchObject({ succeeded: 3, refusals: [refusal] })
  // What they approved was exported, and one who writes to the database hides that: the audit log has it.
  const payoutIds = [four[0]!.id, four[1]!.id]
  okay(await carla.post('/api/exports', { payoutIds, format: 'json', again: false }))
  const store = await app.openStore()
  const hidden = store.db.selectFrom('payouts').selectAll().where('id', 'in', payoutIds)
  const rows = await hidden.execute()
  await store.write(async ({ db }) => {
    await db.deleteFrom('search_terms').where('thing_id', 'in', payoutIds).execute()
    await db.updateTable('payouts').set({ amount: '1', state: 'draft' }).where('id', 'in', payoutIds).execute()
  })
  expect(why(await approving(eva, await sent('1')))).toEqual([403, 'NOT_PERMITTED', 'limitOfDay'])
  for (const row of rows)
    await store.write(({ db }) => db.updateTable('payouts').set(row).where('id', '=', row.id).execute())
})

it('Members: who takes a draft over is an author of it, and another person approves it', async () => {
  const draft = await enter(clerk, changed(payoutWrite(sampleNamed('Ghana')), { accountNumber: crypto.randomUUID() }))
  expect(why(await step(bruno, draft, 'take-over'))).toEqual([403, 'NOT_PERMITTED', 'enter'])
  const taken = payoutIn(await step(carla, draft, 'take-over'))
  expect([taken.state, taken.enteredBy.map(({ name }) => name)]).toEqual(['draft', ['Ana Souza', 'Carla Dias']])
  const waiting = payoutIn(await step(carla, taken, 'submit'))
  expect(why(await step(carla, waiting, 'take-over'))).toEqual([409, 'STATE_CONFLICT', 'state'])
  expect(why(await approving(carla, waiting))).toEqual([403, 'OWN_ENTRY', 'payout'])
})

it('Members: who has a passkey signs each approval, and a signature is for one payout alone', async () => {
  const [payout, other] = [await sent(), await sent()]
  const { visitor } = dora
  const sign = async ({ id }: Payout) =>
    approvalSignatureSchema.parse(okay(await signList(dora, [listedOne(id, await reveal(visitor, id))])))
  expect(why(await approving(visitor, payout))).toEqual([403, 'STEP_UP_REQUIRED', 'approval'])
  expect(why(await approving(visitor, payout, await sign(other)))).toEqual([403, 'STEP_UP_REQUIRED', 'approval'])
  const approved = payoutIn(await approving(visitor, payout, await sign(payout)))
  expect(approved).toMatchObject({ state: 'approved', decidedBy: { name: 'Dora Silva' } })
  const { approvals } = onePayoutSchema.parse((await clerk.get(`/api/payouts/${payout.id}`)).json)
  expect(approvals.given).toMatchObject([{ by: { name: 'Dora Silva' }, isSigned: true }])
})

it('Members: a sanctions hit takes two reviewers with a reason each, though the policy asks for one', async () => {
  const documentNumber = '11144477736'
  const listed = {
    beneficiaryLastName: 'Sandbox In International Lists',
    recipientPixKey: `${crypto.randomUUID()}@example.com`,
    documentNumber,
    method: 'pix',
  }
  const write = { ...changed(payoutWrite(), listed), submit: true }
  const { beneficiaryFirstName: firstName, beneficiaryLastName: lastName } = write.entry
  const question = { country: 'BR', firstName, lastName, documentType: 'CPF', documentNumber }
  // It is not known when the payout is sent.
  const early = payoutIn(await clerk.post('/api/payouts', { ...write, confirmed: await confirming(clerk, write) }))
  expect(early.approvalsNeeded).toBe(1)
  expect((await clerk.post('/api/identity-validations', question)).json).toMatchObject({ status: 'NOK' })
  const shown = await reveal(bruno, early.id)
  const unexplained = confirmedIn({ json: shown })
  const body = { ...shownOf(shown), confirmed: unexplained }
  expect(why(await step(bruno, early, 'approve', body)).slice(0, 2)).toEqual([409, 'WARNINGS_UNREVIEWED'])
  const first = payoutIn(await approving(bruno, early))
  expect(first).toMatchObject({ state: 'in_review', approvalsNeeded: 2, approvalsGiven: 1 })
  const exporting = () => carla.post('/api/exports', { payoutIds: [early.id], format: 'json', again: false })
  expect(why(await exporting()).slice(0, 2)).toEqual([409, 'STATE_CONFLICT'])
  expect(payoutIn(await approving(carla, early)).state).toBe('approved')
  const { approvals } = onePayoutSchema.parse((await clerk.get(`/api/payouts/${early.id}`)).json)
  expect(approvals).toMatchObject({ needed: 2, why: 'sanctions', given: [{}, {}] })
  expect((await exporting()).status).toBe(201)
})
