import { setTimeout as wait } from 'node:timers/promises'
import { Agent } from 'undici'
import * as z from 'zod/mini'
import { type Done, deeds, type Journey, newJourney, nothingDone, travel } from '../server/testing/payout-journey.ts'
import { type Visitor, visitorsAt } from '../server/testing/test-app.ts'
import type { Site } from './endurance-site.ts'

/** Four people who each pay new beneficiaries again and again, and two who ask for validations, at alternating servers. */
const travellers = 4
const askers = 2

/** A person takes a breath. */
const pauseMs = 400
/** After so long, a person who got no answer tries again … */
const againMs = 500
/** … and what is not done after so long is stuck. */
const stuckMs = 180_000

type VisitorOf = (name: string) => Visitor

/** Work that goes on until it is ended; each thing is tried again, at the other server and under the same keys, until it is done. */
export interface Work {
  readonly acknowledged: Done
  /** Journeys begun. */
  readonly begun: () => number
  /** How many validations ended with each code; OK for an answer of the provider. */
  readonly validated: ReadonlyMap<string, number>
  /** What was refused, or stuck. */
  readonly wrong: readonly string[]
  /** Resolves once all that was begun is done. */
  end(): Promise<void>
}

export function startWork(site: Site): Work {
  const acknowledged = nothingDone()
  const wrong: string[] = []
  const validated = new Map<string, number>()
  const count = { journeys: 0, asked: 0 }
  let isEnding = false
  const repeat = async (once: (desk: Desk) => Promise<void>) => {
    const desk = createDesk(site)
    while (!isEnding && wrong.length === 0) {
      await once(desk).catch((error: unknown) => void wrong.push(String(error)))
      await wait(pauseMs)
    }
    await desk.close()
  }
  const pay = async (desk: Desk) => {
    count.journeys += 1
    const journey = newJourney(count.journeys)
    await desk.until((visitorOf) => travelOnce(visitorOf, journey, acknowledged))
  }
  const ask = async (desk: Desk) => {
    count.asked += 1
    const number = String(10_000_000 + count.asked)
    const code = await desk.until((visitorOf) => validateOnce(visitorOf('Ana Souza'), number))
    validated.set(code, (validated.get(code) ?? 0) + 1)
  }
  const working = [...Array(travellers).fill(pay), ...Array(askers).fill(ask)].map(repeat)
  return {
    acknowledged,
    begun: () => count.journeys,
    validated,
    wrong,
    end: async () => {
      isEnding = true
      await Promise.all(working)
    },
  }
}

async function travelOnce(visitorOf: VisitorOf, journey: Journey, acknowledged: Done): Promise<true> {
  await travel(visitorOf, journey, (deed, id) => acknowledged[deed].add(id))
  return true
}

/** Answers OK, or the code of a problem for good: where what became of a call cannot be known. */
async function validateOnce(ana: Visitor, documentNumber: string): Promise<string> {
  const identity = { country: 'AR', firstName: 'Ana', lastName: 'Prueba', documentNumber }
  const key = { 'idempotency-key': `validation-${documentNumber}` }
  const answer = await ana.post('/api/identity-validations', identity, key)
  if (answer.status === 200) return 'OK'
  const problem = z.object({ code: z.string(), retryable: z.boolean() }).parse(answer.json)
  // Without a session (401) the request is sent again.
  if (!problem.retryable && answer.status !== 401) return problem.code
  throw new Error(`answered ${answer.status}: ${answer.text}`)
}

interface Desk {
  /** Does something until it is done. Throws where it is refused, or stuck. */
  until<Result>(act: (visitorOf: VisitorOf) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/** Where a person sits: at the one server, and after a failure at the other. */
function createDesk({ servers }: Site): Desk {
  const agent = new Agent({ headersTimeout: 30_000, bodyTimeout: 30_000, connectTimeout: 5_000 })
  let place = Math.floor(Math.random() * servers.length)
  const sit = () => visitorsAt(agent, (servers[place % servers.length] ?? servers[0]).url)
  let visitorOf = sit()
  return {
    until: async (act) => {
      const end = performance.now() + stuckMs
      for (;;) {
        try {
          return await act(visitorOf)
        } catch (error) {
          if (isRefused(error)) throw error
          if (performance.now() > end) throw new Error(`stuck: ${error}`, { cause: error })
        }
        await wait(againMs)
        place += 1
        visitorOf = sit()
      }
    },
    close: () => agent.destroy(),
  }
}

/** Not refused: to sign in again as a clock jumped (401), to wait for the same under way (409) or for others (429). */
function isRefused(error: unknown): boolean {
  const [, status = ''] = /answered (\d+)/.exec(error instanceof Error ? error.message : '') ?? []
  return status.startsWith('4') && !['401', '409', '429'].includes(status)
}

/** What is wrong with what the database has: lost, or done twice. */
export function missingIn(work: Work, kept: Done): readonly string[] {
  return deeds.flatMap((deed) => {
    const lost = [...work.acknowledged[deed]].filter((id) => !kept[deed].has(id)).length
    return [
      ...(lost > 0 ? [`${deed}: ${lost} acknowledged and lost`] : []),
      ...(kept[deed].size === work.begun() ? [] : [`${deed}: ${kept[deed].size} of ${work.begun()}`]),
    ]
  })
}
