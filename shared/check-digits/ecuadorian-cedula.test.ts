import { ci as ecuadorValidatorAccepts } from 'ecuador-validator'
import fc from 'fast-check'
import { stdnum } from 'stdnum'
import { expect, it } from 'vitest'
import { runs } from '#shared/testing/runs.ts'
import { validCompletions, withOneDigitChanged } from '#shared/testing/slips.ts'
import { hasValidEcuadorianCedulaDigits } from './ecuadorian-cedula.ts'

const someCedula = fc
  .stringMatching(/^(0[1-9]|1\d|2[0-4]|30)[0-6]\d{6}$/)
  .map((body) => validCompletions(body, hasValidEcuadorianCedulaDigits))

it.each(['1714307103', '0926687856', '1710034065'])(
  'Ecuadorian cédula: check digit and province accepts %s',
  (number) => {
    expect(hasValidEcuadorianCedulaDigits(number)).toBe(true)
  },
)

it('Ecuadorian cédula: check digit and province refuses a wrong check digit', () => {
  expect(hasValidEcuadorianCedulaDigits('1714307104')).toBe(false)
})

it('Ecuadorian cédula: check digit and province knows the provinces 01 to 24, and 30 and 50 for those registered abroad', () => {
  const provinces = [...Array(100).keys()]
    .map((province) => String(province).padStart(2, '0'))
    .filter((province) => validCompletions(`${province}1430710`, hasValidEcuadorianCedulaDigits).length > 0)
  expect(provinces.join(' ')).toBe('01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 30 50')
})

it('Ecuadorian cédula: check digit and province has a third digit from 0 to 6', () => {
  const thirdDigits = [...'0123456789'].filter(
    (digit) => validCompletions(`17${digit}430710`, hasValidEcuadorianCedulaDigits).length > 0,
  )
  expect(thirdDigits.join('')).toBe('0123456')
})

it.each(['', '171430710', '17143071033', '171430710-3', '17143O7103'])(
  'Ecuadorian cédula: check digit and province refuses %j, not 10 digits',
  (text) => {
    expect(hasValidEcuadorianCedulaDigits(text)).toBe(false)
  },
)

it('Ecuadorian cédula: check digit and province has exactly one check digit for every body', () => {
  fc.assert(fc.property(someCedula, (numbers) => numbers.length === 1))
})

it('Ecuadorian cédula: check digit and province catches every change of one digit', () => {
  fc.assert(
    fc.property(someCedula, ([number]) => {
      expect(withOneDigitChanged(number!).filter(hasValidEcuadorianCedulaDigits)).toEqual([])
    }),
  )
})

it('Ecuadorian cédula: check digit and province agrees with stdnum', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-35]\d{9}$/), (number) => {
      expect(hasValidEcuadorianCedulaDigits(number)).toBe(stdnum.EC!.ci!.validate(number).isValid)
    }),
    { numRuns: runs(2000) },
  )
})

it('Ecuadorian cédula: check digit and province agrees with ecuador-validator, which does not know a third digit 6 nor the province 50', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-3]\d{9}$/), (number) => {
      const isUnknownToIt = number[2] === '6'
      expect(ecuadorValidatorAccepts(number)).toBe(!isUnknownToIt && hasValidEcuadorianCedulaDigits(number))
    }),
    { numRuns: runs(2000) },
  )
})
