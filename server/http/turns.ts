import type { Response } from 'express'
import { Failure, SenderGone } from '../kernel/failure.ts'
import { usualBodyKiB } from './json-body.ts'
import { isStop, type Route } from './route.ts'

/** Requests of one person that go on at once; the others wait for these, and past those there is no room. */
interface PlacesOfOne {
  readonly atOnce: number
  readonly waiting: number
}

const heavy: PlacesOfOne = { atOnce: 2, waiting: 30 }
const light: PlacesOfOne = { atOnce: 6, waiting: 200 }

/** Where requests wait for others of the same person, so that those of everyone else go on, however many one person sends. */
export interface PersonTurns {
  /**
   * Answers undefined for what waits for no one.
   * @throws Failure TOO_MANY_WRITES; SenderGone when the connection ends first
   */
  take(route: Route, personId: string, response: Response): Promise<Turn | undefined>
}

interface Turn {
  readonly hasWaited: boolean
  readonly end: () => void
}

export function createTurns(): PersonTurns {
  const lines = new Map<string, { running: number; readonly waiting: Set<() => void> }>()
  return {
    async take(route, personId, response) {
      if (!takesTurns(route)) return undefined
      const key = `${kindOf(route)} ${personId}`
      const room = isHeavy(route) ? heavy : light
      const line = lines.get(key) ?? { running: 0, waiting: new Set() }
      lines.set(key, line)
      const hasWaited = line.running >= room.atOnce
      if (!hasWaited) line.running += 1
      else if (line.waiting.size < room.waiting) await placeIn(line.waiting, response)
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

/** Whether it waits for others of the same person: what stops work does not, nor what itself waits for another server. */
export function takesTurns(route: Route): boolean {
  return route.permission !== 'public' && route.isHeavy !== false && route.isUnlimited !== true && !isStop(route)
}

/** What waits for the write lock holds up no reading; and how fast a file is taken is up to the browser. */
function kindOf(route: Route): 'files' | 'work' | 'reads' | 'writes' {
  if (isHeavy(route)) return isFile(route) ? 'files' : 'work'
  return route.method === 'get' ? 'reads' : 'writes'
}

/** Whether it costs what many other requests do. */
export function isHeavy({ isHeavy: declared, bodyLimitKiB = 0, ...route }: Route): boolean {
  return declared ?? (bodyLimitKiB > usualBodyKiB || isFile(route))
}

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
