import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dismiss, isDismissed } from './first-hint.tsx'

/** A browser's storage, as far as the page uses it. */
function storage(stored: Map<string, string>): Pick<Storage, 'getItem' | 'setItem'> {
  return { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => void stored.set(key, value) }
}

let stored: Map<string, string>
let person: string

beforeEach(() => {
  stored = new Map()
  person = crypto.randomUUID()
  vi.stubGlobal('localStorage', storage(stored))
})

afterEach(() => vi.unstubAllGlobals())

it('A hint is shown until a person dismisses it, and then gone for good', () => {
  expect(isDismissed(person, 'paste')).toBe(false)
  dismiss(person, 'paste')
  expect(isDismissed(person, 'paste')).toBe(true)
})

it('A dismissed hint leaves the other hints alone', () => {
  dismiss(person, 'paste')
  dismiss(person, 'rules')
  expect(isDismissed(person, 'review')).toBe(false)
  expect([...stored.values()].map((value) => JSON.parse(value))).toEqual([['paste', 'rules']])
})

it('A hint dismissed by one person is still shown to the next in the same browser', () => {
  dismiss(person, 'paste')
  expect(isDismissed(crypto.randomUUID(), 'paste')).toBe(false)
})

it('A hint dismissed on an earlier visit stays dismissed', () => {
  stored.set(`payout-desk.hints.${person}`, '["palette"]')
  expect(isDismissed(person, 'palette')).toBe(true)
  expect(isDismissed(person, 'paste')).toBe(false)
})

it.each(['', '{', '{"palette":true}', '7', '[1]'])(
  'A hint is shown where storage holds %j, which is no list of hints',
  (text) => {
    stored.set(`payout-desk.hints.${person}`, text)
    expect(isDismissed(person, 'palette')).toBe(false)
    dismiss(person, 'palette')
    expect(JSON.parse(stored.get(`payout-desk.hints.${person}`) ?? '')).toEqual(['palette'])
  },
)

it('Without storage a dismissed hint stays away until the page is left', () => {
  vi.stubGlobal('localStorage', undefined)
  expect(isDismissed(person, 'paste')).toBe(false)
  dismiss(person, 'paste')
  expect(isDismissed(person, 'paste')).toBe(true)
})

it('Storage holds nothing about the person but their id', () => {
  dismiss(person, 'review')
  expect([...stored]).toEqual([[`payout-desk.hints.${person}`, '["review"]']])
})
