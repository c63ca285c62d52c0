import { describe, expect, it } from 'vitest'
import { countryCodes } from '#shared/rule-book/country-codes.ts'
import { placesFor } from './palette-places.ts'

const titles = (typed: string) => placesFor(typed).map(({ title }) => title)

describe('The places of the palette', () => {
  it('are the screens before anything is typed', () => {
    expect(titles('  ')).toEqual(titles(''))
    expect(titles('')).toContain('New payout')
    expect(titles('')).not.toContain('Rules of Brazil')
  })

  it.each([
    ['new pay', ['New payout']],
    ['MEX', ['Rules of Mexico']],
    ['mexico rules', ['Rules of Mexico']],
    ['ivor', ['Rules of Ivory Coast']],
    ['rica', ['Rules of Costa Rica']],
    ['approve', ['To review']],
    ['exico', []],
    ['mexico nobody', []],
  ])('for %j are %j', (typed, found) => {
    expect(titles(typed)).toEqual(found)
  })

  it('hold the rules of every country, also of one that is only checked', () => {
    expect(titles('rules of').filter((title) => title !== 'Rules of all countries')).toHaveLength(
      countryCodes.length + 1,
    )
  })
})
