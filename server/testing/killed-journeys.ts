import { setTimeout as wait } from 'node:timers/promises'
import { Agent } from 'undici'
import { expect } from 'vitest'
import { readCheckpointFile } from '../store/audit/checkpoint-file.ts'
import { verifyAuditLog } from '../store/audit/verify-audit-log.ts'
import { gate } from './gate.ts'
import { type Deed, type Done, deeds, doneIn, isRefusal, type Journey, newJourney, travel } from './payout-journey.ts'
import type { Program } from './program.ts'
import type { Place } from './stores.ts'
import { visitorsAt } from './test-app.ts'

const writers = 6

/** Journeys in the order in which they are begun; those that were cut off come first. */
export function createJourneys() {
  const open: Journey[] = []
  let begun = 0
  return {
    open,
    begun: () => begun,
    next: () => {
      const first = open.shift()
      if (first !== undefined) return first
      begun += 1
      return newJourney(begun)
    },
  }
}

export type Journeys = ReturnType<typeof createJourneys>

/** Works as fast as it can, until the app is killed; what was under way then is to be gone on with. */
export async function writeUntilKilled(
  program: Program,
  journeys: Journeys,
  acknowledged: Done,
  round: number,
): Promise<void> {
  const app = await visit(program)
  const underWay: Journey[] = []
  const refused: unknown[] = []
  const first = gate<void>()
  const work = async () => {
    for (;;) {
      const journey = journeys.next()
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
  journeys.open.push(...underWay)
  expect(refused).toEqual([])
}

/** What was under way when the last one was killed is gone through once more, under the same keys. */
export async function finish(program: Program, { open }: Journeys): Promise<void> {
  const app = await visit(program)
  for (const journey of open) await app.travel(journey, () => {})
  await app.leave()
  program.process.kill('SIGTERM')
  expect(await program.ended).toEqual([0, null])
}

async function visit(program: Program) {
  const url = await program.ready()
  const agent = new Agent({ connections: writers })
  const visitorOf = visitorsAt(agent, url)
  return {
    travel: (journey: Journey, note: (deed: Deed, id: string) => void) => travel(visitorOf, journey, note),
    leave: () => agent.destroy(),
  }
}

/** All that was acknowledged is there, and the audit log holds up to the head in the checkpoint file. */
export async function expectAll(place: Place, acknowledged: Done): Promise<void> {
  const store = await place.open()
  const kept = await doneIn(store)
  for (const deed of deeds) {
    expect(
      [...acknowledged[deed]].filter((id) => !kept[deed].has(id)),
      deed,
    ).toEqual([])
  }
  const noted = readCheckpointFile(place.dataDirectory)?.heads ?? []
  expect(await verifyAuditLog(store.db, store.encryption, noted)).toMatchObject({ holds: true })
  await store.close()
}

/** However often it was sent, each was done once. */
export async function expectOnce(place: Place, journeys: Journeys): Promise<void> {
  const store = await place.open()
  const kept = await doneIn(store)
  expect(Object.fromEntries(deeds.map((deed) => [deed, kept[deed].size]))).toEqual(
    Object.fromEntries(deeds.map((deed) => [deed, journeys.begun()])),
  )
  await store.close()
}

/** Whether each deed was acknowledged at least once: how far a server comes before it is killed is chance. */
export function hasEachDeed(acknowledged: Done): boolean {
  return deeds.every((deed) => acknowledged[deed].size > 0)
}

/** How often each deed was acknowledged. */
export function figuresOf(acknowledged: Done): string {
  return deeds.map((deed) => `${deed} ${acknowledged[deed].size}`).join(', ')
}
