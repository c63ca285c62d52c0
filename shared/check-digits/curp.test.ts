import fc from 'fast-check'
import { stdnum } from 'stdnum'
import { expect, it } from 'vitest'
import { validCompletions, withOneDigitChanged } from '#shared/testing/slips.ts'
import { hasValidCurpDigits } from './curp.ts'

/** Letters after the second X cannot spell one of the words that the register, and stdnum, avoid. */
const someCurp = fc
  .tuple(
    fc.stringMatching(/^[A-Z]X[A-Z]{2}$/),
    fc.date({ min: new Date('1930-01-01'), max: new Date('1999-12-31'), noInvalidDate: true }),
    fc.stringMatching(/^[HMX](AS|DF|NE|ZS)[A-Z]{3}\d$/),
  )
  .map(([letters, born, rest]) => letters + born.toISOString().slice(2, 10).replaceAll('-', '') + rest)
  .map((body) => validCompletions(body, hasValidCurpDigits))

it.each(['BOXW310820HNERXN09', 'HEGG560427MVZRRL04', 'SABC560626MDFLRN01'])(
  'CURP: check digit, date of birth and structure accepts %s',
  (number) => {
    expect(hasValidCurpDigits(number)).toBe(true)
  },
)

it('CURP: check digit, date of birth and structure refuses a wrong check digit', () => {
  expect(hasValidCurpDigits('BOXW310820HNERXN08')).toBe(false)
})

it('CURP: check digit, date of birth and structure refuses a day that does not exist', () => {
  expect(validCompletions('BOXW310231HNERXN0', hasValidCurpDigits)).toEqual([])
})

it('CURP: check digit, date of birth and structure reads the century from the seventeenth place: 29 February existed in 2000, not in 1900', () => {
  expect(validCompletions('BOXW000229HNERXNA', hasValidCurpDigits)).toHaveLength(1)
  expect(validCompletions('BOXW000229HNERXN0', hasValidCurpDigits)).toEqual([])
})

it('CURP: check digit, date of birth and structure takes H, M or X for the sex and refuses another letter', () => {
  expect(validCompletions('BOXW310820XNERXN0', hasValidCurpDigits)).toHaveLength(1)
  expect(validCompletions('BOXW310820FNERXN0', hasValidCurpDigits)).toEqual([])
})

it('CURP: check digit, date of birth and structure refuses a state of birth that does not exist', () => {
  expect(validCompletions('BOXW310820HXXRXN0', hasValidCurpDigits)).toEqual([])
})

it.each(['', 'BOXW310820HNERXN0', 'BOXW310820HNERXN099', 'boxw310820hnerxn09', 'BOXW-310820-HNERXN-09'])(
  'CURP: check digit, date of birth and structure refuses %j, which is not a CURP in shape',
  (text) => expect(hasValidCurpDigits(text)).toBe(false),
)

it('CURP: check digit, date of birth and structure has exactly one check digit for every body', () => {
  fc.assert(fc.property(someCurp, (numbers) => numbers.length === 1))
})

it('CURP: check digit, date of birth and structure catches every change of one digit in the places whose weight shares no factor with ten', () => {
  const guardedPlaces = [5, 7, 9, 17]
  fc.assert(
    fc.property(someCurp, ([number]) => {
      const unseen = withOneDigitChanged(number!).filter(hasValidCurpDigits)
      expect(unseen.filter((slip) => guardedPlaces.some((place) => slip[place] !== number![place]))).toEqual([])
    }),
  )
})

it('CURP: check digit, date of birth and structure agrees with stdnum, right or wrong check digit', () => {
  fc.assert(
    fc.property(someCurp, fc.constantFrom(...'0123456789'), ([number], check) => {
      const other = number!.slice(0, 17) + check
      expect(hasValidCurpDigits(other)).toBe(stdnum.MX!.curp!.validate(other).isValid)
    }),
  )
})

it('CURP: check digit, date of birth and structure unlike stdnum, accepts initials that spell a rude word: the register avoids them, which is no rule of digits', () => {
  const [number] = validCompletions('PEDO310820HNERXN0', hasValidCurpDigits)
  expect(stdnum.MX!.curp!.validate(number!).isValid).toBe(false)
})
