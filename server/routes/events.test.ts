import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EventPage, eventPageSchema } from '#shared/api/events.ts'
import type { Payout } from '#shared/api/payout.ts'
import { newTokenSchema, type TokenScope } from '#shared/api/tokens.ts'
import { confirmAll } from '../testing/confirmed.ts'
import { putInBatch } from '../testing/in-batch.ts'
import { approve, changed, confirming, enter, payoutIn, payoutWrite, step } from '../testing/payouts.ts'
import { type Place, stores } from '../testing/stores.ts'
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'
import { tokenWrite } from '../testing/tokens.ts'

describe.each(stores)('GET /api/events on $name', ({ makePlace }) => {
  let place: Place
  let app: TestApp
  let clerk: Visitor
  let reviewer: Visitor
  let admin: Visitor
  beforeAll(async () => {
    place = await makePlace()
    app = await startTestApp({ ...place.environment, SIGN_IN: 'accounts' })
    clerk = await app.asMember({ name: 'Ana Souza', roles: ['clerk'] })
    reviewer = await app.asMember({ name: 'Bruno Lima', roles: ['reviewer'] })
    admin = await app.asMember({ name: 'Ada Rocha', roles: ['admin'] })
  })
  afterAll(async () => {
    await app.stop()
    await place.remove()
  })

  const pageOf = async (who: Visitor, cursor = '', headers = {}): Promise<EventPage> =>
    eventPageSchema.parse((await who.get(`/api/events${cursor && `?cursor=${cursor}`}`, headers)).json)

  /** The events of one thing so far, with the state that each leaves a payout in. */
  const eventsOf = async ({ id }: Pick<Payout, 'id'>) => {
    const { items } = await pageOf(clerk)
    return items.flatMap(({ type, data }) =>
      data.thing.id === id ? [`${type} ${data.from ?? '-'} ${data.state ?? data.outcome ?? '-'}`] : [],
    )
  }

  const resubmit = async (payout: Payout, city: string, submit: boolean): Promise<Payout> => {
    const write = changed(payoutWrite(undefined, { submit }), { city })
    const confirmed = await confirming(clerk, { ...write, beneficiary: undefined })
    const headers = { 'if-match': `"${payout.version}"` }
    return payoutIn(await clerk.put(`/api/payouts/${payout.id}`, { ...write, confirmed }, headers))
  }

  it('Each change of a payout’s state is one event, by whichever action', async () => {
    let payout = await enter(clerk)
    expect(await eventsOf(payout)).toEqual([])
    payout = payoutIn(await step(clerk, payout, 'submit', { confirmed: await confirming(clerk, payoutWrite()) }))
    payout = await resubmit(payout, 'Recife', true)
    payout = payoutIn(await step(reviewer, payout, 'return', { comment: 'Which invoice is it for?' }))
    payout = payoutIn(await step(reviewer, payout, 'undo'))
    payout = payoutIn(await step(clerk, payout, 'withdraw'))
    payout = await resubmit(payout, 'Olinda', true)
    payout = await approve(reviewer, payout)
    payout = await resubmit(payout, 'Natal', false)
    payout = await resubmit(payout, 'Belém', true)
    payout = await approve(reviewer, payout)
    const list = { payoutIds: [payout.id], format: 'json', again: false }
    const { location = '' } = (await reviewer.post('/api/exports', list)).headers
    await clerk.post('/api/outcomes', { outcomes: [{ payoutId: payout.id, outcome: 'paid' }] })
    expect(await eventsOf(payout)).toEqual([
      'payout.submitted draft in_review',
      'payout.submitted - in_review',
      'payout.returned in_review returned',
      'payout.reopened returned in_review',
      'payout.withdrawn in_review draft',
      'payout.submitted draft in_review',
      'payout.approved in_review approved',
      'payout.withdrawn approved draft',
      'payout.submitted draft in_review',
      'payout.approved in_review approved',
      'payout.exported approved exported',
      'payout.outcome_recorded - paid',
    ])
    const exported = (await pageOf(clerk)).items.filter(({ data }) => data.export !== undefined)
    expect(exported).toEqual([
      {
        id: expect.stringMatching(/^evt_[\w-]{22}$/),
        type: 'payout.exported',
        timestamp: expect.any(String),
        data: {
          thing: { type: 'payout', id: payout.id },
          from: 'approved',
          state: 'exported',
          version: expect.any(Number),
          export: `${location}`.split('/')[3],
        },
      },
    ])
  })

  it('A batch is reviewed once its last waiting payout is decided or withdrawn, and again where more were sent', async () => {
    const waiting = () => enter(clerk, payoutWrite(undefined, { submit: true }))
    const payouts = [await waiting(), await waiting(), await waiting()]
    const batchId = crypto.randomUUID()
    await putInBatch(
      await app.openStore(),
      batchId,
      payouts.map(({ id }) => id),
    )
    const [first, second, third] = await Promise.all(
      payouts.map(async ({ id }) => payoutIn(await clerk.get(`/api/payouts/${id}`))),
    )
    const reviewed = async () => (await eventsOf({ id: batchId })).length
    await approve(reviewer, first!)
    await step(reviewer, second!, 'return', { comment: 'Which invoice is it for?' })
    expect(await reviewed()).toBe(0)
    await step(clerk, third!, 'withdraw')
    expect(await eventsOf({ id: batchId })).toEqual(['batch.reviewed - -'])
    await step(reviewer, payoutIn(await reviewer.get(`/api/payouts/${second!.id}`)), 'undo')
    expect(await reviewed()).toBe(1)
    await approve(reviewer, second!)
    expect(await reviewed()).toBe(2)
  })

  it('The first approval of two is no event, and the second one is', async () => {
    const second = await app.asMember({ name: 'Clara Reis', roles: ['reviewer'] })
    const currencies = { BRL: [{ above: '0', approvals: 2, appliesTo: 'payout' }] }
    expect((await admin.post('/api/approval-policy/proposals', { currencies })).status).toBe(200)
    await confirmAll(app)
    expect((await pageOf(clerk)).items.at(-1)).toMatchObject({ type: 'policy.changed', data: { version: 1 } })
    const payout = await enter(clerk, payoutWrite(undefined, { submit: true }))
    await approve(reviewer, payout)
    expect(await eventsOf(payout)).toEqual(['payout.submitted - in_review'])
    await approve(second, payout)
    expect(await eventsOf(payout)).toEqual(['payout.submitted - in_review', 'payout.approved in_review approved'])
  })

  it('An event names no person, no number and no amount', async () => {
    const { text } = await clerk.get('/api/events')
    const { beneficiaryFirstName, beneficiaryLastName, documentNumber, amount } = payoutWrite().entry
    for (const typed of [beneficiaryFirstName, beneficiaryLastName, documentNumber, amount, 'Bruno Lima']) {
      expect(String(typed).length).toBeGreaterThan(2)
      expect(text).not.toContain(`"${typed}`)
    }
    expect(text).not.toMatch(/"(amount|enteredBy|approvedBy|paid)":/)
  })

  it('A program goes on from its cursor, and one that may fetch exports alone hears of them alone', async () => {
    const headersFor = async (scopes: readonly TokenScope[]) => {
      const write = tokenWrite({ name: scopes.join(' '), scopes: [...scopes] })
      const { token } = newTokenSchema.parse((await admin.post('/api/tokens', write)).json)
      await confirmAll(app)
      return { authorization: `Bearer ${token}` }
    }
    const [enters, fetches] = [await headersFor(['payouts:write']), await headersFor(['exports:read'])]
    const before = await pageOf(app.asNobody(), '', enters)
    expect(before).toEqual(await pageOf(clerk))
    expect(before.hasMore).toBe(false)
    const ofExports = await pageOf(app.asNobody(), '', fetches)
    expect(ofExports.items.map(({ type }) => type)).toEqual(['payout.exported', 'export.created'])
    await enter(clerk, payoutWrite(undefined, { submit: true }))
    const [mine, theirs] = [
      await pageOf(app.asNobody(), before.nextCursor ?? '', enters),
      await pageOf(app.asNobody(), ofExports.nextCursor ?? '', fetches),
    ]
    expect(mine.items.map(({ type }) => type)).toEqual(['beneficiary.created', 'payout.submitted'])
    expect(theirs.items).toEqual([])
    expect(theirs.nextCursor).toBe(mine.nextCursor)
  })
})
