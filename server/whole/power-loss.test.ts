import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import {
  createJourneys,
  expectAll,
  expectOnce,
  figuresOf,
  finish,
  hasEachDeed,
  writeUntilKilled,
} from '../testing/killed-journeys.ts'
import { nothingDone } from '../testing/payout-journey.ts'
import { canLosePower, type FragileFolder, fragileFolder } from '../testing/power-loss.ts'
import { startServer } from '../testing/server-program.ts'
import { type Place, stores } from '../testing/stores.ts'

/** Three take seconds; `npm run soak` takes forty. */
const rounds = inject('testSet') === 'soak' ? 40 : 3

/** Of what was not synced nothing stays, then most of it, then half: a disk writes in an order of its own. */
const shares = [0, 0.9, 0.5]

const sqlite = stores.filter(({ name }) => name === 'SQLite')

describe.skipIf(!canLosePower).each(sqlite)('an app on $name whose power goes', ({ makePlace }) => {
  let place: Place
  let folder: FragileFolder
  beforeAll(async () => {
    place = await makePlace()
    folder = fragileFolder(place.dataDirectory)
  })
  afterAll(async () => {
    await place.remove()
    folder.remove()
  })

  const start = () => {
    folder.settle()
    return startServer({ ...place.environment, ...folder.environment, PORT: '0' })
  }

  it(
    `has all that it acknowledged, each once, and an audit log no shorter than its noted head, after each of ${rounds} times`,
    async () => {
      const acknowledged = nothingDone()
      const journeys = createJourneys()
      let lost = 0
      for (let round = 0; round < rounds; round += 1) {
        // Every second deed, to the last: the others come on the way.
        await writeUntilKilled(start(), journeys, acknowledged, 2 * round + 1)
        lost += folder.losePower(shares[round % shares.length] ?? 0)
        await expectAll(place, acknowledged)
      }
      // Otherwise nothing was tried: the first round takes all of the unsynced checkpoints.
      expect(lost).toBeGreaterThan(0)
      expect(hasEachDeed(acknowledged)).toBe(true)
      const figures = figuresOf(acknowledged)
      await finish(start(), journeys)
      await expectOnce(place, journeys)
      process.stdout.write(
        `The power went ${rounds} times and took ${lost} pages; acknowledged, and none lost: ${figures}\n`,
      )
    },
    60_000 + rounds * 15_000,
  )
})
