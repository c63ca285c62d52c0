import fc from 'fast-check'
import { expect, it } from 'vitest'
import { validCompletions, withOneDigitChanged } from '#shared/testing/slips.ts'
import { hasValidCciDigits } from './cci.ts'

const someCci = fc
  .stringMatching(/^\d{18}$/)
  .map((body) => [...'0123456789'].flatMap((digit) => validCompletions(body + digit, hasValidCciDigits)))

it.each(['01124100019000658270', '01136600010003254221'])('CCI: check digits accepts %s', (number) => {
  expect(hasValidCciDigits(number)).toBe(true)
})

it('CCI: check digits refuses a wrong first check digit, which guards bank and branch', () => {
  expect(hasValidCciDigits('01124100019000658260')).toBe(false)
})

it('CCI: check digits refuses a wrong second check digit, which guards the account', () => {
  expect(hasValidCciDigits('01124100019000658271')).toBe(false)
})

it.each(['', '0112410001900065827', '011241000190006582700', '011-241-000190006582-70', '0112410001900065827X'])(
  'CCI: check digits refuses %j, which is not 20 digits',
  (text) => expect(hasValidCciDigits(text)).toBe(false),
)

it('CCI: check digits keeps the first check digit whatever the account', () => {
  const ofAnotherAccount = [...'0123456789'].flatMap((digit) =>
    validCompletions(`011241987654321098${digit}`, hasValidCciDigits),
  )
  expect(ofAnotherAccount.map((number) => number[18])).toEqual(['7'])
})

it('CCI: check digits has exactly one pair of check digits for every bank, branch and account', () => {
  fc.assert(fc.property(someCci, (numbers) => numbers.length === 1))
})

it('CCI: check digits catches every change of one digit', () => {
  fc.assert(fc.property(someCci, ([number]) => !withOneDigitChanged(number!).some(hasValidCciDigits)))
})
