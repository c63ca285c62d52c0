import { expect, it } from 'vitest'
import { colombianBanks } from './colombia.ts'

it("Colombia: the interface's 61 codes in its order, each with a name", () => {
  expect(colombianBanks.map(({ code }) => code).join(' ')).toBe(
    '0001 0002 0006 0007 0009 0012 0013 0014 0019 0023 0031 0032 0040 0041 0042 0051 0052 0058 0059 0060 0061 0062 ' +
      '0063 0064 0065 0066 0067 0069 0070 0071 0083 0084 0086 0087 0088 0089 0121 0283 0289 0291 0292 0303 0370 0507 ' +
      '0550 0551 0558 0560 0683 0685 0801 0802 0803 0804 0805 0808 0809 0811 0812 0813 0814',
  )
  expect(colombianBanks.filter(({ name }) => name === undefined)).toEqual([])
})
