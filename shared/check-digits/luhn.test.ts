import fc from 'fast-check'
import { expect, it } from 'vitest'
import { validCompletions, withOneDigitChanged } from '#shared/testing/slips.ts'
import { hasValidLuhnDigit } from './luhn.ts'

const someNumber = fc.stringMatching(/^\d{1,30}$/).map((body) => validCompletions(body, hasValidLuhnDigit))

it.each(['79927398713', '4111111111111111', '5555555555554444', '378282246310005', '18'])(
  'Card number: check digit by Luhn accepts %s',
  (number) => {
    expect(hasValidLuhnDigit(number)).toBe(true)
  },
)

it('Card number: check digit by Luhn refuses a wrong check digit', () => {
  expect(hasValidLuhnDigit('79927398710')).toBe(false)
  expect(hasValidLuhnDigit('4111111111111112')).toBe(false)
})

it('Card number: check digit by Luhn refuses two neighbours swapped', () => {
  expect(hasValidLuhnDigit('79927398731')).toBe(false)
})

it.each(['', '0', '4111 1111 1111 1111', '411111111111111A'])(
  'Card number: check digit by Luhn refuses %j: two digits at least',
  (text) => {
    expect(hasValidLuhnDigit(text)).toBe(false)
  },
)

it('Card number: check digit by Luhn has exactly one check digit for every body', () => {
  fc.assert(fc.property(someNumber, (numbers) => numbers.length === 1))
})

it('Card number: check digit by Luhn catches every change of one digit', () => {
  fc.assert(fc.property(someNumber, ([number]) => !withOneDigitChanged(number!).some(hasValidLuhnDigit)))
})
