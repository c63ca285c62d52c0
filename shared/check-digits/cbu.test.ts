import fc from 'fast-check'
import { stdnum } from 'stdnum'
import { expect, it } from 'vitest'
import { validCompletions, withOneDigitChanged } from '#shared/testing/slips.ts'
import { hasValidCbuDigits } from './cbu.ts'

const someCbu = fc.tuple(fc.stringMatching(/^\d{7}$/), fc.stringMatching(/^\d{13}$/)).map(([branch, account]) => {
  const closedBranch = [...'0123456789'].map((digit) => branch + digit)
  return closedBranch.flatMap((block) => validCompletions(block + account, hasValidCbuDigits))
})

it.each(['2850590940090418135201', '0170099220000067797370'])(
  'CBU and CVU: check digits accepts the CBU %s',
  (number) => {
    expect(hasValidCbuDigits(number)).toBe(true)
  },
)

it('CBU and CVU: check digits accepts a CVU, which is a CBU of entity 000', () => {
  expect(hasValidCbuDigits('0000003100069421567879')).toBe(true)
})

it('CBU and CVU: check digits refuses a wrong first check digit, which guards bank and branch', () => {
  expect(hasValidCbuDigits('2850590840090418135201')).toBe(false)
})

it('CBU and CVU: check digits refuses a wrong second check digit, which guards the account', () => {
  expect(hasValidCbuDigits('2850590940090418135202')).toBe(false)
})

it.each(['', '285059094009041813520', '28505909400904181352011', '28505909 40090418135201', '285059094009041813520A'])(
  'CBU and CVU: check digits refuses %j, which is not 22 digits',
  (text) => expect(hasValidCbuDigits(text)).toBe(false),
)

it('CBU and CVU: check digits has exactly one pair of check digits for every bank, branch and account', () => {
  fc.assert(fc.property(someCbu, (numbers) => numbers.length === 1))
})

it('CBU and CVU: check digits catches every change of one digit', () => {
  fc.assert(fc.property(someCbu, ([number]) => !withOneDigitChanged(number!).some(hasValidCbuDigits)))
})

it('CBU and CVU: check digits agrees with stdnum, which refuses a block whose check digit is 0', () => {
  fc.assert(
    fc.property(someCbu, ([number]) => {
      const hasZeroCheckDigit = number![7] === '0' || number![21] === '0'
      expect(stdnum.AR!.cbu!.validate(number!).isValid).toBe(!hasZeroCheckDigit)
    }),
  )
})
