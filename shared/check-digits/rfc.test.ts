import fc from 'fast-check'
import { stdnum } from 'stdnum'
import { expect, it } from 'vitest'
import { validCompletions, withOneDigitChanged } from '#shared/testing/slips.ts'
import { hasValidRfcDigits } from './rfc.ts'

const checkCharacters = '0123456789A'

/** Letters with an X in second place cannot spell one of the words that stdnum refuses. */
const somePersonOrCompany = fc
  .tuple(
    fc.stringMatching(/^[A-Z]X[A-Z]{1,2}$/),
    fc.date({ min: new Date('1930-01-01'), max: new Date('1999-12-31'), noInvalidDate: true }),
    fc.stringMatching(/^[1-9A-V][1-9A-Z]$/),
  )
  .map(([letters, date, rest]) => letters + date.toISOString().slice(2, 10).replaceAll('-', '') + rest)

const someRfc = somePersonOrCompany.map((body) => validCompletions(body, hasValidRfcDigits, checkCharacters))

it.each(['GODE561231GR8', 'CACX7605101P8'])(
  "RFC: check character and date accepts a person's, of 13 characters: %s",
  (number) => {
    expect(hasValidRfcDigits(number)).toBe(true)
  },
)

it.each(['MAB9307148T4', 'EKU9003173C9', 'SAT970701NN3'])(
  "RFC: check character and date accepts a company's, of 12: %s",
  (number) => {
    expect(hasValidRfcDigits(number)).toBe(true)
  },
)

it('RFC: check character and date takes Ñ and & among the letters', () => {
  expect(validCompletions('Ñ&A930714AB', hasValidRfcDigits, checkCharacters)).toHaveLength(1)
})

it('RFC: check character and date refuses a wrong check character', () => {
  expect(hasValidRfcDigits('GODE561231GR7')).toBe(false)
  expect(hasValidRfcDigits('GODE561231GRA')).toBe(false)
})

it('RFC: check character and date refuses a day that does not exist, and lets 29 February 2000 pass', () => {
  expect(validCompletions('GODE561331GR', hasValidRfcDigits, checkCharacters)).toEqual([])
  expect(validCompletions('GODE000229GR', hasValidRfcDigits, checkCharacters)).toHaveLength(1)
})

it('RFC: check character and date refuse the RFC of the general public, under which no one can be paid', () => {
  expect(hasValidRfcDigits('XAXX010101000')).toBe(false)
})

it.each(['', 'GODE561231', 'GODE561231GR', 'gode561231gr8', 'GODE-561231-GR8', 'GO561231GR8', 'GODEE561231GR8'])(
  'RFC: check character and date refuses %j, which is not an RFC in shape',
  (text) => expect(hasValidRfcDigits(text)).toBe(false),
)

it('RFC: check character and date has exactly one check character for every body', () => {
  fc.assert(fc.property(someRfc, (numbers) => numbers.length === 1))
})

it('RFC: check character and date catches every change of one digit', () => {
  fc.assert(fc.property(someRfc, ([number]) => !withOneDigitChanged(number!).some(hasValidRfcDigits)))
})

it('RFC: check character and date stdnum accepts all that we accept', () => {
  fc.assert(fc.property(someRfc, ([number]) => stdnum.MX!.rfc!.validate(number!).isValid))
})

it('RFC: check character and date stdnum accepts a second check character, from an alphabet without & that the tax service does not document', () => {
  const acceptedByStdnum = [...checkCharacters].filter(
    (character) => stdnum.MX!.rfc!.validate(`GODE561231GR${character}`).isValid,
  )
  expect(acceptedByStdnum).toHaveLength(2)
  expect(acceptedByStdnum).toContain('8')
})
