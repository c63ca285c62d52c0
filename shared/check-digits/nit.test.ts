import fc from 'fast-check'
import { stdnum } from 'stdnum'
import { expect, it } from 'vitest'
import { runs } from '#shared/testing/runs.ts'
import { validCompletions, withOneDigitChanged } from '#shared/testing/slips.ts'
import { hasValidNitDigits } from './nit.ts'

const someNit = fc.stringMatching(/^\d{5,15}$/).map((body) => validCompletions(body, hasValidNitDigits))

it.each(['8909039388', '2131234321', '8001972684'])('NIT: check digit accepts %s', (number) => {
  expect(hasValidNitDigits(number)).toBe(true)
})

it('NIT: check digit refuses a wrong check digit', () => {
  expect(hasValidNitDigits('8909039387')).toBe(false)
})

it.each(['', '89090', '12345678901234567', '890.903.938-8', '890903938X'])(
  'NIT: check digit refuses %j, not a NIT in shape',
  (text) => {
    expect(hasValidNitDigits(text)).toBe(false)
  },
)

it('NIT: check digit has exactly one check digit for every body', () => {
  fc.assert(fc.property(someNit, (numbers) => numbers.length === 1))
})

it('NIT: check digit catches every change of one digit, but where the check digit is 1, which two remainders have', () => {
  fc.assert(
    fc.property(someNit, ([number]) => {
      fc.pre(!number!.endsWith('1'))
      expect(withOneDigitChanged(number!).filter(hasValidNitDigits)).toEqual([])
    }),
  )
})

it('NIT: check digit agrees with stdnum from 8 digits on; shorter identity cards, which it refuses, exist', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{8,16}$/), (number) => {
      expect(hasValidNitDigits(number)).toBe(stdnum.CO!.nit!.validate(number).isValid)
    }),
    { numRuns: runs(2000) },
  )
  const [short] = validCompletions('123456', hasValidNitDigits)
  expect(stdnum.CO!.nit!.validate(short!).isValid).toBe(false)
})
