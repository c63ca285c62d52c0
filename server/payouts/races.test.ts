import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Payout, payoutPageSchema } from '#shared/api/payout.ts'
import { type Answer, type DeskUnderTest, startDeskUnderTest, type Visitor } from '../testing/desk-under-test.ts'
import { enter, payoutIn, payoutWrite, reveal, step } from '../testing/payouts.ts'
import { type Place, stores } from '../testing/stores.ts'

const rounds = 12

describe.each(stores)('People who act at the same moment, over two desks on $name', ({ makePlace }) => {
  let place: Place
  let desks: DeskUnderTest[]
  let ana: Visitor
  let bruno: Visitor

  beforeAll(async () => {
    place = await makePlace()
    desks = [await startDeskUnderTest(place.environment), await startDeskUnderTest(place.environment)]
    ana = desks[0]!.as('Ana Souza')
    bruno = desks[1]!.as('Bruno Lima')
    await Promise.all([ana.get('/api/session'), bruno.get('/api/session')])
  })

  afterAll(async () => {
    await Promise.all(desks.map((desk) => desk.stop()))
    await place.remove()
  })

  async function inReview(): Promise<Payout> {
    return payoutIn(await step(ana, await enter(ana), 'submit'))
  }

  /** Saves the payout with another amount and sends it to review, as it stands by then. */
  async function edit({ id }: Payout, amount: string): Promise<Answer> {
    const { version, beneficiary, details, terms, warnings } = await reveal(ana, id)
    const confirmed = warnings.map(({ field, code, params }) => JSON.stringify([field, code, params]))
    const write = { beneficiary, details, terms: { ...terms, amount }, confirmed, submit: true }
    return ana.put(`/api/payouts/${id}`, write, { 'if-match': `"${version}"` })
  }

  it('never approve or export what was not shown', async () => {
    const ends = new Set<string>()
    for (let round = 0; round < rounds; round += 1) {
      const sent = await inReview()
      const shown = await reveal(bruno, sent.id)
      const seen = { id: sent.id, version: shown.version }
      const [approval, edited] = await Promise.all([
        step(bruno, seen, 'approve', { requestHash: shown.requestHash }),
        edit(sent, String(2000 + round)),
      ])
      const exported = await bruno.post('/api/exports', { payoutIds: [sent.id], format: 'json', again: false })
      const now = await reveal(ana, sent.id)
      if (exported.status === 201) expect(now.request).toEqual(shown.request)
      else expect(exported.json).toMatchObject({ code: 'STATE_CONFLICT' })
      if (edited.status === 200) expect(exported.status).toBe(409)
      else expect(edited.json).toMatchObject({ code: expect.stringMatching(/^(VERSION|STATE)_CONFLICT$/) })
      ends.add(`approved ${approval.status === 200}, edited ${edited.status === 200}`)
    }
    // One of the two comes first each time, so something always happens.
    expect(ends).not.toContain('approved false, edited false')
  })

  it('approve a payout once, and export it once', async () => {
    const sent = await inReview()
    const { requestHash, version } = await reveal(bruno, sent.id)
    const carla = desks[0]!.as('Carla Dias')
    await carla.get('/api/session')
    const approvals = await Promise.all(
      [bruno, carla, bruno, carla].map((person) => step(person, { id: sent.id, version }, 'approve', { requestHash })),
    )
    expect(approvals.filter(({ status }) => status === 200)).toHaveLength(1)
    const wish = { payoutIds: [sent.id], format: 'json', again: false }
    const exports = await Promise.all([ana, bruno, carla].map((person) => person.post('/api/exports', wish)))
    expect(exports.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  })

  it('never give two payouts one reference', async () => {
    const write = payoutWrite()
    const terms = { ...write.terms, externalReference: 'RACE-1' }
    const people = [ana, bruno, ana, bruno, ana, bruno]
    const answers = await Promise.all(people.map((person) => person.post('/api/payouts', { ...write, terms })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
    const { json } = await ana.post('/api/payout-searches', { text: 'race-1' })
    expect(payoutPageSchema.parse(json).items).toHaveLength(1)
  })
})
