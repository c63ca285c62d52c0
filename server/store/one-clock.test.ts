import { afterEach, describe, expect, it, vi } from 'vitest'
import { brazil, confirmedWithReason, enter, payoutIn, payoutWrite, reveal, step } from '../testing/payouts.ts'
import { stores } from '../testing/stores.ts'
import { startTestApp } from '../testing/test-app.ts'
import { requireOneClock } from './one-clock.ts'

describe.each(stores)('The clock of a server and that of its database, $name', ({ makePlace }) => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('differ by at most five minutes where it starts', async () => {
    const place = await makePlace()
    const store = await place.open()
    const startAt = (minutes: number) =>
      requireOneClock(store.db, store.kind, () => new Date(Date.now() + minutes * 60_000))
    for (const minutes of [-4, 0, 4]) await startAt(minutes)
    await expect(startAt(25 * 60)).rejects.toThrow(/^the clock of this machine is 1500 minutes ahead of that of the da/)
    await expect(startAt(-6)).rejects.toThrow(/^the clock of this machine is 6 minutes behind that of the database: /)
    await store.close()
    await place.remove()
  })

  it('are compared at each write: a server whose clock is set otherwise is not ready and writes nothing until it is right', async () => {
    const place = await makePlace()
    const app = await startTestApp(place.environment)
    const payout = await enter(app, payoutWrite(brazil, { submit: true }))
    const bruno = app.as('Bruno Lima')
    const { version, requestHash, warningsHash, warnings } = await reveal(bruno, payout.id)
    const approval = { requestHash, warningsHash, confirmed: confirmedWithReason(warnings) }
    const approving = () => step(bruno, { id: payout.id, version }, 'approve', approval)
    const ready = () => app.get('/readyz')
    expect((await ready()).status).toBe(200)
    const refusal = { status: 503, json: { code: 'CLOCK_OFF' } }
    for (const minutes of [-7, 7]) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
      expect(await ready()).toMatchObject(refusal)
      expect(await approving()).toMatchObject(refusal)
      vi.useRealTimers()
    }
    expect((await ready()).status).toBe(200)
    expect(payoutIn(await approving()).state).toBe('approved')
    await app.stop()
    await place.remove()
  })
})
