import fc from 'fast-check'
import { stdnum } from 'stdnum'
import { expect, it } from 'vitest'
import { runs } from '#shared/testing/runs.ts'
import { validCompletions, withOneDigitChanged } from '#shared/testing/slips.ts'
import { hasValidCuitDigits } from './cuit.ts'

const someCuit = fc.stringMatching(/^\d{10}$/).map((body) => validCompletions(body, hasValidCuitDigits))

/** The kinds that stdnum knows. */
const knownKinds = ['20', '23', '24', '27', '30', '33', '34', '50', '51', '55']

it.each(['33693450239', '20055361682', '30500010912'])('CUIT: check digit accepts %s', (number) => {
  expect(hasValidCuitDigits(number)).toBe(true)
})

it('CUIT: check digit refuses a wrong check digit', () => {
  expect(hasValidCuitDigits('33693450238')).toBe(false)
})

it('CUIT: check digit accepts 9 where the arithmetic gives 10', () => {
  expect(validCompletions('2000000001', hasValidCuitDigits)).toEqual(['20000000019'])
  expect(validCompletions('2000000006', hasValidCuitDigits)).toEqual(['20000000060'])
})

it.each(['', '3369345023', '336934502399', '33-69345023-9', '3369345023K'])(
  'CUIT: check digit refuses %j, not 11 digits',
  (text) => {
    expect(hasValidCuitDigits(text)).toBe(false)
  },
)

it('CUIT: check digit has exactly one check digit for every body', () => {
  fc.assert(fc.property(someCuit, (numbers) => numbers.length === 1))
})

it('CUIT: check digit catches every change of one digit, but where the check digit is 9, which two remainders have', () => {
  fc.assert(
    fc.property(someCuit, ([number]) => {
      fc.pre(!number!.endsWith('9'))
      expect(withOneDigitChanged(number!).filter(hasValidCuitDigits)).toEqual([])
    }),
  )
})

it('CUIT: check digit agrees with stdnum on the kinds it knows', () => {
  fc.assert(
    fc.property(fc.constantFrom(...knownKinds), fc.stringMatching(/^\d{9}$/), (kind, rest) => {
      expect(hasValidCuitDigits(kind + rest)).toBe(stdnum.AR!.cuit!.validate(kind + rest).isValid)
    }),
    { numRuns: runs(2000) },
  )
})

it('CUIT: check digit unlike stdnum, does not judge the kind: 25 and 26 have been issued too', () => {
  const [number] = validCompletions('2512345678', hasValidCuitDigits)
  expect(stdnum.AR!.cuit!.validate(number!).isValid).toBe(false)
})
