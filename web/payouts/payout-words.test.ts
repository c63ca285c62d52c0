import { describe, expect, it } from 'vitest'
import { amountWords } from './payout-words.ts'

describe('An amount on screen', () => {
  it('has the decimals of its currency, and its thousands apart', () => {
    expect(amountWords('1500.5', 'BRL')).toBe('1\u202F500.50 BRL')
    expect(amountWords('99', 'USD')).toBe('99.00 USD')
    expect(amountWords('1234567', 'CLP')).toBe('1\u202F234\u202F567 CLP')
  })

  it('hides no digit that is sent', () => {
    expect(amountWords('0.125', 'BRL')).toBe('0.125 BRL')
    expect(amountWords('1550.5', 'CLP')).toBe('1\u202F550.5 CLP')
  })
})
