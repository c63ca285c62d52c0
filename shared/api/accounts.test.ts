import { expect, it } from 'vitest'
import * as accounts from './accounts.ts'

it('Accounts: a code of an authenticator app is six digits, typed with blanks or without', () => {
  const { passwordProofSchema } = accounts
  const codes = ['123456', ' 123 456 ', '12345', '1234567', '12345a', '１２３４５６']
  const read = codes.map((code) => passwordProofSchema.safeParse({ password: 'p', code }).data?.code)
  expect(read).toEqual(['123456', '123456', undefined, undefined, undefined, undefined])
})

it('Accounts: every schema refuses a text in its place', () => {
  const schemas = Object.values(accounts).filter((one) => typeof one === 'object' && 'safeParse' in one)
  expect(schemas.length).toBeGreaterThan(15)
  for (const schema of schemas) expect(schema.safeParse('text').success).toBe(false)
})
