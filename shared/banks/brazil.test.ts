import institutions from 'bancos-brasileiros'
import { expect, it } from 'vitest'
import { brazilianCommonBanks } from './brazil.ts'
import { brazilianNationalCodes } from './brazil-codes.ts'
import { brazilianNationalBanks } from './brazil-national.ts'

const nationalCodes = brazilianNationalBanks.map(({ code }) => code)

it("Brazil: the commonly used banks are the interface's sixteen codes in its order, each with a name", () => {
  expect(brazilianCommonBanks.map(({ code }) => code).join(' ')).toBe(
    '001 341 033 237 104 422 748 041 208 536 077 121 212 260 336 413',
  )
  expect(brazilianCommonBanks.filter(({ name }) => name === undefined)).toEqual([])
})

it('Brazil: all national banks begin with the common sixteen, under the same names', () => {
  expect(brazilianNationalBanks.slice(0, 16)).toEqual(brazilianCommonBanks)
})

it('Brazil: all national banks have the same codes as the set that the form checks against, three digits each', () => {
  expect([...nationalCodes].sort()).toEqual([...brazilianNationalCodes].sort())
  expect(brazilianNationalCodes.size).toBeGreaterThan(500)
  expect(nationalCodes.filter((code) => !/^\d{3}$/.test(code))).toEqual([])
})

it('Brazil: all national banks are those of the package they were generated from: run the vendor script after raising its version', () => {
  expect([...brazilianNationalCodes].sort()).toEqual(institutions.map(({ COMPE }) => COMPE).sort())
})

it('Brazil: all national banks have names that do not shout, and keep the official ones for the search', () => {
  const pan = brazilianNationalBanks.find(({ code }) => code === '623')
  expect(pan).toEqual({ code: '623', name: 'Banco Pan', otherNames: ['BANCO PAN', 'Banco Pan S.A.'] })
  const stone = brazilianNationalBanks.find(({ code }) => code === '197')
  expect(stone?.name).toBe('Stone Instituição de Pagamento')
  expect(stone?.otherNames).toContain('STONE INSTITUIÇÃO DE PAGAMENTO S.A.')
})
