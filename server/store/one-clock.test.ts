import { expect, it } from 'vitest'
import { stores } from '../testing/stores.ts'
import { requireOneClock } from './one-clock.ts'

it.each(stores)(
  'A server does not start on $name whose clock and that of the database differ by more than five minutes',
  async ({ makePlace }) => {
    const place = await makePlace()
    const store = await place.open()
    const startAt = (minutes: number) =>
      requireOneClock(store.db, store.kind, () => new Date(Date.now() + minutes * 60_000))
    for (const minutes of [-4, 0, 4]) await startAt(minutes)
    await expect(startAt(25 * 60)).rejects.toThrow(/^the clock of this machine is 1500 minutes ahead of that of the da/)
    await expect(startAt(-6)).rejects.toThrow(/^the clock of this machine is 6 minutes behind that of the database: /)
    await store.close()
    await place.remove()
  },
)
