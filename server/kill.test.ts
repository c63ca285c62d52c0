import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, inject, it } from 'vitest'
import { type BuiltServer, buildServer } from './testing/built-server.ts'
import {
  createJourneys,
  expectAll,
  expectOnce,
  figuresOf,
  finish,
  writeUntilKilled,
} from './testing/killed-journeys.ts'
import { nothingDone } from './testing/payout-journey.ts'
import { type Program, startProgram } from './testing/program.ts'
import { type Place, stores } from './testing/stores.ts'

/** A dozen take seconds; `npm run soak` takes two hundred. */
const rounds = inject('testSet') === 'soak' ? 200 : 12

describe.each(stores)('an app on $name that is killed at random moments', ({ name, makePlace }) => {
  let built: BuiltServer
  let place: Place
  beforeAll(async () => {
    built = await buildServer()
    place = await makePlace()
  })
  afterAll(async () => {
    await place.remove()
    built.remove()
  })

  const start = () => startProgram({ ...place.environment, PORT: '0' }, built.program)

  it(
    `has all that it acknowledged, each once, and an audit log that holds, after each of ${rounds} times`,
    async () => {
      const acknowledged = nothingDone()
      const journeys = createJourneys()
      for (let round = 0; round < rounds; round += 1) {
        if (round % 4 === 3) await killWhileStarting(start())
        await writeUntilKilled(start(), journeys, acknowledged, round)
        await expectAll(place, acknowledged)
      }
      const figures = figuresOf(acknowledged)
      await finish(start(), journeys)
      await expectOnce(place, journeys)
      process.stdout.write(`${name}: killed ${rounds} times; acknowledged before a kill, and none lost: ${figures}\n`)
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
