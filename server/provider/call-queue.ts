import type { Clock } from '../kernel/clock.ts'
import { Failure } from '../kernel/failure.ts'
import type { CallPace } from './pace.ts'

/** Where attempts wait for their turn: bounded in number and time, first come, first served. */
export interface CallQueue {
  /**
   * Resolves when the attempt may be sent, at `latest`; then {@link leave} must follow.
   * @throws Failure QUEUE_FULL when too many wait already (a repeat always finds room), or when no turn came by then
   */
  enter(latest: number, isRepeat: boolean): Promise<void>
  /** An attempt has ended. */
  leave(): void
  refuseAll(failure: Failure): void
  readonly waiting: number
}

interface Waiter {
  readonly go: () => void
  readonly refuse: (failure: Failure) => void
  readonly cancelLimit: () => void
}

interface Bounds {
  readonly maxInFlight: number
  readonly maxWaiting: number
}

/** A line of attempts; `pace` says how fast they may go. */
export function createCallQueue(pace: CallPace, clock: Clock, { maxInFlight, maxWaiting }: Bounds): CallQueue {
  const waiters: Waiter[] = []
  let inFlight = 0
  let isTimed = false

  const start = () => {
    inFlight += 1
    pace.sent()
  }
  const pump = () => {
    while (waiters.length > 0 && inFlight < maxInFlight) {
      const waitMs = pace.waitMs()
      if (waitMs > 0) return wakeIn(waitMs)
      const waiter = waiters.shift()
      waiter?.cancelLimit()
      start()
      waiter?.go()
    }
  }
  const wakeIn = (waitMs: number) => {
    if (isTimed) return
    isTimed = true
    clock.schedule(waitMs, () => {
      isTimed = false
      pump()
    })
  }
  const wait = (latest: number) =>
    new Promise<void>((resolve, reject) => {
      const cancelLimit = clock.schedule(latest - clock.now(), () => {
        waiters.splice(waiters.indexOf(waiter), 1)
        reject(noTurn(waiters.length, pace))
      })
      const waiter: Waiter = { go: resolve, refuse: reject, cancelLimit }
      waiters.push(waiter)
      pump()
    })
  return {
    get waiting() {
      return waiters.length
    },
    async enter(latest, isRepeat) {
      if (waiters.length === 0 && inFlight < maxInFlight && pace.waitMs() === 0) return start()
      if (!isRepeat && waiters.length >= maxWaiting) throw noTurn(waiters.length, pace)
      await wait(latest)
    },
    leave() {
      inFlight -= 1
      pump()
    },
    refuseAll(failure) {
      for (const { cancelLimit, refuse } of waiters.splice(0)) {
        cancelLimit()
        refuse(failure)
      }
    },
  }
}

/** Come again when those who wait now may be through: at the pace of now, or soon when nothing holds it back. */
function noTurn(waiting: number, pace: CallPace): Failure {
  const seconds = Math.ceil(waiting / pace.perSecond())
  return new Failure('QUEUE_FULL', { retryAfterSeconds: Math.min(60, Math.max(1, seconds)) })
}
