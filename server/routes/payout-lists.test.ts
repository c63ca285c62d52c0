import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { submittedPayoutsSchema } from '#shared/api/batch-rows.ts'
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
  const act = async (person: Visitor, name: string, payouts: readonly Pick<Payout, 'id' | 'version'>[], more = {}) => {
    const listed = payouts.map(({ id, version }) => ({ id, version }))
    const answer = await person.post(`/api/payout-lists/${name}`, { payouts: listed, ...more })
    return submittedPayoutsSchema
      .parse(okay(answer))
      .payouts.map((one) => ('problem' in one ? [one.problem.code, one.problem.params?.why] : one.version))
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
    expect(await act(ana, 'return', [one, other], { comment: 'Which month?' })).toEqual([
      ['OWN_ENTRY', 'payout'],
      ['OWN_ENTRY', 'payout'],
    ])
    expect(await act(bruno, 'return', [one, other], { comment: 'Which month?' })).toEqual([2, 2])
    expect(payoutIn(await ana.get(`/api/payouts/${other.id}`))).toMatchObject({
      state: 'returned',
      comment: 'Which month?',
      decidedBy: { name: 'Bruno Lima' },
    })
    expect(payoutIn(await step(bruno, { id: one.id, version: 2 }, 'undo')).state).toBe('in_review')
    expect(await act(ana, 'submit', [{ ...other, version: 2 }])).toEqual([3])
  })
})
