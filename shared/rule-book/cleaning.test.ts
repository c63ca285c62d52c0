import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '#shared/testing/runs.ts'
import {
  type CleaningStep,
  clean,
  composedLetters,
  finalXToZero,
  lowerCased,
  singleSpaced,
  trimmed,
  upperCased,
  upToHyphen,
  withoutInvisible,
  withoutSeparators,
} from './cleaning.ts'

const beforeHyphen = upToHyphen('agency_digit_removed')

const steps = {
  withoutInvisible,
  trimmed,
  singleSpaced,
  composed: composedLetters,
  withoutSeparators,
  upperCased,
  lowerCased,
  beforeHyphen,
  finalXToZero,
} satisfies Record<string, CleaningStep>

describe('Cleaning: laws', () => {
  const someText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'0123456789xX-–−.  \t\u00a0\ufeff\u200b\u0000aáÁßİ\u0301') }),
  )

  it.each(Object.entries(steps))('Cleaning: laws: %s: twice is once', (_, step) => {
    fc.assert(
      fc.property(someText, (text) => {
        const once = step.apply(text)
        expect(step.apply(once)).toBe(once)
      }),
      { numRuns: runs(1000) },
    )
  })

  it('Cleaning: laws notes lead from the typed text to the clean one, and only where something changed', () => {
    fc.assert(
      fc.property(someText, fc.subarray(Object.values(steps)), (typed, some) => {
        const { value, notes } = clean(typed, some)
        expect([typed, ...notes.map(({ to }) => to)]).toEqual([...notes.map(({ from }) => from), value])
        expect(notes.filter(({ from, to }) => from === to)).toEqual([])
      }),
    )
  })
})

it.each([
  '12 34',
  '12.34',
  '12-34',
  '12–34',
  '12—34',
  '12‑34',
  '12−34',
  '12\u00a034',
  '12\u202f34',
  '12\t34\n',
  '\ufeff1234',
])('Cleaning: separators in numbers: “%s” becomes 1234', (text) => {
  expect(withoutSeparators.apply(text)).toBe('1234')
})

it.each(['12,34', '12/34', '12_34', '12O34', '١٢٣٤'])(
  'Cleaning: separators in numbers: “%s” stays: it is for a person to correct',
  (text) => {
    expect(withoutSeparators.apply(text)).toBe(text)
  },
)

it.each(['\u200b', '\u200e', '\u202a', '\u2060', '\u00ad', '\ufeff', '\u0000', '\u0085', '\u007f'])(
  'Cleaning: characters that cannot be seen: %j is left out, without a space in its place',
  (character) => {
    expect(withoutInvisible.apply(`An${character}a`)).toBe('Ana')
  },
)

it.each([' ', '\t', '\n', '\u00a0', '\u3000'])(
  'Cleaning: characters that cannot be seen: %j separates words and stays',
  (character) => {
    expect(withoutInvisible.apply(`An${character}a`)).toBe(`An${character}a`)
  },
)

it('Cleaning: names joins an accent with its letter', () => {
  expect(composedLetters.apply('Jose\u0301')).toBe('José')
})

it('Cleaning: names makes one space of many', () => {
  expect(singleSpaced.apply('Ana \t\n María')).toBe('Ana María')
  expect(trimmed.apply(' \u00a0Ana\n')).toBe('Ana')
})

it.each([
  ['1234-5', '1234'],
  ['1234 - 5', '1234 '],
  ['1234−5', '1234'],
  ['12-34-5', '12'],
  ['1234-', '1234'],
  ['1234', '1234'],
  ['1234-5\n6', '1234'],
])('Cleaning: up to the hyphen: %j becomes %j', (text, kept) => {
  expect(beforeHyphen.apply(text)).toBe(kept)
})

it.each(['-1234', '–', 'A-1', ' -1'])(
  'Cleaning: up to the hyphen: %s does not begin with a digit and is left to be refused',
  (text) => {
    expect(beforeHyphen.apply(text)).toBe(text)
  },
)

it.each([
  ['1234X', '12340'],
  ['1234x', '12340'],
  ['X', 'X'],
  ['12X4', '12X4'],
  ['1234XX', '1234XX'],
])('Cleaning: X as verification digit: %s becomes %s', (text, sent) => {
  expect(finalXToZero.apply(text)).toBe(sent)
})
