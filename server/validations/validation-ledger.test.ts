import { describe, expect, it } from 'vitest'
import { virtualClock } from '../testing/virtual-clock.ts'
import type { ValidationAnswer } from './answer.ts'
import { createMemoryLedger } from './validation-ledger.ts'

const reservation = { fingerprint: 'f', service: 'identity' } as const
const problem = { type: '', title: '', status: 503, detail: '', code: 'QUEUE_FULL', retryable: true, requestId: 'r' }
const notRun: ValidationAnswer = { status: 503, body: problem, mayHaveRun: false }
const unknown: ValidationAnswer = { status: 504, body: problem, mayHaveRun: true }
const dayMs = 24 * 60 * 60 * 1000

function setting(most?: number) {
  const clock = virtualClock()
  const ledger = createMemoryLedger(clock, most)
  const keep = async (key: string, answer: ValidationAnswer) => {
    await ledger.reserve(key, reservation)
    await ledger.conclude(key, answer)
  }
  return { clock, ledger, keep }
}

describe('the ledger of validations', () => {
  it('takes a key once, for one request', async () => {
    const { ledger } = setting()
    expect(await ledger.reserve('k', reservation)).toBe('reserved')
    expect(await ledger.reserve('k', { ...reservation, fingerprint: 'g' })).toBe('other-request')
    expect(await ledger.find('k')).toBeUndefined()
  })

  it('gives back what was answered under a key, and when', async () => {
    const { ledger, keep, clock } = setting()
    await clock.advance(5)
    await keep('k', unknown)
    const kept = { ...reservation, answer: unknown, finishedAt: new Date(5) }
    expect(await ledger.reserve('k', reservation)).toMatchObject(kept)
    expect(await ledger.find('k')).toMatchObject(kept)
    expect(await ledger.reserve('k', { ...reservation, fingerprint: 'g' })).toBe('other-request')
  })

  it('lets a key be used again for the same request after a failure that certainly did not run', async () => {
    const { ledger, keep } = setting()
    await keep('k', notRun)
    expect(await ledger.find('k')).toMatchObject({ answer: notRun })
    expect(await ledger.reserve('k', { ...reservation, fingerprint: 'g' })).toBe('other-request')
    expect(await ledger.reserve('k', reservation)).toBe('reserved')
    expect(await ledger.find('k')).toBeUndefined()
  })

  it('forgets after 24 hours', async () => {
    const { ledger, keep, clock } = setting()
    await keep('k', unknown)
    await clock.advance(dayMs - 1)
    expect(await ledger.find('k')).toBeDefined()
    await clock.advance(1)
    expect(await ledger.find('k')).toBeUndefined()
    expect(await ledger.reserve('k', { ...reservation, fingerprint: 'g' })).toBe('reserved')
  })

  it('beyond its bound forgets the oldest that are finished, first those that did not run, never what is under way', async () => {
    const { ledger, keep } = setting(4)
    await ledger.reserve('under way', reservation)
    await keep('old', unknown)
    await keep('not run', notRun)
    await keep('new', unknown)
    const known = async () => {
      const keys = ['old', 'not run', 'new', 'fifth', 'sixth']
      const found = await Promise.all(keys.map((key) => ledger.find(key)))
      return keys.filter((_, index) => found[index] !== undefined)
    }
    expect(await known()).toEqual(['old', 'not run', 'new'])
    await keep('fifth', unknown)
    expect(await known()).toEqual(['old', 'new', 'fifth'])
    await keep('sixth', unknown)
    expect(await known()).toEqual(['new', 'fifth', 'sixth'])
    expect(await ledger.reserve('under way', { ...reservation, fingerprint: 'g' })).toBe('other-request')
  })
})
