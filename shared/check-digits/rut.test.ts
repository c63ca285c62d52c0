import fc from 'fast-check'
import { validate as rutJsAccepts } from 'rut.js'
import { stdnum } from 'stdnum'
import { expect, it } from 'vitest'
import { runs } from '#shared/testing/runs.ts'
import { validCompletions, withOneDigitChanged } from '#shared/testing/slips.ts'
import { hasValidRutDigits } from './rut.ts'

const someBody = fc.stringMatching(/^[1-9]\d{6,7}$/)
const someRut = someBody.map((body) => validCompletions(body, hasValidRutDigits, '0123456789K'))

it.each(['125319092', '760864285', '970300007', '111111111'])('RUT: check character accepts %s', (number) => {
  expect(hasValidRutDigits(number)).toBe(true)
})

it('RUT: check character accepts K, which means ten', () => {
  expect(hasValidRutDigits('1000005K')).toBe(true)
})

it('RUT: check character refuses a wrong check digit', () => {
  expect(hasValidRutDigits('125319093')).toBe(false)
  expect(hasValidRutDigits('12531909K')).toBe(false)
})

it.each(['', 'K', '12.531.909-2', '1253190922', '1000005k', '125K19092'])(
  'RUT: check character refuses %j, not a RUT in shape',
  (text) => {
    expect(hasValidRutDigits(text)).toBe(false)
  },
)

it('RUT: check character refuses a body of zeros, though the arithmetic holds', () => {
  expect(hasValidRutDigits('000000000')).toBe(false)
})

it('RUT: check character has exactly one check character for every body', () => {
  fc.assert(fc.property(someRut, (numbers) => numbers.length === 1))
})

it('RUT: check character catches every change of one digit', () => {
  fc.assert(fc.property(someRut, ([number]) => !withOneDigitChanged(number!).some(hasValidRutDigits)))
})

it('RUT: check character agrees with rut.js and stdnum on bodies of seven and eight digits', () => {
  fc.assert(
    fc.property(someBody, fc.constantFrom(...'0123456789K'), (body, check) => {
      expect(hasValidRutDigits(body + check)).toBe(rutJsAccepts(body + check))
      expect(hasValidRutDigits(body + check)).toBe(stdnum.CL!.rut!.validate(body + check).isValid)
    }),
    { numRuns: runs(2000) },
  )
})

it('RUT: check character accepts a short RUT, which stdnum refuses, and a leading zero, which rut.js refuses', () => {
  expect(hasValidRutDigits('6K')).toBe(true)
  expect(stdnum.CL!.rut!.validate('6K').isValid).toBe(false)
  expect(hasValidRutDigits('01000005K')).toBe(true)
  expect(rutJsAccepts('01000005K')).toBe(false)
})
