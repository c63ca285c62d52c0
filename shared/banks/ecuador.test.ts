import { expect, it } from 'vitest'
import { ecuadorianBanks } from './ecuador.ts'

it("Ecuador: banks are the interface's 22 codes in its order, each with a name", () => {
  expect(ecuadorianBanks.map(({ code }) => code).join(' ')).toBe(
    '0001 0002 0003 0004 0005 0010 0011 0012 0013 0015 0016 0017 0019 0020 0021 0023 0024 0025 0026 0053 0172 0177',
  )
  expect(ecuadorianBanks.filter(({ name }) => name === undefined)).toEqual([])
})

it("Ecuador: banks follow the provider's numbers: 0010 is Guayaquil, 0023 Pichincha", () => {
  const names = new Map(ecuadorianBanks.map(({ code, name }) => [code, name]))
  expect(names.get('0010')).toBe('Banco Guayaquil')
  expect(names.get('0023')).toBe('Banco Pichincha')
})
