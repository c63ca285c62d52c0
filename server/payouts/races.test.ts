import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Payout } from '#shared/api/payout.ts'
import { payoutPageSchema } from '#shared/api/payout-search.ts'
import {
  changed,
  confirmedIn,
  confirmedWithReason,
  confirming,
  enter,
  payoutIn,
  payoutWrite,
  reveal,
  step,
} from '../testing/payouts.ts'
import { type Place, stores } from '../testing/stores.ts'
import { type Answer, startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'

const rounds = 12

describe.each(stores)('People who act at the same moment, over two servers on $name', ({ makePlace }) => {
  let place: Place
  let apps: TestApp[]
  let ana: Visitor
  let bruno: Visitor

  beforeAll(async () => {
    place = await makePlace()
    apps = [await startTestApp(place.environment), await startTestApp(place.environment)]
    ana = apps[0]!.as('Ana Souza')
    bruno = apps[1]!.as('Bruno Lima')
    await Promise.all([ana.get('/api/session'), bruno.get('/api/session')])
  })

  afterAll(async () => {
    await Promise.all(apps.map((app) => app.stop()))
    await place.remove()
  })

  async function inReview(): Promise<Payout> {
    return payoutIn(await step(ana, await enter(ana), 'submit'))
  }

  /** Prepares to save the payout in its current version with another amount, and to send it to review. */
  async function readyToEdit({ id }: Payout, amount: string): Promise<() => Promise<Answer>> {
    const { version, beneficiary, entry, warnings } = await reveal(ana, id)
    const confirmed = confirmedIn({ json: { warnings } })
    const write = { beneficiary, entry: { ...entry, amount }, confirmed, submit: true }
    return () => ana.put(`/api/payouts/${id}`, write, { 'if-match': `"${version}"` })
  }

  it('never approve or export what was not shown, no matter who comes first', async () => {
    const ends = { approved: 0, edited: 0 }
    for (let round = 0; round < rounds; round += 1) {
      const sent = await inReview()
      const edit = await readyToEdit(sent, String(2000 + round))
      const { requestHash, warningsHash, version, request } = await reveal(bruno, sent.id)
      const approve = () =>
        step(bruno, { id: sent.id, version }, 'approve', { requestHash, warningsHash, confirmed: [] })
      // The last two rounds are no race, so that each of the two comes first at least once.
      const isRace = round < rounds - 2
      const inOrder = round % 2 === 0 ? [edit, approve] : [approve, edit]
      const answers: Promise<Answer>[] = []
      for (const act of inOrder) {
        const answer = act()
        if (!isRace) await answer
        answers.push(answer)
      }
      const both = await Promise.all(answers)
      const [edited, approval] = round % 2 === 0 ? both : both.toReversed()
      if (edited === undefined || approval === undefined) throw new Error('There are two answers.')
      // Also a version that is right by then does not make another request the one that was shown.
      const now = await reveal(ana, sent.id)
      const late = await step(bruno, { id: sent.id, version: now.version }, 'approve', {
        requestHash,
        warningsHash,
        confirmed: [],
      })
      const exported = await bruno.post('/api/exports', { payoutIds: [sent.id], format: 'json', again: false })
      expect([edited.status, approval.status].toSorted(), `${edited.text} ${approval.text}`).toContain(200)
      expect([edited.status, approval.status]).not.toEqual([200, 200])
      expect(late.status).toBe(409)
      if (exported.status === 201) expect((await reveal(ana, sent.id)).request).toEqual(request)
      expect(exported.status).toBe(edited.status === 200 ? 409 : 201)
      ends[edited.status === 200 ? 'edited' : 'approved'] += 1
    }
    expect(ends.approved + ends.edited).toBe(rounds)
    expect(Math.min(ends.approved, ends.edited)).toBeGreaterThan(0)
  })

  it('approve a payout once, and export it once', async () => {
    const sent = await inReview()
    const { requestHash, warningsHash, version, warnings } = await reveal(bruno, sent.id)
    const approval = { requestHash, warningsHash, confirmed: confirmedWithReason(warnings) }
    const carla = apps[0]!.as('Carla Dias')
    await carla.get('/api/session')
    const approvals = await Promise.all(
      [bruno, carla, bruno, carla].map((person) => step(person, { id: sent.id, version }, 'approve', approval)),
    )
    expect(approvals.filter(({ status }) => status === 200)).toHaveLength(1)
    const wish = { payoutIds: [sent.id], format: 'json', again: false }
    const exports = await Promise.all([ana, bruno, carla].map((person) => person.post('/api/exports', wish)))
    expect(exports.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  })

  it('never give two payouts one reference', async () => {
    const write = changed(payoutWrite(), { externalReference: 'RACE-1' })
    const people = [ana, bruno, ana, bruno, ana, bruno]
    const confirmed = await confirming(ana, write)
    const send = (person: Visitor) => person.post('/api/payouts', { ...write, confirmed })
    const answers = await Promise.all(people.map(send))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
    const { json } = await ana.post('/api/payout-searches', { text: 'race-1' })
    expect(payoutPageSchema.parse(json).items).toHaveLength(1)
  })
})
