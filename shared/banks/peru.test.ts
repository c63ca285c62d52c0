import { expect, it } from 'vitest'
import { cciBankNames, cciPrefixOfBank, peruvianBanks } from './peru.ts'

it("Peru: banks are the interface's 31 codes in its order", () => {
  expect(peruvianBanks.map(({ code }) => code).join(' ')).toBe(
    '0001 0002 0003 0004 0005 0006 0007 0008 0009 0010 0011 0012 0013 0014 0015 0016 0017 0019 0020 0021 0022 0023 ' +
      '0024 0025 0026 0027 0028 0029 0030 0032 0037',
  )
})

it('Peru: banks have names for the first five alone: no public list supports another', () => {
  expect(
    peruvianBanks
      .filter(({ name }) => name !== undefined)
      .map(({ code }) => code)
      .join(' '),
  ).toBe('0001 0002 0003 0004 0005')
})

it('Peru: banks are told from a CCI by its first three digits, where the names agree', () => {
  const agreed = peruvianBanks.flatMap(({ code, name }) => {
    const prefix = cciPrefixOfBank[code]
    return prefix === undefined ? [] : [`${code} ${name}: ${prefix} ${cciBankNames[prefix]}`]
  })
  expect(agreed).toEqual([
    '0001 Interbank: 003 Interbank',
    '0002 BBVA Perú: 011 BBVA',
    '0003 BCP (Banco de Crédito): 002 BCP',
    '0004 Scotiabank Perú: 009 Scotiabank',
    '0005 BanBif (Interamericano de Finanzas): 038 BanBif',
  ])
})

it('Peru: banks keep CCI prefixes of three digits', () => {
  expect(Object.keys(cciBankNames)).toHaveLength(20)
  expect(Object.keys(cciBankNames).filter((prefix) => !/^\d{3}$/.test(prefix))).toEqual([])
})
