import type { Clock } from '../kernel/clock.ts'
import { createLimit, createPeopleLimit, peopleOfAddress, perMinute } from '../kernel/limit.ts'

/** Who has signed in, with which session, and where they are. */
interface LimitedSender {
  readonly personId: string
  readonly sessionId: string
  readonly address: string
}

/** How often requests that are not reads may come. Each answers the milliseconds until the next one may, where there were too many. */
export interface WriteLimits {
  /** What a person may write within a minute. */
  readonly most: number
  /** How much of it is left now. */
  leftTo(personId: string): number
  /** Before anyone has signed in: of an address, or of a browser in which someone has. */
  stranger(origin: string): number | undefined
  /** Of a person; and of an address, where no one person fills what all its people have. */
  write(sender: LimitedSender): number | undefined
  /** What stops work or takes power away: of a session alone, so that neither what others send nor another session of the same person prevents it. */
  stop(sender: Pick<LimitedSender, 'sessionId'>): number | undefined
}

/** Before anyone has signed in there is little to send, and there is less to stop than to do. */
const smallPart = 10

export function createWriteLimits(most: number, clock: Clock): WriteLimits {
  const few = perMinute(Math.ceil(most / smallPart))
  const [strangers, stops] = [createLimit(few, clock), createLimit(few, clock)]
  const people = createPeopleLimit(most, peopleOfAddress * most, clock)
  return {
    most,
    leftTo: people.leftTo,
    stranger: (origin) => strangers.take([origin]),
    write: (sender) => people.take(sender),
    stop: ({ sessionId }) => stops.take([sessionId]),
  }
}
