import { type RefusalCode, refusalCodes, type ThingType } from '#shared/api/activity.ts'
import type { Person } from '#shared/api/session.ts'
import type { Clock } from '../kernel/clock.ts'
import { Failure } from '../kernel/failure.ts'
import type { Log } from '../kernel/log.ts'
import type { Store } from '../store/store.ts'
import { problemFor } from './problem-for.ts'

/** A request of a signed-in person, and the error that it failed with. */
interface RefusalRecord {
  readonly person: Pick<Person, 'id'>
  readonly method: string
  /** As it is declared. */
  readonly path: string
  readonly id: string | undefined
  readonly error: unknown
  readonly requestId: string
}

/** Who tries what they may not do is seen in the audit log. */
export interface Refusals {
  /** Audits a refusal at once, and its repeats within a minute by their number: ten thousand attempts write two entries. */
  note(refused: RefusalRecord): Promise<void>
  /** Audits the repeats that were not yet. */
  settled(): Promise<void>
}

interface Minute {
  repeats: number
  readonly end: () => Promise<void>
}

export function createRefusals({ store, clock, log }: { store: Store; clock: Clock; log: Log }): Refusals {
  const minutes = new Map<string, Minute>()
  return {
    async note({ person, method, path, id, error, requestId }) {
      const code = refusalCodeOf(error)
      if (code === undefined || !(error instanceof Failure)) return
      const thing = thingOf(path, id ?? error.particulars.ids?.[0]) ?? { type: 'person', id: person.id }
      const request = `${method.toUpperCase()} ${path}`
      const audit = async (times: number) => {
        const facts = { code, request, times }
        try {
          await store.writeJointly((tx) => tx.audit({ personId: person.id, action: 'request.refused', thing, facts }))
        } catch (failed) {
          // The request is refused all the same.
          problemFor(failed, requestId, log)
        }
      }
      const key = JSON.stringify([person.id, code, request, thing.id])
      const running = minutes.get(key)
      if (running !== undefined) {
        running.repeats += 1
        return
      }
      const cancel = clock.schedule(60_000, () => void minute.end())
      const minute: Minute = {
        repeats: 0,
        end: async () => {
          cancel()
          minutes.delete(key)
          if (minute.repeats > 0) await audit(minute.repeats)
        },
      }
      minutes.set(key, minute)
      await audit(1)
    },
    async settled() {
      await Promise.all([...minutes.values()].map(({ end }) => end()))
    },
  }
}

function refusalCodeOf(error: unknown): RefusalCode | undefined {
  return error instanceof Failure ? refusalCodes.find((code) => code === error.code) : undefined
}

/** What a request is about, by its address; an export fails for a payout, as what is stated of one does. */
function thingOf(path: string, id: string | undefined): { type: ThingType; id: string } | undefined {
  const type = typesOfPaths.find(([beginning]) => path.startsWith(beginning))?.[1]
  return id === undefined || type === undefined ? undefined : { type, id }
}

const typesOfPaths: readonly (readonly [string, ThingType])[] = [
  ['/api/payouts', 'payout'],
  ['/api/beneficiaries', 'beneficiary'],
  ['/api/exports/:id', 'export'],
  ['/api/exports', 'payout'],
  ['/api/outcomes', 'payout'],
]
