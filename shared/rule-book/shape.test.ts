import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
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
  ['9 digits, the first 9', { ...digits(9), startsWith: '9' }],
  ['18 letters and digits', lettersAndDigits(18)],
  ['12 or 13 letters and digits', rfcCharacters(12, 13)],
  ['letters and digits', lettersAndDigits()],
  ['7 to 9 digits, the last may be K', digitsThenDigitOrK(7, 9)],
]

describe.each(shapes)('Shape: %s', (words, shape) => {
  it('is said in these words', () => {
    expect(describeShape(shape)).toBe(words)
  })

  it('is the same to the check and to the pattern', () => {
    const pattern = new RegExp(shapePattern(shape), 'u')
    const near = fc.string({ unit: fc.constantFrom(...'0123456789999AKÑ&k'), maxLength: 24 })
    const right = fc.stringMatching(new RegExp(shapePattern(shape).replace('(?=9)', ''), 'u'))
    fc.assert(
      fc.property(fc.oneof(near, right, fc.string()), (number) => {
        expect(shapeError('Number', shape, number) === undefined).toBe(pattern.test(number))
      }),
      { numRuns: runs(800) },
    )
  })

  it('names itself in every error', () => {
    const errors = ['', '?', '1'.repeat(40)].map((number) => shapeError('Number', shape, number))
    for (const error of errors.filter((error) => error !== undefined)) expect(error.detail).toContain(words)
    expect(errors[0]).toMatchObject({ code: 'wrong_length', params: { length: 0 } })
    expect(errors[1]?.code).toBe('wrong_character')
  })
})

describe('Shape: errors', () => {
  it('tell the length seen', () => {
    expect(shapeError('CLABE', digits(18), '12345678901234567')).toEqual({
      code: 'wrong_length',
      params: { label: 'CLABE', expected: '18 digits', length: 17, unit: 'digits' },
      detail: 'The CLABE has 17 digits; it needs 18 digits.',
    })
  })

  it('say of an empty one what is missing, and count the letters of one that takes them', () => {
    expect(shapeError('Account number', digits(8, 16), '')?.detail).toBe(
      'The account number has no digits; it needs 8 to 16 digits.',
    )
    expect(shapeError('CURP', lettersAndDigits(18), 'A')?.detail).toBe(
      'The CURP has 1 character; it needs 18 letters and digits.',
    )
  })

  it('show the character that does not belong, whole even if JavaScript counts it as two', () => {
    expect(shapeError('CPF', digits(11), '1234567890O')?.params.found).toBe('O')
    expect(shapeError('CPF', digits(11), '123😀')?.params.found).toBe('😀')
    expect(shapeError('RUT', digitsThenDigitOrK(7, 9), 'K1234567')?.params.found).toBe('K')
  })

  it('tell a wrong beginning only of a number of the right length', () => {
    const wallet = { ...digits(9), startsWith: '9' }
    expect(shapeError('Wallet', wallet, '812345678')).toMatchObject({ code: 'wrong_start', params: { found: '8' } })
    expect(shapeError('Wallet', wallet, '8')?.code).toBe('wrong_length')
    expect(shapeError('Wallet', wallet, '912345678')).toBeUndefined()
  })
})
