import { describe, expect, it } from 'vitest'
import { brazilianCommonBanks } from './brazil.ts'
import { brazilianNationalBanks } from './brazil-national.ts'
import { chileanBanks } from './chile.ts'
import { colombianBanks } from './colombia.ts'
import { ecuadorianBanks } from './ecuador.ts'
import { mexicanBanks } from './mexico.ts'
import { peruvianBanks } from './peru.ts'

const lists = { brazilianCommonBanks, chileanBanks, mexicanBanks, colombianBanks, ecuadorianBanks, peruvianBanks }

describe('Bank lists: laws for every country', () => {
  it('hold the 254 codes of the interface together', () => {
    const counts = Object.values(lists).map((list) => list.length)
    expect(counts).toEqual([16, 28, 96, 61, 22, 31])
    expect(counts.reduce((sum, count) => sum + count)).toBe(254)
  })

  it.each(Object.entries({ ...lists, brazilianNationalBanks }))('%s: no code occurs twice', (_, list) => {
    expect(new Set(list.map(({ code }) => code)).size).toBe(list.length)
  })

  it.each(Object.entries({ ...lists, brazilianNationalBanks }))('%s: every name is tidy text', (_, list) => {
    const names = list.flatMap(({ name, otherNames }) => (name === undefined ? otherNames : [name, ...otherNames]))
    expect(names.filter((name) => name === '' || name !== name.trim() || /\s\s|[|`\n]/.test(name))).toEqual([])
  })
})
