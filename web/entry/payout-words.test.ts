import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decimalsOf } from '#shared/countries/rule-book.ts'
import { languageCodes } from '#shared/language/languages.ts'
import { amountWords, nextStep, stateLabel } from './payout-words.tsx'

it.each([
  { reader: 'en', small: '99.00 USD', middling: '1,500.50 BRL', large: '1,234,567 CLP' },
  { reader: 'es', small: '99,00 USD', middling: '1.500,50 BRL', large: '1.234.567 CLP' },
  { reader: 'pt-BR', small: '99,00 USD', middling: '1.500,50 BRL', large: '1.234.567 CLP' },
  { reader: 'fr', small: '99,00 USD', middling: '1\u202F500,50 BRL', large: '1\u202F234\u202F567 CLP' },
] as const)(
  'An amount on screen is grouped as in $reader, with the decimals of its currency',
  ({ reader, small, middling, large }) => {
    expect(amountWords('99', 'USD', reader)).toBe(small)
    expect(amountWords('1500.5', 'BRL', reader)).toBe(middling)
    expect(amountWords('1234567', 'CLP', reader)).toBe(large)
  },
)

it('An amount on screen is in the language of the page by default', () => {
  expect(amountWords('1500.5', 'BRL')).toBe('1,500.50 BRL')
})

it('An amount on screen hides no digit that is sent', () => {
  expect(amountWords('0.125', 'BRL')).toBe('0.125 BRL')
  expect(amountWords('1550.5', 'CLP', 'es')).toBe('1.550,5 CLP')
  expect(amountWords('9999999999999.99', 'ARS')).toBe('9,999,999,999,999.99 ARS')
  expect(amountWords('999999999999999', 'XAF', 'fr')).toBe('999\u202F999\u202F999\u202F999\u202F999 XAF')
})

it('An amount on screen has exactly the digits that are sent, of any amount in any language', () => {
  const reader = fc.constantFrom(...languageCodes)
  const currency = fc.constantFrom('BRL', 'CLP', 'USD', 'XOF')
  fc.assert(
    fc.property(fc.bigInt(0n, 999_999_999_999_999n), fc.nat(14), reader, currency, (digits, places, by, code) => {
      const padded = digits.toString().padStart(places + 1, '0')
      const [whole, sent] = [padded.slice(0, padded.length - places), padded.slice(padded.length - places)]
      const shown = amountWords(places === 0 ? whole : `${whole}.${sent}`, code, by)
      expect(shown.replaceAll(/\D/g, '')).toBe(whole + sent.padEnd(decimalsOf(code) ?? 0, '0'))
    }),
  )
})

it('An amount on screen that is not a number is shown unchanged, and none as a dash', () => {
  expect(amountWords('1e3', 'BRL')).toBe('1e3 BRL')
  expect(amountWords('', 'BRL', 'fr')).toBe('– BRL')
})

it('The words for the state of a payout include the next step', () => {
  expect(stateLabel('in_review')).toBe('In review')
  expect(nextStep('in_review')).toBe('It needs approval from someone who did not enter it.')
})
