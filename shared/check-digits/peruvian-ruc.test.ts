import fc from 'fast-check'
import { stdnum } from 'stdnum'
import { expect, it } from 'vitest'
import { runs } from '#shared/testing/runs.ts'
import { validCompletions, withOneDigitChanged } from '#shared/testing/slips.ts'
import { hasValidPeruvianRucDigits } from './peruvian-ruc.ts'

const someRuc = fc.stringMatching(/^\d{10}$/).map((body) => validCompletions(body, hasValidPeruvianRucDigits))

it.each(['20512333797', '20100070970', '20100047218'])('Peruvian RUC: check digit accepts %s', (number) => {
  expect(hasValidPeruvianRucDigits(number)).toBe(true)
})

it('Peruvian RUC: check digit refuses a wrong check digit', () => {
  expect(hasValidPeruvianRucDigits('20512333798')).toBe(false)
})

it.each(['', '2051233379', '205123337977', '20-51233379-7', '2051233379K'])(
  'Peruvian RUC: check digit refuses %j, not 11 digits',
  (text) => {
    expect(hasValidPeruvianRucDigits(text)).toBe(false)
  },
)

it('Peruvian RUC: check digit has exactly one check digit for every body', () => {
  fc.assert(fc.property(someRuc, (numbers) => numbers.length === 1))
})

it('Peruvian RUC: check digit catches every change of one digit, but where the check digit is 1, which two remainders have', () => {
  fc.assert(
    fc.property(someRuc, ([number]) => {
      fc.pre(!number!.endsWith('1'))
      expect(withOneDigitChanged(number!).filter(hasValidPeruvianRucDigits)).toEqual([])
    }),
  )
})

it('Peruvian RUC: check digit agrees with stdnum on the kinds it knows, and leaves the kind to the tax authority', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^(10|15|16|17|20)\d{9}$/), (number) => {
      expect(hasValidPeruvianRucDigits(number)).toBe(stdnum.PE!.ruc!.validate(number).isValid)
    }),
    { numRuns: runs(2000) },
  )
  const [otherKind] = validCompletions('3051233379', hasValidPeruvianRucDigits)
  expect(stdnum.PE!.ruc!.validate(otherKind!).isValid).toBe(false)
})
