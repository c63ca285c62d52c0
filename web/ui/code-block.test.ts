import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Json, jsonTokens } from './code-block.tsx'

const json = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constant(null),
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string({ unit: 'grapheme' }),
    fc.array(tie('value')),
    fc.dictionary(fc.string(), tie('value')),
  ),
})).value

it('The shown JSON, joined together, is exactly what JSON.stringify writes with two spaces', () => {
  fc.assert(
    fc.property(json, (value) => {
      expect(textOf(value)).toBe(JSON.stringify(value, null, 2))
    }),
  )
})

it('A string that looks like JSON is shown as a string', () => {
  const tokens = jsonTokens({ note: '{"amount": 1, "a": null}' })
  expect(tokens.map((token) => token.kind)).toEqual(['mark', 'mark', 'name', 'mark', 'string', 'mark'])
})

it('The shown JSON distinguishes names, strings, numbers and words', () => {
  const kinds = new Map(jsonTokens({ a: 'x', b: 1.5, c: true }).map((token) => [token.text, token.kind]))
  expect([kinds.get('"a"'), kinds.get('"x"'), kinds.get('1.5'), kinds.get('true')]).toEqual([
    'name',
    'string',
    'number',
    'word',
  ])
})

function textOf(value: Json): string {
  return jsonTokens(value)
    .map((token) => token.text)
    .join('')
}
