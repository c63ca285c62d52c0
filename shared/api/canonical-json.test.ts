import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

/** The same value with the keys of every object in another order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, item]) => [key, reversed(item)] as const)
  return Object.fromEntries(entries.reverse())
}

it('canonical JSON reads back as the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(plain(value))
    }),
  )
})

it('canonical JSON does not depend on the order in which the keys came', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(canonicalJson(reversed(value))).toBe(canonicalJson(value))
    }),
  )
})

it('canonical JSON is the same for the same values alone', () => {
  const pair = fc.oneof(
    fc.tuple(fc.jsonValue(), fc.jsonValue()),
    fc.jsonValue().map((value) => [value, reversed(value)] as const),
  )
  fc.assert(
    fc.property(pair, ([one, other]) => {
      expect(canonicalJson(one) === canonicalJson(other)).toBe(isDeepStrictEqual(plain(one), plain(other)))
    }),
  )
})

// RFC 8785, section 3.2.2 and 3.2.3.
it('canonical JSON is that of the examples in RFC 8785', () => {
  const example = {
    numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    string: '€$\u000f\u000aA\'\u0042\u0022\u005c\\"/',
    literals: [null, true, false],
  }
  expect(canonicalJson(example)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  )
  const keys = { '€': 1, '\r': 2, '\ufb33': 3, 1: 4, '😀': 5, '\u0080': 6, ö: 7 }
  expect([...canonicalJson(keys).matchAll(/:(\d)/g)].map(([, place]) => place).join('')).toBe('2467153')
})

it('canonical JSON leaves out what is undefined, as JSON does', () => {
  expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}')
})

it('canonical JSON keeps half a surrogate pair apart from every other text', () => {
  expect(canonicalJson('\ud800')).toBe('"\\ud800"')
})

it.each([
  Number.NaN,
  Number.POSITIVE_INFINITY,
  undefined,
  [undefined],
  1n,
  () => 1,
  new Date(0),
  new Map(),
  Symbol('s'),
])('canonical JSON refuses %s', (value) => {
  expect(() => canonicalJson(value)).toThrow(TypeError)
})

/** As JSON has it: no negative zero. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}
