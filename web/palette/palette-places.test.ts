import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { countryCodes } from '#shared/countries/rule-book.ts'
import { changeLanguage } from '../language/catalog.ts'
import { placesFor } from './palette-places.ts'

const everything = () => true

const titles = (typed: string) => placesFor(typed, everything).map(({ title }) => title)

it('The places of the palette are the screens before anything is typed', () => {
  expect(titles('  ')).toEqual(titles(''))
  expect(titles('')).toContain('New payout')
  expect(titles('')).not.toContain('Rules of Brazil')
})

it.each([
  ['new pay', ['New payout']],
  ['payouts', ['Payouts', 'Import payouts']],
  ['MEX', ['Rules of Mexico']],
  ['mexico rules', ['Rules of Mexico']],
  ['ivor', ['Rules of Ivory Coast']],
  ['rica', ['Rules of Costa Rica']],
  ['approve', ['To review']],
  ['exico', []],
  ['mexico nobody', []],
])('The places of the palette for %j are %j', (typed, found) => {
  expect(titles(typed)).toEqual(found)
})

it('The places of the palette hold the rules of every country, also of one that is only checked', () => {
  expect(titles('rules of').filter((title) => title !== 'Rules of all countries')).toHaveLength(countryCodes.length + 1)
})

describe.each([
  { reader: 'es', words: 'nuevo pag', verb: 'aprobar', country: 'reglas brasil', rules: 'Reglas de' },
  { reader: 'pt-BR', words: 'novo pag', verb: 'aprovar', country: 'regras brasil', rules: 'Regras' },
  { reader: 'fr', words: 'nouveau pai', verb: 'approuver', country: 'regles bresil', rules: 'Règles' },
] as const)('The places of the palette for a reader of $reader', ({ reader, words, verb, country, rules }) => {
  const addresses = (typed: string) => placesFor(typed, everything).map(({ to }) => to)

  beforeEach(async () => {
    vi.stubGlobal('document', { documentElement: {} })
    await changeLanguage(reader)
  })

  afterEach(async () => {
    await changeLanguage('en')
    vi.unstubAllGlobals()
  })

  it('are found by words of that language, accents or not', () => {
    expect(addresses(words)).toEqual(['/payouts/new'])
    expect(addresses(verb)).toEqual(['/review'])
    expect(addresses(country)).toEqual(['/rules/BR'])
    expect(titles('MX')[0]).toMatch(new RegExp(`^${rules}`))
  })

  it.each([
    ['new payout', '/payouts/new'],
    ['payouts', '/payouts'],
    ['to review', '/review'],
    ['exports', '/exports'],
    ['beneficiaries', '/beneficiaries'],
    ['new beneficiary', '/beneficiaries/new'],
    ['activity', '/activity'],
    ['rules of all countries', '/rules'],
    ['about', '/about'],
    ['rules of brazil', '/rules/BR'],
    ['ivory coast', '/rules/CI'],
    ['south africa', '/rules/ZA'],
  ])('are found by the English %j too', (typed, to) => {
    expect(addresses(typed)).toContain(to)
  })
})
