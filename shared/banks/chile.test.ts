import { expect, it } from 'vitest'
import { chileanBanks } from './chile.ts'

it("Chile: the interface's 28 codes in its order, each with a name", () => {
  expect(chileanBanks.map(({ code }) => code).join(' ')).toBe(
    '012 504 028 055 027 001 016 507 051 009 039 053 057 037 049 672 031 014 017 041 043 045 052 054 056 059 099 152',
  )
  expect(chileanBanks.filter(({ name }) => name === undefined)).toEqual([])
})
