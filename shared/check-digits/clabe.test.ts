import { clabe as clabeValidator } from 'clabe-validator'
import fc from 'fast-check'
import { stdnum } from 'stdnum'
import { expect, it } from 'vitest'
import { mexicanBanks } from '#shared/banks/mexico.ts'
import { runs } from '#shared/testing/runs.ts'
import { validCompletions, withOneDigitChanged } from '#shared/testing/slips.ts'
import { hasValidClabeDigits } from './clabe.ts'

const someClabe = fc.stringMatching(/^\d{17}$/).map((body) => validCompletions(body, hasValidClabeDigits))

/** One valid CLABE of each institution in the interface, all of Mexico City. */
const clabeOfEachBank = mexicanBanks.map(({ code }) => {
  const [number] = validCompletions(`${code.slice(-3)}18000011835971`, hasValidClabeDigits)
  return { code, number: number! }
})

it.each(['032180000118359719', '002010077777777771', '646180110400000007'])(
  'CLABE: check digit accepts %s',
  (number) => {
    expect(hasValidClabeDigits(number)).toBe(true)
  },
)

it('CLABE: check digit refuses a wrong check digit', () => {
  expect(hasValidClabeDigits('032180000118359718')).toBe(false)
})

it.each(['', '03218000011835971', '0321800001183597199', '032 180 00011835971 9', '03218000011835971A'])(
  'CLABE: check digit refuses %j, which is not 18 digits',
  (text) => expect(hasValidClabeDigits(text)).toBe(false),
)

it('CLABE: check digit has exactly one check digit for every body', () => {
  fc.assert(fc.property(someClabe, (numbers) => numbers.length === 1))
})

it('CLABE: check digit catches every change of one digit', () => {
  fc.assert(fc.property(someClabe, ([number]) => !withOneDigitChanged(number!).some(hasValidClabeDigits)))
})

it('CLABE: check digit agrees with the checksum of clabe-validator', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{18}$/), (number) => {
      const expected = clabeValidator.computeChecksum(number.slice(0, 17))
      expect(hasValidClabeDigits(number)).toBe(number.endsWith(String(expected)))
    }),
    { numRuns: runs(2000) },
  )
})

it('CLABE: check digit accepts, as clabe-validator does, a CLABE of every institution in the interface', () => {
  expect(clabeOfEachBank).toHaveLength(96)
  expect(clabeOfEachBank.filter(({ number }) => !hasValidClabeDigits(number))).toEqual([])
  expect(clabeOfEachBank.filter(({ number }) => !clabeValidator.validate(number).ok)).toEqual([])
})

it('CLABE: check digit accepts the institutions that stdnum refuses because its list of banks is older', () => {
  const refused = clabeOfEachBank.filter(({ number }) => !stdnum.MX!.clabe!.validate(number).isValid)
  expect(refused.map(({ code }) => code).join(' ')).toBe(
    '2001 40151 40154 40155 40157 40158 40159 40160 90661 90677 90680 90683 90684 90685 90686 90688 90689 90699 ' +
      '90703 90706 90710 90722 90723 90728 90903',
  )
})
