import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { translateIssue } from '#shared/api/issue-message.ts'
import { english } from '#shared/language/english.ts'
import { runs } from '#shared/testing/runs.ts'
import {
  describeShape,
  digits,
  digitsIn,
  digitsThenDigitOrK,
  lettersAndDigits,
  rfcCharacters,
  type Shape,
  shapeError,
  shapePattern,
} from './shape.ts'

const shapes: readonly (readonly [string, Shape])[] = [
  ['22 digits', digits(22)],
  ['1 digit', digits(1)],
  ['7 or 8 digits', digits(7, 8)],
  ['8 to 16 digits', digits(8, 16)],
  ['at most 10 digits', digits(1, 10)],
  ['18 or 20 digits', digitsIn(18, 20)],
  ['7, 9 or 11 digits', digitsIn(7, 9, 11)],
  ['digits only', digits()],
  ['9 digits, beginning with 9', { ...digits(9), startsWith: '9' }],
  ['18 letters and digits', lettersAndDigits(18)],
  ['12 or 13 letters and digits', rfcCharacters(12, 13)],
  ['letters and digits', lettersAndDigits()],
  ['7 to 9 digits, the last may be K', digitsThenDigitOrK(7, 9)],
]

describe.each(shapes)('Shape: %s', (words, shape) => {
  it('is described in these words', () => {
    expect(english(describeShape(shape))).toBe(words)
  })

  it('is the same to the check and to the pattern', () => {
    const pattern = new RegExp(shapePattern(shape), 'u')
    const near = fc.string({ unit: fc.constantFrom(...'0123456789999AKÑ&k'), maxLength: 24 })
    const right = fc.stringMatching(new RegExp(shapePattern(shape).replace('(?=9)', ''), 'u'))
    fc.assert(
      fc.property(fc.oneof(near, right, fc.string()), (number) => {
        expect(shapeError({ label: 'field.documentNumber', shape }, number) === undefined).toBe(pattern.test(number))
      }),
      { numRuns: runs(800) },
    )
  })

  it('names itself in every error', () => {
    const errors = ['', '?', '1'.repeat(40)].map((number) =>
      shapeError({ label: 'field.documentNumber', shape }, number),
    )
    for (const error of errors.filter((error) => error !== undefined))
      expect(translateIssue(english, error)).toContain(words)
    expect(errors[0]).toMatchObject({ code: 'wrong_length', params: { length: 0 } })
    expect(errors[1]?.code).toBe('wrong_character')
  })
})

it('Shape: errors tell the length seen', () => {
  const error = shapeError({ label: 'account.clabe', shape: digits(18) }, '12345678901234567')
  const expected = { id: 'shape.exactly', params: { alphabet: 'digits', count: 18 } }
  const params = { label: { id: 'account.clabe' }, expected, length: 17, unit: 'digits' }
  expect(error).toEqual({ code: 'wrong_length', params })
  expect(error && translateIssue(english, error)).toBe('The CLABE has 17 digits; it needs 18 digits.')
})

it('Shape: errors say of an empty one what is missing, and count the letters of one that takes them', () => {
  const account = shapeError({ label: 'field.accountNumber', shape: digits(8, 16) }, '')
  const curp = shapeError({ label: 'document.curp', shape: lettersAndDigits(18) }, 'A')
  expect([account, curp].map((error) => error && translateIssue(english, error))).toEqual([
    'The account number has no digits; it needs 8 to 16 digits.',
    'The CURP has 1 character; it needs 18 letters and digits.',
  ])
})

it('Shape: errors show the character that does not belong, whole even if JavaScript counts it as two', () => {
  expect(shapeError({ label: 'document.cpf', shape: digits(11) }, '1234567890O')?.params.found).toBe('O')
  expect(shapeError({ label: 'document.cpf', shape: digits(11) }, '123😀')?.params.found).toBe('😀')
  expect(shapeError({ label: 'document.rut', shape: digitsThenDigitOrK(7, 9) }, 'K1234567')?.params.found).toBe('K')
})

it('Shape: errors tell a wrong beginning only of a number of the right length', () => {
  const wallet = { label: 'account.walletPhone', shape: { ...digits(9), startsWith: '9' } } as const
  expect(shapeError(wallet, '812345678')).toMatchObject({ code: 'wrong_start', params: { found: '8' } })
  expect(shapeError(wallet, '8')?.code).toBe('wrong_length')
  expect(shapeError(wallet, '912345678')).toBeUndefined()
})
