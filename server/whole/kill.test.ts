import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, inject, it } from 'vitest'
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
import type { Program } from '../testing/program.ts'
import { startServer } from '../testing/server-program.ts'
import { type Place, stores } from '../testing/stores.ts'

/** Three take seconds; `npm run soak` takes two hundred. */
const rounds = inject('testSet') === 'soak' ? 200 : 3

describe.each(stores)('an app on $name that is killed at random moments', ({ name, makePlace }) => {
  let place: Place
  beforeAll(async () => {
    place = await makePlace()
  })
  afterAll(async () => {
    await place.remove()
  })

  const start = () => startServer({ ...place.environment, PORT: '0' })

  it(
    `has all that it acknowledged, each once, and an audit log that holds, after each of at least ${rounds} times`,
    async () => {
      const acknowledged = nothingDone()
      const journeys = createJourneys()
      let round = 0
      for (; round < rounds || !hasEachDeed(acknowledged); round += 1) {
        if (round % 4 === 2) await killWhileStarting(start())
        // Every second deed at first, to the last: the others come on the way.
        await writeUntilKilled(start(), journeys, acknowledged, round < 3 ? 2 * round + 1 : round)
        await expectAll(place, acknowledged)
      }
      const figures = figuresOf(acknowledged)
      await finish(start(), journeys)
      await expectOnce(place, journeys)
      process.stdout.write(`${name}: killed ${round} times; acknowledged before a kill, and none lost: ${figures}\n`)
    },
    60_000 + rounds * 15_000,
  )
})

/** A kill that comes while the app opens its store. */
async function killWhileStarting(program: Program): Promise<void> {
  await wait(Math.random() * 400)
  program.process.kill('SIGKILL')
  await program.ended
}
