import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { adviceOn, changesOf, doubtAbout, errorsOf, requestOf, warningsOf } from '#shared/testing/preview-in-tests.ts'
import { runs } from '#shared/testing/runs.ts'
import { readAmount } from './amount.ts'
import { previewPayout } from './read-entry.ts'

const payout = { country: 'ZA', beneficiaryFirstName: 'Thandi', beneficiaryLastName: 'Nkosi' }

/** A decimal as its digits before and after the point, at most fifteen of them significant. */
const someDecimal = fc
  .tuple(fc.stringMatching(/^(?:0|[1-9][0-9]{0,14})$/), fc.stringMatching(/^[0-9]{0,14}$/))
  .map(([whole, fraction]) => ({ whole, fraction: fraction.slice(0, whole === '0' ? 14 : 15 - whole.length) }))
  .filter(({ whole, fraction }) => /[1-9]/.test(whole + fraction))

type Decimal = { readonly whole: string; readonly fraction: string }

describe('Amount: the decimal never changes', () => {
  const styles: readonly (readonly [string, (decimal: Decimal) => string])[] = [
    ['plain', ({ whole, fraction }) => (fraction === '' ? whole : `${whole}.${fraction}`)],
    ['with zeros behind', ({ whole, fraction }) => `${whole}.${fraction}00`],
    ['with zeros before', ({ whole, fraction }) => `00${whole}.${fraction}0`],
    ['with a decimal comma', ({ whole, fraction }) => `${whole},${fraction}0000`],
    ['grouped by dots', ({ whole, fraction }) => `${groups(whole, '.')},${fraction}0000`],
    ['grouped by commas', ({ whole, fraction }) => `${groups(whole, ',')}.${fraction}0000`],
    ['grouped by spaces', ({ whole, fraction }) => `${groups(whole, ' ')},${fraction}0000`],
    ['grouped by spaces that do not break', ({ whole, fraction }) => `${groups(whole, '\u202f')}.${fraction}0000`],
    ['with its code behind', ({ whole, fraction }) => `${groups(whole, '.')},${fraction}0000 ZAR`],
    ['with a currency sign', ({ whole, fraction }) => `ZAR ${groups(whole, '.')},${fraction}0000`],
  ]

  it.each(styles)('Amount: the decimal never changes from text to request: %s', (_, write) => {
    fc.assert(
      fc.property(someDecimal, (decimal) => {
        const { amount } = requestOf({ ...payout, amount: write(decimal) })
        expect(scientific(JSON.stringify(amount))).toEqual(scientific(`${decimal.whole}.${decimal.fraction}`))
      }),
      { numRuns: runs(300) },
    )
  })

  it('Amount: the decimal never changes from request to text and back: the JSON number is read as the same decimal', () => {
    fc.assert(
      fc.property(someDecimal, ({ whole, fraction }) => {
        const request = requestOf({ ...payout, amount: `${whole}.${fraction}` })
        const stored: Record<string, unknown> = JSON.parse(JSON.stringify(request))
        expect(requestOf(stored)).toEqual(request)
      }),
      { numRuns: runs(300) },
    )
  })

  it('Amount: the decimal never changes a JSON number and its text are the same amount', () => {
    for (const amount of [1, 0.1, 1500.5, 0.07, 123456789012.345, 0.0000001, 4e-7, 999999999999999])
      expect(readAmount(amount, 'ZAR')).toMatchObject({ ok: true, text: decimalText(amount) })
    expect(requestOf({ ...payout, amount: 1500.5 })).toEqual(requestOf({ ...payout, amount: '1500.5' }))
  })

  it('Amount: the decimal never changes is kept without zeros that say nothing', () => {
    const texts = ['0012.340', '12.', '.5', '5,', '0.10', '100'].map((text) => readAmount(text, 'ZAR'))
    expect(texts.map((reading) => reading.ok && reading.text)).toEqual(['12.34', '12', '0.5', '5', '0.1', '100'])
  })

  it('Amount: the decimal never changes lists how it was rewritten', () => {
    expect(changesOf('amount', { ...payout, amount: '$ 1.500,00' })).toEqual([
      'currency_sign_removed: $ 1.500,00 → 1.500,00',
      'amount_as_number: 1.500,00 → 1500',
    ])
    expect(changesOf('amount', { ...payout, amount: '1500.5' })).toEqual([])
  })
})

it.each(['1234567890123456', '0.1234567890123456', '12345678.12345678', '1.000.000.000.000.001'])(
  'Amount: what cannot be sent unchanged has more than 15 significant digits: %s',
  (amount) => {
    expect(errorsOf({ ...payout, amount })).toEqual(['amount too_many_digits'])
    expect(adviceOn('amount', { ...payout, amount })).toContain('16 digits')
  },
)

it.each([0.1 + 0.2, 1234567890123456, 1e21, 1.5e300, Number.MAX_VALUE])(
  'Amount: what cannot be sent unchanged nor as a JSON number: %d',
  (amount) => {
    expect(errorsOf({ ...payout, amount })).toEqual(['amount too_many_digits'])
  },
)

it('Amount: what cannot be sent unchanged: 15 digits are fine, zeros around them not counted', () => {
  expect(requestOf({ ...payout, amount: '000123456789012.345000' }).amount).toBe(123456789012.345)
  expect(requestOf({ ...payout, amount: '0.00000123456789012345' }).amount).toBe(0.00000123456789012345)
})

it.each([`0.${'0'.repeat(330)}1`, `0.${'0'.repeat(310)}123456789012345`])(
  'Amount: what cannot be sent unchanged is smaller than any JSON number',
  (amount) => {
    expect(errorsOf({ ...payout, amount })).toEqual(['amount too_small'])
  },
)

it.each([
  ['1,500', '1500', '1.5'],
  ['12,345', '12345', '12.3450'],
  ['$ 999,000', '999000', '999'],
])('Amount: what is asked back: %s could be %s or %s', (amount, one, other) => {
  expect(errorsOf({ ...payout, amount })).toEqual(['amount ambiguous_amount'])
  expect(adviceOn('amount', { ...payout, amount })).toContain(one)
  expect(adviceOn('amount', { ...payout, amount })).toContain(`or ${other}`)
  for (const advised of [one, other])
    expect(previewPayout({ ...payout, amount: advised }, { enteredBy: 'person' })).toMatchObject({ ok: true })
})

it.each([
  ['1,50', 1.5],
  ['0,500', 0.5],
  ['1,5000', 1.5],
  ['1500,500', 1500.5],
  ['1,500.00', 1500],
  ['1,500,000', 1500000],
  ['1.500.000', 1500000],
  ['1.500,5', 1500.5],
  ['1 500', 1500],
])('Amount: what is asked back: %s has one reading', (amount, sent) => {
  expect(requestOf({ ...payout, amount }).amount).toBe(sent)
})

it.each(['1.000', '12.345', '999.999', '$ 1.500'])(
  'Amount: what is asked back: %s is read as a decimal, and doubted',
  (amount) => {
    expect(warningsOf({ ...payout, amount })).toContain('amount amount_looks_grouped')
  },
)

it('Amount: what is asked back says how 1.000 is read', () => {
  expect(requestOf({ ...payout, amount: '1.000' }).amount).toBe(1)
  expect(doubtAbout('amount', { ...payout, amount: '1.000' })).toContain('decimal separator: 1.')
})

it.each(['1.00', '1.0000', '0.500', '1000.500', '1.000,00', '01.000', 1.234])(
  'Amount: what is asked back: %s is not',
  (amount) => {
    expect(warningsOf({ ...payout, amount })).not.toContain('amount amount_looks_grouped')
  },
)

it.each(['10 20', '100\n200', '1\t500', '1 50', '1 5000', '12 345 67'])(
  'Amount: what would pay another sum is never joined from two numbers: %j',
  (amount) => {
    expect(errorsOf({ ...payout, amount })).toEqual(['amount not_an_amount'])
  },
)

it.each([
  '\u200bUSD 100',
  '100 USD',
  '150,25 mxn',
  '100KES',
  'ZAR 100 USD',
  'USD 100',
  'US$ 100',
  'R$ 100',
  'S/ 100',
  'BRL100',
  'eur 5',
])('Amount: what would pay another sum is never taken from another currency: %s', (amount) => {
  expect(errorsOf({ ...payout, amount })).toEqual(['amount other_currency'])
  expect(adviceOn('amount', { ...payout, amount })).toContain('the payout is in ZAR')
})

it('Amount: what would pay another sum is taken from the payout’s own currency, and from a bare dollar sign', () => {
  expect(requestOf({ ...payout, amount: 'ZAR 100' }).amount).toBe(100)
  expect(requestOf({ ...payout, amount: '$100' }).amount).toBe(100)
  for (const amount of ['100 ZAR', '100zar', ' 100,00 ZAR ', 'ZAR 100 ZAR'])
    expect(requestOf({ ...payout, amount }).amount).toBe(100)
  expect(changesOf('amount', { ...payout, amount: '100 ZAR' })).toEqual(['currency_sign_removed: 100 ZAR → 100'])
  expect(requestOf({ ...payout, country: 'KE', amount: '10 KES' }).amount).toBe(10)
  const inDollars = { ...payout, currencyCode: 'USD', TermsApproved: true }
  expect(requestOf({ ...inDollars, amount: 'US$ 100' }).amount).toBe(100)
  expect(errorsOf({ ...inDollars, amount: 'ZAR 100' })).toEqual(['amount other_currency'])
})

it.each(['-1', '- 1', '-0.5', 'R$ -5', '-R$5', '0', '0.00', '0,00', '-0', 0, -0, -1, -0.01])(
  'Amount: what is none is not above zero: %s',
  (amount) => {
    expect(errorsOf({ ...payout, amount })).toEqual(['amount not_positive'])
  },
)

it.each([
  'abc',
  'ten',
  'NaN',
  'Infinity',
  '1e21',
  '1e-7',
  '1E3',
  '0x10',
  '0b1',
  '1_000',
  '1..5',
  '1,2,3',
  '1.2.3',
  '1,500.000,00',
  '1.50.000',
  '12,34.56',
  '.',
  ',',
  '1/2',
  '50%',
  '1-2',
  '٣',
  '１',
  '1$',
])('Amount: what is none is no amount: %s', (amount) => {
  expect(errorsOf({ ...payout, amount })).toEqual(['amount not_an_amount'])
})

it.each([Number.NaN, Number.POSITIVE_INFINITY])(
  'Amount: what is none is no amount as a number either: %d',
  (amount) => {
    expect(errorsOf({ ...payout, amount })).toEqual(['amount not_an_amount'])
  },
)

it.each([true, null, [], ['1'], { value: 1 }])('Amount: what is none has the wrong type: %j', (amount) => {
  expect(errorsOf({ ...payout, amount })).toEqual(['amount wrong_type'])
})

it.each([undefined, '', ' ', '-', '\u200b'])('Amount: what is none is missing: %j', (amount) => {
  expect(errorsOf({ ...payout, amount })).toEqual(['amount missing'])
})

function groups(whole: string, separator: string): string {
  return whole.replace(/(?=(?:[0-9]{3})+$)(?<=[0-9])/g, separator)
}

/** A decimal as whole digits without outer zeros and the power of ten they are worth. */
function scientific(text: string): { readonly digits: string; readonly power: number } {
  const [mantissa = '', exponent = '0'] = text.split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const digits = (whole + fraction).replace(/^0+/, '')
  const bare = digits.replace(/0+$/, '')
  return { digits: bare, power: Number(exponent) - fraction.length + digits.length - bare.length }
}

function decimalText(amount: number): string {
  return amount < 0.000001 ? amount.toFixed(7) : String(amount)
}
