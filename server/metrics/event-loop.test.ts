import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { watchEventLoop } from './event-loop.ts'

it('The event loop is found to stall for about as long as one piece of work holds it', async () => {
  const late: number[] = []
  const ending = new AbortController()
  watchEventLoop((lateMs) => late.push(lateMs), ending.signal)
  while (late.length === 0) await wait(5)
  const until = performance.now() + 300
  while (performance.now() < until);
  const count = late.length
  while (late.length === count) await wait(5)
  ending.abort()
  expect(late[count]).toBeGreaterThan(270)
  const ended = late.length
  await wait(60)
  expect(late).toHaveLength(ended)
})
