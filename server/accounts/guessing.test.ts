import { afterAll, beforeAll, expect, it } from 'vitest'
import { Failure } from '../kernel/failure.ts'
import type { Store } from '../store/store.ts'
import { type Place, stores } from '../testing/stores.ts'
import { beginGuess, forgiveGuess, type Guess } from './guessing.ts'

const minuteMs = 60_000

let now = Date.parse('2026-11-22T12:00:00.000Z')
let place: Place
let store: Store

beforeAll(async () => {
  const [kind] = stores
  if (kind === undefined) throw new Error('There is no database.')
  place = await kind.makePlace()
  store = await place.open(() => new Date(now))
})

afterAll(async () => {
  await store.close()
  await place.remove()
})

/** The guess that may be made; or how many seconds to wait. */
async function guess(email: string, address: string): Promise<Guess | number | undefined> {
  try {
    return await beginGuess(store, { email, address })
  } catch (error) {
    if (error instanceof Failure && error.code === 'SIGN_IN_PAUSED') return error.particulars.retryAfterSeconds
    throw error
  }
}

const isMade = (outcome: Guess | number | undefined) => typeof outcome === 'object'

/** Guesses as soon as it is allowed; answers after how many minutes each time. */
async function waits(times: number, next: (turn: number) => Promise<Guess | number | undefined>) {
  const minutes: number[] = []
  for (let turn = 0; turn < times; turn += 1) {
    const wait = await next(turn)
    minutes.push(typeof wait === 'number' ? wait / 60 : 0)
    if (typeof wait !== 'number') continue
    now += wait * 1000 - 1
    expect(isMade(await next(turn))).toBe(false)
    now += 1
    expect(isMade(await next(turn))).toBe(true)
  }
  return minutes
}

it('Guessing: at an account one waits 1, 2, 4, 8, then 15 minutes from the fifth miss on, from whichever address and in any case', async () => {
  const minutes = await waits(12, (turn) =>
    guess(turn % 2 === 0 ? 'ana@example.com' : ' ANA@example.com', `10.0.0.${turn}`),
  )
  expect(minutes).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 15, 15, 15])
})

it('Guessing: from an address one waits the same, whichever account is tried', async () => {
  const minutes = await waits(8, (turn) => guess(`somebody-${turn}@example.com`, '10.0.1.1'))
  expect(minutes).toEqual([0, 0, 0, 0, 0, 1, 2, 4])
  expect(isMade(await guess('somebody-else@example.com', '10.0.1.2'))).toBe(true)
})

it('Guessing: many at once are no more than one after the other', async () => {
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => guess('bruno@example.com', '10.0.2.1')))
  expect(outcomes.filter(isMade)).toHaveLength(5)
})

it('Guessing: a success resets the account’s misses, and takes one miss off the address', async () => {
  for (let turn = 0; turn < 4; turn += 1) await guess('carla@example.com', '10.0.3.1')
  const right = await beginGuess(store, { email: 'carla@example.com', address: '10.0.3.1' })
  await store.write((tx) => forgiveGuess(tx, right))
  for (let turn = 0; turn < 4; turn += 1) expect(isMade(await guess('carla@example.com', `10.0.4.${turn}`))).toBe(true)
  expect(isMade(await guess('dora@example.com', '10.0.3.1'))).toBe(true)
  expect(isMade(await guess('elisa@example.com', '10.0.3.1'))).toBe(true)
  expect(await guess('fabio@example.com', '10.0.3.1')).toBe(60)
})

it('Guessing: after a day without one all is forgotten, and neither account nor address is left in the table', async () => {
  for (let turn = 0; turn < 9; turn += 1) {
    await guess('fabio@example.com', '10.0.5.1')
    now += 15 * minuteMs
  }
  const rows = await store.db.selectFrom('misses').selectAll().execute()
  expect(JSON.stringify(rows)).not.toMatch(/fabio|10\.0\.5/)
  now += 25 * 60 * minuteMs
  expect(isMade(await guess('fabio@example.com', '10.0.5.1'))).toBe(true)
  expect(await store.db.selectFrom('misses').selectAll().execute()).toHaveLength(2)
})
