import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hasValidCbuDigits } from './cbu.ts'
import { hasValidCciDigits } from './cci.ts'
import { hasValidClabeDigits } from './clabe.ts'
import { hasValidCpfDigits } from './cpf.ts'
import { hasValidCuitDigits } from './cuit.ts'
import { hasValidCurpDigits } from './curp.ts'
import { hasValidEcuadorianCedulaDigits } from './ecuadorian-cedula.ts'
import { hasValidEcuadorianRucDigits } from './ecuadorian-ruc.ts'
import { hasValidLuhnDigit } from './luhn.ts'
import { hasValidNitDigits } from './nit.ts'
import { hasValidPeruvianRucDigits } from './peruvian-ruc.ts'
import { hasValidRfcDigits } from './rfc.ts'
import { hasValidRutDigits } from './rut.ts'

const examples: [(number: string) => boolean, string][] = [
  [hasValidCbuDigits, '2850590940090418135201'],
  [hasValidCciDigits, '01124100019000658270'],
  [hasValidClabeDigits, '032180000118359719'],
  [hasValidCpfDigits, '39053344705'],
  [hasValidCuitDigits, '33693450239'],
  [hasValidCurpDigits, 'BOXW310820HNERXN09'],
  [hasValidEcuadorianCedulaDigits, '1714307103'],
  [hasValidEcuadorianRucDigits, '1714307103001'],
  [hasValidLuhnDigit, '4111111111111111'],
  [hasValidNitDigits, '8909039388'],
  [hasValidPeruvianRucDigits, '20512333797'],
  [hasValidRfcDigits, 'GODE561231GR8'],
  [hasValidRutDigits, '125319092'],
]

const rules = examples.map(([hasValidDigits, example]) => ({ rule: hasValidDigits.name, hasValidDigits, example }))

it.each(rules)(
  'Check digits: laws for every rule: $rule accepts its example, not with anything around it',
  ({ hasValidDigits, example }) => {
    expect(hasValidDigits(example)).toBe(true)
    expect([` ${example}`, `${example} `, `${example}\n`, `-${example}`].filter(hasValidDigits)).toEqual([])
  },
)

it.each(rules)('Check digits: laws for every rule: $rule takes ASCII digits alone', ({ hasValidDigits, example }) => {
  const arabic = example.replace(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit)))
  expect(hasValidDigits(arabic)).toBe(false)
})

it('Check digits: laws for every rule none of the rules crashes on any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) =>
      rules.every(({ hasValidDigits }) => typeof hasValidDigits(text) === 'boolean'),
    ),
  )
})

it.each(rules)(
  'Check digits: laws for every rule: $rule does not crash on a damaged example',
  ({ hasValidDigits, example }) => {
    const damaged = fc
      .tuple(fc.nat(example.length), fc.nat(3), fc.string())
      .map(([place, removed, inserted]) => example.slice(0, place) + inserted + example.slice(place + removed))
    fc.assert(fc.property(damaged, (text) => typeof hasValidDigits(text) === 'boolean'))
  },
)
