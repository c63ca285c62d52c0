import { expect, it } from 'vitest'
import { virtualClock } from '../testing/virtual-clock.ts'
import { createWriteQueue } from './write-queue.ts'

const times = <Result>(count: number, of: (number: number) => Result) =>
  Array.from({ length: count }, (_, number) => of(number))

/** A queue whose writers take so long each, and what became of those who came. */
function queueOf(workMs: number) {
  const clock = virtualClock()
  const queue = createWriteQueue(clock)
  const written: number[] = []
  const refused: string[] = []
  const write = (number: number, signal?: AbortSignal) =>
    queue
      .run(
        async ({ begin }) => {
          begin()
          await clock.sleep(workMs)
          written.push(number)
        },
        { signal },
      )
      .catch((error: Error) => refused.push(error.message))
  return { clock, queue, written, refused, write }
}

it('600 writes at once behind a slow writer are all done, in their order', async () => {
  const { clock, queue, written, refused, write } = queueOf(49)
  const writes = times(600, write)
  await clock.advance(0)
  expect(queue.length()).toBe(599)
  await clock.advance(600 * 49)
  await Promise.all(writes)
  expect(refused).toEqual([])
  expect(written).toEqual(times(600, (number) => number))
  expect(queue.length()).toBe(0)
})

it('Writes are refused as busy only after 30 seconds, and those who come then are not', async () => {
  const { clock, queue, written, refused, write } = queueOf(1_000)
  const writes = times(40, write)
  await clock.advance(29_999)
  expect(refused).toEqual([])
  await clock.advance(1)
  expect(refused).toEqual(times(queue.length() + refused.length, () => 'STORE_BUSY'))
  expect(written.length + refused.length).toBeGreaterThanOrEqual(39)
  writes.push(write(40))
  await clock.advance(2_000)
  await Promise.all(writes)
  expect(written.at(-1)).toBe(40)
  expect(queue.length()).toBe(0)
})

it('A writer whose sender went away does not write, and the next one does', async () => {
  const { clock, written, refused, write } = queueOf(10)
  const [early, gone] = [new AbortController(), new AbortController()]
  early.abort(new Error('gone before'))
  const writes = [write(0), write(1, gone.signal), write(2, early.signal), write(3, new AbortController().signal)]
  gone.abort(new Error('gone'))
  await clock.advance(20)
  await Promise.all(writes)
  expect([written, refused]).toEqual([
    [0, 3],
    ['gone before', 'gone'],
  ])
})

it('A writer is refused while it waits for the lock of all processes, and no longer once it has that', async () => {
  const clock = virtualClock()
  const queue = createWriteQueue(clock)
  const gone = new AbortController()
  const took = queue.run(
    async ({ requirePatience, begin }) => {
      requirePatience()
      await clock.sleep(29_999)
      requirePatience()
      await clock.sleep(1)
      expect(requirePatience).toThrow('STORE_BUSY')
      begin()
      gone.abort(new Error('gone'))
      begin()
      return 'written'
    },
    { signal: gone.signal },
  )
  await clock.advance(30_000)
  expect(await took).toBe('written')
  const late = new AbortController()
  const refused = queue.run(
    async ({ begin }) => {
      late.abort(new Error('gone'))
      begin()
    },
    { signal: late.signal },
  )
  await expect(refused).rejects.toThrow('gone')
})

it('At its end the queue refuses requests, and does what the app itself has to write', async () => {
  const { clock, queue, written, refused, write } = queueOf(10)
  const { signal } = new AbortController()
  const writes = [write(0, signal), write(1, signal), write(2)]
  await clock.advance(0)
  queue.refuse()
  writes.push(write(3, signal), write(4))
  await clock.advance(30)
  await Promise.all(writes)
  expect([written, refused]).toEqual([
    [0, 2, 4],
    ['SHUTTING_DOWN', 'SHUTTING_DOWN'],
  ])
})
