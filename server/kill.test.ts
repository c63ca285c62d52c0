import { setTimeout as wait } from 'node:timers/promises'
import { Agent } from 'undici'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { readCheckpointFile } from './store/audit/audit-log.ts'
import { verifyAuditLog } from './store/audit/verify-audit-log.ts'
import { type BuiltServer, buildServer } from './testing/built-server.ts'
import { gate } from './testing/gate.ts'
import {
  type Deed,
  type Done,
  deeds,
  doneIn,
  isRefusal,
  type Journey,
  newJourney,
  nothingDone,
  travel,
} from './testing/payout-journey.ts'
import { type Program, startProgram } from './testing/program.ts'
import { type Place, stores } from './testing/stores.ts'
import { visitor } from './testing/test-app.ts'

/** A dozen take seconds; `npm run soak` takes two hundred. */
const rounds = inject('testSet') === 'soak' ? 200 : 12

const writers = 6

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
      const open: Journey[] = []
      const made = { journeys: 0 }
      const next = () => {
        const begun = open.shift()
        if (begun !== undefined) return begun
        made.journeys += 1
        return newJourney(made.journeys)
      }
      for (let round = 0; round < rounds; round += 1) {
        if (round % 4 === 3) await killWhileStarting(start())
        open.push(...(await writeUntilKilled(start(), next, acknowledged, round)))
        await expectAll(place, acknowledged)
      }
      const counts = deeds.map((deed) => [deed, acknowledged[deed].size] as const)
      for (const [deed, count] of counts) expect(count, deed).toBeGreaterThan(0)
      await finish(start(), open)
      await expectOnce(place, made.journeys)
      const figures = counts.map(([deed, count]) => `${deed} ${count}`).join(', ')
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

/** Works as fast as it can, until the app is killed; answers what was under way then. */
async function writeUntilKilled(
  program: Program,
  next: () => Journey,
  acknowledged: Done,
  round: number,
): Promise<readonly Journey[]> {
  const app = await visit(program)
  const underWay: Journey[] = []
  const refused: unknown[] = []
  const first = gate<void>()
  const work = async () => {
    for (;;) {
      const journey = next()
      try {
        await app.travel(journey, (deed, id) => {
          acknowledged[deed].add(id)
          // Each deed in its turn, so that kills come amid all of them on a slow machine too.
          if (deed === deeds[round % deeds.length]) first.open()
        })
      } catch (error) {
        if (isRefusal(error)) refused.push(error)
        first.open()
        return void underWay.push(journey)
      }
    }
  }
  const working = Promise.all(Array.from({ length: writers }, work))
  await first.opened
  await wait(Math.random() * 200)
  program.process.kill('SIGKILL')
  await program.ended
  await working
  await app.leave()
  expect(refused).toEqual([])
  return underWay
}

/** What was under way when the last one was killed is gone through once more, under the same keys. */
async function finish(program: Program, open: readonly Journey[]): Promise<void> {
  const app = await visit(program)
  for (const journey of open) await app.travel(journey, () => {})
  await app.leave()
  program.process.kill('SIGTERM')
  expect(await program.ended).toEqual([0, null])
}

async function visit(program: Program) {
  const url = await program.ready()
  const agent = new Agent({ connections: writers })
  const people = [visitor(agent, url, 'Ana Souza'), visitor(agent, url, 'Bruno Lima')] as const
  return {
    travel: (journey: Journey, note: (deed: Deed, id: string) => void) => travel(people, journey, note),
    leave: () => agent.destroy(),
  }
}

async function expectAll(place: Place, acknowledged: Done): Promise<void> {
  const store = await place.open()
  const kept = await doneIn(store)
  for (const deed of deeds) {
    expect(
      [...acknowledged[deed]].filter((id) => !kept[deed].has(id)),
      deed,
    ).toEqual([])
  }
  const noted = readCheckpointFile(place.dataDirectory)?.heads ?? []
  expect(await verifyAuditLog(store.db, noted)).toMatchObject({ holds: true })
  await store.close()
}

/** However often it was sent, each was done once. */
async function expectOnce(place: Place, journeys: number): Promise<void> {
  const store = await place.open()
  const kept = await doneIn(store)
  expect(Object.fromEntries(deeds.map((deed) => [deed, kept[deed].size]))).toEqual(
    Object.fromEntries(deeds.map((deed) => [deed, journeys])),
  )
  await store.close()
}
