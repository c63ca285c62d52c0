import { expect, it } from 'vitest'
import { longestTokenDays, newTokenSchema, tokensSchema, tokenWriteSchema } from './tokens.ts'

const write = { name: 'ERP', scopes: ['payouts:write'], expiresInDays: 30, holder: { name: 'Acme' }, addresses: [] }
const isTaken = (change: object) => tokenWriteSchema.safeParse({ ...write, ...change }).success

it('Tokens: one lives from a day to a year', () => {
  expect(
    [0, 1, longestTokenDays, longestTokenDays + 1, 1.5].map((expiresInDays) => isTaken({ expiresInDays })),
  ).toEqual([false, true, true, false, false])
})

it('Tokens: one has a name and at least one scope of those that there are', () => {
  expect([{}, { name: ' ' }, { scopes: [] }, { scopes: ['payouts:approve'] }].map(isTaken)).toEqual([
    true,
    false,
    false,
    false,
  ])
})

it('Tokens: every answer is more than a text', () => {
  for (const schema of [tokensSchema, newTokenSchema]) expect(schema.safeParse('text').success).toBe(false)
})
