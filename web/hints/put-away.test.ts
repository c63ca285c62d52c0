import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isPutAway, putAway } from './put-away.ts'

/** A browser's storage, as far as the page uses it. */
function storage(kept: Map<string, string>): Pick<Storage, 'getItem' | 'setItem'> {
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) }
}

let kept: Map<string, string>
let person: string

beforeEach(() => {
  kept = new Map()
  person = crypto.randomUUID()
  vi.stubGlobal('localStorage', storage(kept))
})

afterEach(() => vi.unstubAllGlobals())

describe('A hint', () => {
  it('is there until a person puts it away, and then gone for good', () => {
    expect(isPutAway(person, 'paste')).toBe(false)
    putAway(person, 'paste')
    expect(isPutAway(person, 'paste')).toBe(true)
  })

  it('is put away by itself: the others stay', () => {
    putAway(person, 'paste')
    putAway(person, 'rules')
    expect(isPutAway(person, 'review')).toBe(false)
    expect([...kept.values()].map((value) => JSON.parse(value))).toEqual([['paste', 'rules']])
  })

  it('is put away for one person: the next at this browser still gets it', () => {
    putAway(person, 'paste')
    expect(isPutAway(crypto.randomUUID(), 'paste')).toBe(false)
  })

  it('was put away on an earlier visit', () => {
    kept.set(`payout-desk.hints.${person}`, '["palette"]')
    expect(isPutAway(person, 'palette')).toBe(true)
    expect(isPutAway(person, 'paste')).toBe(false)
  })

  it.each(['', '{', '{"palette":true}', '7', '[1]'])(
    'is shown where storage holds %s, which nobody can read',
    (text) => {
      kept.set(`payout-desk.hints.${person}`, text)
      expect(isPutAway(person, 'palette')).toBe(false)
      putAway(person, 'palette')
      expect(JSON.parse(kept.get(`payout-desk.hints.${person}`) ?? '')).toEqual(['palette'])
    },
  )

  it('stays away until the page is left where nothing can be kept', () => {
    vi.stubGlobal('localStorage', undefined)
    expect(isPutAway(person, 'paste')).toBe(false)
    putAway(person, 'paste')
    expect(isPutAway(person, 'paste')).toBe(true)
  })

  it('keeps nothing of the person but their id', () => {
    putAway(person, 'review')
    expect([...kept]).toEqual([[`payout-desk.hints.${person}`, '["review"]']])
  })
})
