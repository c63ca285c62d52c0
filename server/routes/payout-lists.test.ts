import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { submittedPayoutsSchema } from '#shared/api/batch-rows.ts'
import { actedPayoutSchema, listAnswersSchema, listJobSchema } from '#shared/api/list-job.ts'
import { onePayoutSchema, type Payout } from '#shared/api/payout.ts'
import { okay, problemOf } from '../testing/accounts.ts'
import { approve, changed, enter, payoutIn, payoutWrite, sampleNamed, step } from '../testing/payouts.ts'
import { someStores } from '../testing/stores.ts'
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'

describe.each(someStores)('Acting on a list of payouts on $name', ({ makePlace }) => {
  let place: Awaited<ReturnType<typeof makePlace>>
  let app: TestApp
  let ana: Visitor
  let bruno: Visitor

  beforeAll(async () => {
    place = await makePlace()
    app = await startTestApp({ ...place.environment, SIGN_IN: 'accounts' })
    ana = await app.asMember({ name: 'Ana Souza', roles: ['clerk', 'reviewer'] })
    bruno = await app.asMember({ name: 'Bruno Lima', roles: ['reviewer'] })
  })

  afterAll(async () => {
    await app.stop()
    await place.remove()
  })

  const entered = (submit: boolean) =>
    enter(ana, changed(payoutWrite(sampleNamed('Ghana'), { submit }), { accountNumber: crypto.randomUUID() }))
  type Listed = readonly Pick<Payout, 'id' | 'version'>[]
  const listOf = (payouts: Listed) => payouts.map(({ id, version }) => ({ id, version }))
  const act = async (person: Visitor, name: string, payouts: Listed) => {
    const answer = await person.post(`/api/payout-lists/${name}`, { payouts: listOf(payouts) })
    return submittedPayoutsSchema
      .parse(okay(answer))
      .payouts.map((one) => ('problem' in one ? [one.problem.code, one.problem.params?.why] : one.version))
  }
  /** The same by a job. */
  const job = async (person: Visitor, name: 'act' | 'return', payouts: Listed, more: object) => {
    const list = { from: 0, count: payouts.length }
    const given = await person.post(`/api/${name}-jobs`, { list, payouts: listOf(payouts), ...more })
    const { id } = listJobSchema.parse(okay(given))
    const { items } = listAnswersSchema.parse(okay(await person.get(`/api/jobs/${id}/answers`)))
    return items.map((item) => {
      const { problem, version } = actedPayoutSchema.parse(item)
      return problem === undefined ? version : [problem.code, problem.params?.why]
    })
  }
  const stateOf = async ({ id }: Payout) => {
    const answer = await ana.get(`/api/payouts/${id}`)
    return answer.status === 404 ? 'gone' : onePayoutSchema.parse(answer.json).state
  }
  const statesOf = (payouts: readonly Payout[]) => Promise.all(payouts.map(stateOf))

  it('Payouts of a list are sent, withdrawn and deleted each as by itself, and what cannot be is refused by itself with its reason', async () => {
    const [draft, stale, waiting] = [await entered(false), await entered(false), await entered(true)]
    const again = { beneficiary: { id: waiting.beneficiaryId, version: 1 }, entry: { amount: waiting.amount } }
    const unconfirmed = payoutIn(await ana.post('/api/payouts', { ...again, confirmed: [], submit: false }))
    const all = [draft, { ...stale, version: 7 }, waiting, { ...draft, id: 'no-such' }, unconfirmed]
    expect(await act(ana, 'submit', all)).toEqual([
      2,
      ['VERSION_CONFLICT', undefined],
      ['STATE_CONFLICT', 'state'],
      ['NOT_FOUND', undefined],
      ['WARNINGS_UNCONFIRMED', undefined],
    ])
    expect(await statesOf([draft, stale, waiting, unconfirmed])).toEqual(['in_review', 'draft', 'in_review', 'draft'])
    expect(await act(ana, 'withdraw', [{ ...draft, version: 2 }, stale, waiting])).toEqual([
      3,
      ['STATE_CONFLICT', 'state'],
      2,
    ])
    const approved = await approve(bruno, await entered(true))
    expect(await act(ana, 'delete', [{ ...draft, version: 3 }, approved, stale])).toEqual([
      3,
      ['STATE_CONFLICT', 'state'],
      1,
    ])
    expect(await statesOf([draft, stale, approved])).toEqual(['gone', 'gone', 'approved'])
    const twice = await ana.post('/api/payout-lists/withdraw', {
      payouts: [
        { id: 'a', version: 1 },
        { id: 'a', version: 1 },
      ],
    })
    expect(problemOf(twice)).toBe('FIELDS_INVALID')
  })

  it('Payouts of a list are returned with one comment, but for those that the person entered, and each can be taken back', async () => {
    const [one, other] = [await entered(true), await entered(true)]
    expect(await job(ana, 'return', [one, other], { comment: 'Which month?' })).toEqual([
      ['OWN_ENTRY', 'payout'],
      ['OWN_ENTRY', 'payout'],
    ])
    expect(await job(bruno, 'return', [one, other], { comment: 'Which month?' })).toEqual([2, 2])
    expect(payoutIn(await ana.get(`/api/payouts/${other.id}`))).toMatchObject({
      state: 'returned',
      comment: 'Which month?',
      decidedBy: { name: 'Bruno Lima' },
    })
    expect(payoutIn(await step(bruno, { id: one.id, version: 2 }, 'undo')).state).toBe('in_review')
    expect(await job(ana, 'act', [{ ...other, version: 2 }], { act: 'submit' })).toEqual([3])
    expect(await job(ana, 'act', [{ ...other, version: 3 }, one], { act: 'withdraw' })).toEqual([
      4,
      ['VERSION_CONFLICT', undefined],
    ])
    expect(await job(ana, 'act', [{ ...other, version: 4 }], { act: 'delete' })).toEqual([4])
    expect(await statesOf([one, other])).toEqual(['in_review', 'gone'])
    expect(problemOf(await bruno.post('/api/act-jobs', { act: 'submit', list: { from: 0, count: 1 } }))).toBe(
      'NOT_PERMITTED',
    )
  })

  it('A list is given with one act, by each of its parts', async () => {
    const [one, other] = [await entered(false), await entered(false)]
    const give = (payout: Payout, more: object) =>
      ana.post('/api/act-jobs', { act: 'submit', payouts: listOf([payout]), ...more })
    const { id: jobId } = listJobSchema.parse(okay(await give(one, { list: { from: 0, count: 2 } })))
    const rest = { list: { jobId, from: 1, count: 2 } }
    expect(problemOf(await give(other, { ...rest, act: 'delete' }))).toBe('STATE_CONFLICT')
    const return_ = { ...rest, payouts: listOf([other]), comment: 'Which month?' }
    expect(problemOf(await ana.post('/api/return-jobs', return_))).toBe('STATE_CONFLICT')
    expect(listJobSchema.parse(okay(await give(other, rest)))).toMatchObject({ state: 'done', act: 'submit', done: 2 })
    expect(await statesOf([one, other])).toEqual(['in_review', 'in_review'])
    const comment = 'Which month?'
    const twice = { list: { from: 0, count: 2 }, payouts: listOf([one, one]), comment }
    expect(problemOf(await bruno.post('/api/return-jobs', twice))).toBe('FIELDS_INVALID')
    const first = { list: { from: 0, count: 2 }, payouts: listOf([one]), comment }
    const { id } = listJobSchema.parse(okay(await bruno.post('/api/return-jobs', first)))
    const last = { list: { jobId: id, from: 1, count: 2 }, payouts: listOf([other]), comment: 'Another comment' }
    expect(problemOf(await bruno.post('/api/return-jobs', last))).toBe('STATE_CONFLICT')
  })
})
