import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { activityPageSchema } from '#shared/api/activity.ts'
import { reviewPageSchema } from '#shared/api/batch-review.ts'
import type { WarningConfirmations } from '#shared/api/entry.ts'
import { pastJobsSchema } from '#shared/api/list-job.ts'
import { overviewSchema } from '#shared/api/overview.ts'
import { onePayoutSchema } from '#shared/api/payout.ts'
import { payoutPageSchema } from '#shared/api/payout-search.ts'
import { okay, problemOf } from '../testing/accounts.ts'
import {
  actIn,
  approveList,
  batchOf,
  beginAct,
  giveAct,
  type Listed,
  listOf,
  lookThrough,
  namedList,
  newestAct,
  runAct,
} from '../testing/batch-review.ts'
import {
  approve,
  changed,
  confirmedIn,
  enter,
  payoutIn,
  payoutWrite,
  reveal,
  sampleNamed,
  step,
} from '../testing/payouts.ts'
import { stores } from '../testing/stores.ts'
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'

describe.each(stores)('Reviewing a batch on $name', ({ makePlace }) => {
  let place: Awaited<ReturnType<typeof makePlace>>
  let app: TestApp
  let ana: Visitor
  let bruno: Visitor

  beforeAll(async () => {
    place = await makePlace()
    app = await startTestApp(place.environment)
    ana = app
    bruno = app.as('Bruno Lima')
  })

  afterAll(async () => {
    await app.stop()
    await place.remove()
  })

  let number = 0
  /** Payouts that Ana sends to review, each to another beneficiary unless given. */
  async function sent(amounts: readonly string[], changes: Record<string, string> = {}): Promise<readonly string[]> {
    const ids: string[] = []
    for (const amount of amounts) {
      number += 1
      const name = `Kofi ${String.fromCharCode(65 + (number % 26), 97 + Math.floor(number / 26))}x`
      const noAccount = { accountNumber: '', bankName: '', payoutAccountTypeCode: '' }
      const entry = { ...noAccount, amount, beneficiaryFirstName: name, ...changes }
      ids.push((await enter(ana, changed(payoutWrite(sampleNamed('Ghana'), { submit: true }), entry))).id)
    }
    return ids
  }
  const batch = async (ids: readonly string[]) => batchOf(app, ana, ids)
  const stateOf = async (id: string) => onePayoutSchema.parse((await ana.get(`/api/payouts/${id}`)).json).state
  const statesOf = (ids: readonly string[]) => Promise.all(ids.map(stateOf))
  const serious = 'no_account_named'

  it('Reviewing a batch shows first what needs eyes, and the largest of its currency before the rest', async () => {
    const ids = await sent(['20', '5000', '30'])
    const id = await batch(ids)
    const { lines, review } = await lookThrough(bruno, id, 2)
    expect(await newestAct(bruno, id)).toBeNull()
    // All have a serious warning, as they name no account: the largest comes first.
    expect(lines.map(({ amount }) => amount)).toEqual(['5000', '30', '20'])
    expect(lines.map(({ reasons }) => reasons)).toEqual([
      ['serious', 'new', 'big'],
      ['serious', 'new'],
      ['serious', 'new'],
    ])
    expect(review).toMatchObject({
      payouts: lines.map(({ id, reasons }) => ({ id, reasons })),
      totals: [{ currencyCode: 'GHS', amount: '5050', count: 3 }],
      groups: [{ country: 'GH', currencyCode: 'GHS', amount: '5050', count: 3 }],
    })
  })

  it('Reviewing a batch distinguishes a beneficiary who was never paid, one who was, and one with other details', async () => {
    const [first = ''] = await sent(['10'])
    await approve(bruno, { id: first })
    await bruno.post('/api/exports', { payoutIds: [first], format: 'json', again: false })
    const { beneficiaryId } = onePayoutSchema.parse((await ana.get(`/api/payouts/${first}`)).json)
    const saved = { id: beneficiaryId, version: 1 }
    const pay = async (amount: string, entry: object, once: boolean) => {
      const beneficiary = { ...saved, ...(once && { once }) }
      const send = (confirmed: WarningConfirmations) =>
        ana.post('/api/payouts', { beneficiary, entry: { amount, ...entry }, confirmed, submit: true })
      const first = await send([])
      return payoutIn(first.status === 409 ? await send(confirmedIn(first)) : first)
    }
    const [known, other] = [
      await pay('11', {}, false),
      await pay('12', { beneficiaryFirstName: 'Somebody', beneficiaryLastName: 'Else' }, true),
    ]
    const { lines } = await lookThrough(bruno, await batch([known.id, other.id]))
    const reasons = Object.fromEntries(lines.map((line) => [line.id, line.reasons]))
    expect(reasons[known.id]).not.toContain('new')
    expect(reasons[known.id]).not.toContain('changed')
    expect(reasons[other.id]).toContain('changed')
  })

  it('Reviewing a batch takes its payouts out of the queue of those that came by themselves, and counts them apart', async () => {
    const carla = app.as('Carla Dias')
    const counts = async () => overviewSchema.parse((await carla.get('/api/overview')).json)
    const queue = async (search: object) => {
      const { json } = await carla.post('/api/payout-searches', { toReview: true, limit: 100, ...search })
      return payoutPageSchema.parse(json).items.map(({ id }) => id)
    }
    const before = await counts()
    const [own = '', other = ''] = await sent(['81', '82'])
    await batch([own])
    expect(await queue({ alone: true })).toContain(other)
    expect(await queue({ alone: true })).not.toContain(own)
    expect(await queue({})).toEqual(expect.arrayContaining([own, other]))
    const after = await counts()
    expect([after.toReview - before.toReview, after.toReviewInBatches - before.toReviewInBatches]).toEqual([2, 1])
  })

  it('Reviewing a batch names of each payout exactly what opening it does', async () => {
    const [id = ''] = await sent(['70'])
    const { lines } = await lookThrough(bruno, await batch([id]))
    const { version, requestHash, warningsHash } = await reveal(bruno, id)
    expect(lines).toMatchObject([{ id, version, requestHash, warningsHash, conditions: [], tampered: null }])
  })

  it('Reviewing a batch approves by one act all that was listed, each as if it had been approved by itself', async () => {
    const ids = await sent(['10', '20', '30'])
    const batchId = await batch(ids)
    const { lines } = await lookThrough(bruno, batchId)
    const act = await approveList(bruno, batchId, listOf(lines, [serious]))
    expect(act).toMatchObject({ state: 'done', count: 3, done: 3, succeeded: 3, refused: 0, refusals: [] })
    expect(await statesOf(ids)).toEqual(['approved', 'approved', 'approved'])
    const one = onePayoutSchema.parse((await ana.get(`/api/payouts/${ids[0]}`)).json)
    expect(one.approvals.given).toMatchObject([{ by: { name: 'Bruno Lima' }, isSigned: false }])
    expect(one.confirmations.filter(({ isReview }) => isReview)).toMatchObject([
      { code: serious, by: { name: 'Bruno Lima' }, isReview: true },
    ])
    const made = await bruno.post('/api/exports', { payoutIds: ids, format: 'json', again: false })
    expect(made.status).toBe(201)
  })

  it('Reviewing a batch refuses a payout that was changed meanwhile by itself, and approves all others', async () => {
    const ids = await sent(['11', '12', '13', '14', '15'])
    const batchId = await batch(ids)
    const { lines } = await lookThrough(bruno, batchId)
    const [first, changedOne, returned, again] = ids
    const seen = await reveal(ana, changedOne!)
    const edit = { entry: { ...seen.entry, amount: '120' }, confirmed: [], submit: false }
    expect((await ana.put(`/api/payouts/${changedOne}`, edit, { 'if-match': `"${seen.version}"` })).status).toBe(200)
    await step(bruno, { id: returned!, version: 1 }, 'return', { comment: 'Which one?' })
    // Withdrawn and sent again, it has the same request and another version.
    const withdrawn = payoutIn(await step(ana, { id: again!, version: 1 }, 'withdraw'))
    await step(ana, withdrawn, 'submit')
    const act = await approveList(bruno, batchId, listOf(lines, [serious]))
    expect(act).toMatchObject({ state: 'done', succeeded: 2, refused: 3 })
    expect(Object.fromEntries(act.refusals.map(({ id, problem }) => [id, problem.code]))).toEqual({
      [changedOne!]: 'STATE_CONFLICT',
      [returned!]: 'STATE_CONFLICT',
      [again!]: 'VERSION_CONFLICT',
    })
    // For those whose page was closed: what was refused is there for a week, for its person alone.
    const past = async (person: Visitor, of: string) =>
      pastJobsSchema.parse(okay(await person.get(`/api/jobs/past?batchId=${of}`))).items.map(({ id }) => id)
    expect(await past(bruno, batchId)).toEqual([act.id])
    expect([await past(ana, batchId), await past(bruno, await batch(await sent(['16'])))]).toEqual([[], []])
    expect(await statesOf([first!, ...ids.slice(1)])).toEqual([
      'approved',
      'draft',
      'returned',
      'in_review',
      'approved',
    ])
  })

  it('Reviewing a batch approves no payout with a warning that the act does not confirm, nor with another request than was listed', async () => {
    const ids = await sent(['21', '22'])
    const batchId = await batch(ids)
    const { lines } = await lookThrough(bruno, batchId)
    const [one, other] = listOf(lines, [serious])
    const forged = [
      { ...one!, confirmedKinds: [] },
      { ...other!, requestHash: one!.requestHash },
    ]
    const act = await approveList(bruno, batchId, forged)
    expect(act.refusals.map(({ problem }) => problem.code)).toEqual(['WARNINGS_UNREVIEWED', 'APPROVAL_STALE'])
    const stale = await approveList(bruno, batchId, [{ ...one!, warningsHash: one!.requestHash }])
    expect(stale.refusals).toMatchObject([{ problem: { code: 'APPROVAL_STALE', params: { why: 'warnings' } } }])
    expect(await statesOf(ids)).toEqual(['in_review', 'in_review'])
  })

  it('Reviewing a batch lets no one approve what they have entered', async () => {
    const ids = await sent(['31'])
    const batchId = await batch(ids)
    const { lines } = await lookThrough(ana, batchId)
    expect(lines).toMatchObject([{ conditions: [{ code: 'OWN_ENTRY' }] }])
    expect(lines[0]?.approvers.map(({ name }) => name)).toContain('Bruno Lima')
    const act = await approveList(ana, batchId, listOf(lines, [serious]))
    expect(act).toMatchObject({ succeeded: 0, refusals: [{ problem: { code: 'OWN_ENTRY' } }] })
    expect(await statesOf(ids)).toEqual(['in_review'])
  })

  it('Reviewing a batch takes no list but the one that it was begun with, of its own payouts', async () => {
    const ids = await sent(['41', '42'])
    const [stranger = ''] = await sent(['43'])
    const batchId = await batch(ids)
    const elsewhere = await lookThrough(bruno, await batch([stranger]))
    const { lines } = await lookThrough(bruno, batchId)
    const list = listOf(lines, [serious])
    const named = { ...(await namedList(list)), batchId }
    const given = async (payouts: readonly Listed[]) => problemOf(await giveAct(bruno, named, payouts))
    // One more, one less, one swapped, two turned round, one of another batch, one with another request.
    expect(await given([...list, list[0]!])).toBe('STATE_CONFLICT')
    expect(await given(list.slice(1))).toBe('STATE_CONFLICT')
    expect(await given([list[0]!, ...listOf(elsewhere.lines, [serious])])).toBe('NOT_FOUND')
    expect(await given([list[1]!, list[0]!])).toBe('APPROVAL_STALE')
    expect(await given([{ ...list[0]!, requestHash: list[1]!.requestHash }, list[1]!])).toBe('APPROVAL_STALE')
    // What is confirmed with each is part of the list, however its kinds are ordered.
    for (const confirmedKinds of [[], [serious, 'duplicate_payout']])
      expect(await given([{ ...list[0]!, confirmedKinds }, list[1]!])).toBe('APPROVAL_STALE')
    expect(await statesOf(ids)).toEqual(['in_review', 'in_review'])
    // Another person cannot continue it.
    const third = actIn(await giveAct(bruno, named, list)).id
    const carla = app.as('Carla Dias')
    const again = { root: named.root, batchId, list: { jobId: third, from: 0, count: 2 }, payouts: list }
    expect(problemOf(await carla.post('/api/approval-jobs', again))).toBe('NOT_FOUND')
    expect(problemOf(await bruno.post('/api/approval-jobs', { ...again, batchId: undefined }))).toBe('STATE_CONFLICT')
    expect(problemOf(await carla.post(`/api/jobs/${third}/resume`, {}))).toBe('NOT_FOUND')
    expect(problemOf(await carla.post(`/api/jobs/${third}/undo`, {}))).toBe('NOT_FOUND')
    expect(await runAct(bruno, third)).toMatchObject({ succeeded: 2 })
  })

  it('Reviewing what waits outside of batches shows the same lines, and one act approves a list of them, of a batch too', async () => {
    const name = 'Alonegh'
    const ids = await sent(['71', '72', '73'], { beneficiaryLastName: name })
    const batchId = await batch(ids.slice(2))
    const search = async (filter: object) =>
      reviewPageSchema.parse(okay(await bruno.post('/api/review-searches', { text: name, ...filter }))).lines
    const lines = await search({})
    expect(new Set(lines.map(({ id }) => id))).toEqual(new Set(ids))
    expect(await search({ state: 'draft' })).toEqual([])
    expect((await search({ alone: true })).map(({ id }) => id).toSorted()).toEqual(ids.slice(0, 2).toSorted())
    const [inBatch] = (await lookThrough(bruno, batchId)).lines
    expect({ ...lines.find(({ id }) => id === ids[2]), reasons: ['serious', 'new', 'big'] }).toEqual({
      ...inBatch,
      reasons: ['serious', 'new', 'big'],
    })
    expect(lines.map(({ reasons }) => reasons)).toEqual(lines.map(() => ['serious', 'new']))
    const act = await approveList(bruno, undefined, listOf(lines, [serious]))
    expect(act).toMatchObject({ batchId: null, succeeded: 3, refused: 0 })
    expect(await statesOf(ids)).toEqual(['approved', 'approved', 'approved'])
    const { items } = activityPageSchema.parse(okay(await bruno.get('/api/activity?action=approval.begun')))
    expect(items[0]).toMatchObject({ by: { name: 'Bruno Lima' }, facts: { count: 3 } })
  })

  it('Reviewing a batch takes no payout twice', async () => {
    const ids = await sent(['501', '502'])
    const batchId = await batch(ids)
    const [first, second] = listOf((await lookThrough(bruno, batchId)).lines, [serious])
    const refused = await beginAct(bruno, batchId, [first!, second!, first!])
    expect([refused.status, problemOf(refused)]).toEqual([422, 'FIELDS_INVALID'])
    const act = await approveList(bruno, batchId, [first!, second!])
    okay(await bruno.post(`/api/jobs/${act.id}/undo`, {}))
    expect(await runAct(bruno, act.id)).toMatchObject({ state: 'undone', succeeded: 0 })
    expect(await statesOf(ids)).toEqual(['in_review', 'in_review'])
  })

  it('Reviewing a batch begins one act for one key, and takes its list as often as it is given', async () => {
    const ids = await sent(['51'])
    const batchId = await batch(ids)
    const list = listOf((await lookThrough(bruno, batchId)).lines, [serious])
    const key = crypto.randomUUID()
    const [one, other] = [await beginAct(bruno, batchId, list, { key }), await beginAct(bruno, batchId, list, { key })]
    expect(actIn(other).id).toBe(actIn(one).id)
    expect(problemOf(await beginAct(bruno, batchId, [{ ...list[0]!, version: 2 }], { key }))).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    )
    const { id } = actIn(one)
    await Promise.all([runAct(bruno, id), runAct(bruno, id)])
    expect(await runAct(bruno, id)).toMatchObject({ succeeded: 1, refused: 0 })
    const nowhere = { ...(await namedList(list)), batchId: 'no-such' }
    expect(problemOf(await giveAct(bruno, nowhere, list))).toBe('NOT_FOUND')
  })

  it('Reviewing a batch can be undone as a whole within ten seconds, but for what has gone out', async () => {
    const ids = await sent(['61', '62', '63'])
    const batchId = await batch(ids)
    const list = listOf((await lookThrough(bruno, batchId)).lines, [serious])
    const { id, undoUntil } = await approveList(bruno, batchId, list)
    expect(undoUntil).not.toBeNull()
    const [gone = ''] = ids
    await bruno.post('/api/exports', { payoutIds: [gone], format: 'json', again: false })
    actIn(await bruno.post(`/api/jobs/${id}/undo`, {}))
    // It goes on without the page.
    await expect.poll(async () => (await newestAct(bruno, batchId))?.state).toBe('undone')
    const undone = await runAct(bruno, id)
    expect(undone).toMatchObject({
      state: 'undone',
      succeeded: 1,
      refusals: [{ id: gone, problem: { code: 'UNDO_REFUSED' } }],
    })
    expect(await statesOf(ids)).toEqual(['exported', 'in_review', 'in_review'])
    expect(problemOf(await bruno.post(`/api/jobs/${id}/undo`, {}))).toBe('UNDO_REFUSED')
    const { lines } = await lookThrough(bruno, batchId)
    expect(await approveList(bruno, batchId, listOf(lines, [serious]))).toMatchObject({ succeeded: 2 })
  })
})
