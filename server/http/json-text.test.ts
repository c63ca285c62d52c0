import fc from 'fast-check'
import { expect, it } from 'vitest'
import { translateProblem } from '#shared/api/problem-message.ts'
import { english } from '#shared/language/english.ts'
import { Failure } from '../kernel/failure.ts'
import { parseJsonText } from './json-text.ts'

function errorIn(text: string): string {
  try {
    parseJsonText(text)
    return 'no error'
  } catch (error) {
    return error instanceof Failure && error.code === 'MALFORMED_BODY'
      ? translateProblem(english, { code: error.code, params: error.particulars.params })
      : 'another error'
  }
}

it.each([
  ['1', 1],
  ['-0.5', -0.5],
  ['1e3', 1000],
  ['1.10', 1.1],
  ['9007199254740991', 9007199254740991],
])('numbers: %s, which JavaScript holds exactly, is that number', (text, value) => {
  expect(parseJsonText(text)).toBe(value)
})

it.each([
  '9007199254740993',
  '0.12345678901234567891',
  '1e400',
  '-1e-400',
  '12345678901234567.5',
  '100000000000000000000',
])('numbers: %s, which it would change, is its own text', (text) => {
  expect(parseJsonText(text)).toBe(text)
})

it.each([
  ['', 'Line 1, column 1'],
  ['{"a":1,}', 'Line 1, column 8'],
  ['{\n  "a": 1\n  "b": 2\n}', 'Line 3, column 3'],
  ['[1, 2', 'Line 1, column 6'],
  ['{} {}', 'Line 1, column 4'],
  ['"a\u0001"', 'Line 1, column 3'],
  ["{'a':1}", 'Line 1, column 2'],
  ['01', 'Line 1, column 2'],
  ['NaN', 'Line 1, column 1'],
])('a text that is not JSON: %j says where it breaks', (text, where) => {
  expect(errorIn(text)).toContain(where)
})

it.each([
  ['{"a":1,"a":2}', 'The field “a” is given twice'],
  ['{"a":1,"a":1}', 'The field “a” is given twice'],
  ['{"a":1,"\\u0061":2}', 'The field “a” is given twice'],
  ['[{"b":{"a":1,"c":[{"a":1}],"a":2}}]', 'The field “a” is given twice'],
  ['{"__proto__":{}}', '__proto__'],
  ['{"a":{"\\u005f_proto__":1}}', '__proto__'],
  [`${'['.repeat(33)}${']'.repeat(33)}`, 'nests deeper than 32'],
  ['['.repeat(100_000) + ']'.repeat(100_000), 'nests deeper than 32'],
  [`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, 'nests deeper than 32'],
])('a text that two readers could read differently: %.40s is refused', (text, says) => {
  expect(errorIn(text)).toContain(says)
})

it.each(['{"a":{"a":{"a":1}},"b":"a"}', '[{"a":1},{"a":1}]', '{"x":"\\"a\\":1,\\"a\\":1"}', '{"constructor":1}'])(
  'a text that two readers could read differently: %s is not one',
  (text) => {
    expect(parseJsonText(text)).toEqual(JSON.parse(text))
  },
)

it('any JSON of texts, lists and small numbers means what it means to JSON.parse', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), (text) => {
      fc.pre(!text.includes('__proto__') && !/\d{16}|e/.test(text.replaceAll(/"(\\.|[^"\\])*"/g, '')))
      expect(parseJsonText(text)).toEqual(JSON.parse(text))
    }),
  )
})

it('any JSON and any other text either parses or says where it breaks', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(errorIn(text)).toMatch(/^(no error|Line \d+, column \d+: .+)$/s)
    }),
  )
})
