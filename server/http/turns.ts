import type { Response } from 'express'
import { Failure, SenderGone } from '../kernel/failure.ts'
import type { Route } from './route.ts'

/** Heavy requests of one person that go on at once; the others wait for these, and past those there is no room. */
const mostAtOnce = 2
const mostWaiting = 30

/** Where heavy requests wait for others of the same person, so that those of everyone else go on, however many one person sends. */
export interface HeavyTurns {
  /**
   * Answers undefined for what is not heavy.
   * @throws Failure TOO_MANY_WRITES; SenderGone when the connection ends first
   */
  take(route: Route, personId: string, response: Response): Promise<Turn | undefined>
}

interface Turn {
  readonly hasWaited: boolean
  readonly end: () => void
}

export function createTurns(): HeavyTurns {
  const lines = new Map<string, { running: number; readonly waiting: Set<() => void> }>()
  return {
    async take(route, personId, response) {
      if (!isHeavy(route)) return undefined
      // How fast a file is taken is up to the browser, so that other requests do not wait for one.
      const key = `${isFile(route) ? 'files' : 'work'} ${personId}`
      const line = lines.get(key) ?? { running: 0, waiting: new Set() }
      lines.set(key, line)
      const hasWaited = line.running >= mostAtOnce
      if (!hasWaited) line.running += 1
      else if (line.waiting.size < mostWaiting) await placeIn(line.waiting, response)
      else throw new Failure('TOO_MANY_WRITES', { retryAfterSeconds })
      const end = () => {
        const [next] = line.waiting
        if (next !== undefined) return next()
        line.running -= 1
        if (line.running === 0) lines.delete(key)
      }
      return { hasWaited, end }
    },
  }
}

/** Whether it costs what many other requests do. */
export function isHeavy({ isHeavy: declared, bodyLimitKiB = 0, ...route }: Route): boolean {
  return declared ?? (bodyLimitKiB > usualBodyKiB || isFile(route))
}

const usualBodyKiB = 256

function isFile({ permission, answer }: Pick<Route, 'permission' | 'answer'>): boolean {
  return permission !== 'public' && Array.isArray(answer)
}

const retryAfterSeconds = 5

/** Resolves when the one before hands its place on. */
function placeIn(waiting: Set<() => void>, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      waiting.delete(go)
      response.off('close', give)
    }
    const go = () => {
      leave()
      resolve()
    }
    const give = () => {
      leave()
      reject(new SenderGone())
    }
    waiting.add(go)
    response.on('close', give)
    if (response.destroyed) give()
  })
}
