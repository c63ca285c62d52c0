import { cpf } from 'cpf-cnpj-validator'
import fc from 'fast-check'
import { stdnum } from 'stdnum'
import { expect, it } from 'vitest'
import { validCompletions, withOneDigitChanged } from '#shared/testing/slips.ts'
import { hasValidCpfDigits } from './cpf.ts'

const repeatedDigits = [...'0123456789'].map((digit) => digit.repeat(11))

const someCpf = fc
  .stringMatching(/^\d{9}$/)
  .filter((body) => !/^(\d)\1*$/.test(body))
  .map((body) => [...'0123456789'].flatMap((digit) => validCompletions(body + digit, hasValidCpfDigits)))

it.each(['39053344705', '11144477735', '52998224725'])('CPF: check digits accepts %s', (number) => {
  expect(hasValidCpfDigits(number)).toBe(true)
})

it('CPF: check digits refuses a wrong first check digit', () => {
  expect(hasValidCpfDigits('39053344715')).toBe(false)
})

it('CPF: check digits refuses a wrong second check digit', () => {
  expect(hasValidCpfDigits('39053344704')).toBe(false)
})

it.each(repeatedDigits)('CPF: check digits refuses %s, one digit repeated, though the arithmetic holds', (number) => {
  expect(hasValidCpfDigits(number)).toBe(false)
})

it.each(['', '3905334470', '390533447055', '390.533.447-05'])(
  'CPF: check digits refuses %j, which is not 11 digits',
  (text) => {
    expect(hasValidCpfDigits(text)).toBe(false)
  },
)

it('CPF: check digits has exactly one pair of check digits for every body', () => {
  fc.assert(fc.property(someCpf, (numbers) => numbers.length === 1))
})

it('CPF: check digits catch every change of one digit, but where the first check digit is 0, which two remainders have', () => {
  fc.assert(
    fc.property(someCpf, ([number]) => {
      fc.pre(number![9] !== '0')
      expect(withOneDigitChanged(number!).filter(hasValidCpfDigits)).toEqual([])
    }),
  )
})

it('CPF: check digits agrees with cpf-cnpj-validator and with stdnum', () => {
  const elevenDigits = fc.stringMatching(/^\d{11}$/)
  fc.assert(
    fc.property(
      fc.oneof(
        elevenDigits,
        someCpf.map(([number]) => number!),
      ),
      (number) => {
        fc.pre(!repeatedDigits.includes(number))
        expect(hasValidCpfDigits(number)).toBe(cpf.isValid(number))
        expect(hasValidCpfDigits(number)).toBe(stdnum.BR!.cpf!.validate(number).isValid)
      },
    ),
  )
})

it('CPF: check digits agrees with cpf-cnpj-validator, not with stdnum, on one digit repeated', () => {
  expect(repeatedDigits.filter((number) => cpf.isValid(number))).toEqual([])
  expect(repeatedDigits.filter((number) => stdnum.BR!.cpf!.validate(number).isValid)).toEqual(repeatedDigits)
})
