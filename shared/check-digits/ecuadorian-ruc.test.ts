import { ruc as ecuadorValidatorAccepts } from 'ecuador-validator'
import fc from 'fast-check'
import { stdnum } from 'stdnum'
import { expect, it } from 'vitest'
import { runs } from '#shared/testing/runs.ts'
import { withOneDigitChanged } from '#shared/testing/slips.ts'
import { hasValidEcuadorianRucDigits } from './ecuadorian-ruc.ts'

it("Ecuadorian RUC: check digit, where the standard has one accepts a person's: the cédula, then the establishment", () => {
  expect(hasValidEcuadorianRucDigits('1714307103001')).toBe(true)
  expect(hasValidEcuadorianRucDigits('1714307103012')).toBe(true)
})

it("Ecuadorian RUC: check digit, where the standard has one refuses a person's with a wrong cédula", () => {
  expect(hasValidEcuadorianRucDigits('1714307104001')).toBe(false)
})

it('Ecuadorian RUC: check digit, where the standard has one refuses the establishment 000', () => {
  expect(hasValidEcuadorianRucDigits('1714307103000')).toBe(false)
  expect(hasValidEcuadorianRucDigits('1792060346000')).toBe(false)
  expect(hasValidEcuadorianRucDigits('1760001550000')).toBe(false)
})

it("Ecuadorian RUC: check digit, where the standard has one accepts a company's (third digit 9), also where the old check digit does not hold", () => {
  expect(hasValidEcuadorianRucDigits('1792060346001')).toBe(true)
  expect(hasValidEcuadorianRucDigits('1792060347001')).toBe(true)
})

it("Ecuadorian RUC: check digit, where the standard has one accepts a public body's (third digit 6), also where the old check digit does not hold", () => {
  expect(hasValidEcuadorianRucDigits('1760001550001')).toBe(true)
  expect(hasValidEcuadorianRucDigits('1760001560001')).toBe(true)
})

it('Ecuadorian RUC: check digit, where the standard has one refuses a third digit of 7 or 8, and a province that does not exist', () => {
  expect(hasValidEcuadorianRucDigits('1774307103001')).toBe(false)
  expect(hasValidEcuadorianRucDigits('1784307103001')).toBe(false)
  expect(hasValidEcuadorianRucDigits('2592060346001')).toBe(false)
})

it.each(['', '1714307103', '17143071030011', '1714307103-001'])(
  'Ecuadorian RUC: check digit, where the standard has one refuses %j, which is not 13 digits',
  (text) => {
    expect(hasValidEcuadorianRucDigits(text)).toBe(false)
  },
)

it("Ecuadorian RUC: check digit, where the standard has one catches every change of one digit in a person's cédula that leaves it a person's", () => {
  const slips = withOneDigitChanged('1714307103001').filter((slip) => /^..[0-5].{7}001$/.test(slip))
  expect(slips.length).toBeGreaterThan(80)
  expect(slips.filter(hasValidEcuadorianRucDigits)).toEqual([])
})

it('Ecuadorian RUC: check digit, where the standard has one agrees with ecuador-validator', () => {
  const someRuc = fc.stringMatching(/^[0-3]\d{9}(000|001|\d{3})$/)
  fc.assert(
    fc.property(someRuc, (number) => {
      expect(hasValidEcuadorianRucDigits(number)).toBe(ecuadorValidatorAccepts(number))
    }),
    { numRuns: runs(3000) },
  )
})

it('Ecuadorian RUC: check digit, where the standard has one accepts what stdnum refuses for a check digit that the tax service gave up', () => {
  expect(stdnum.EC!.ruc!.validate('1792060347001').isValid).toBe(false)
  expect(stdnum.EC!.ruc!.validate('1760001560001').isValid).toBe(false)
})

it('Ecuadorian RUC: check digit, where the standard has one accepts all that stdnum accepts', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-2]\d{9}00[01]$/), (number) => {
      if (stdnum.EC!.ruc!.validate(number).isValid) expect(hasValidEcuadorianRucDigits(number)).toBe(true)
    }),
    { numRuns: runs(3000) },
  )
})
