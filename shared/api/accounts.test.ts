import { expect, it } from 'vitest'
import * as accounts from './accounts.ts'

const text = (length: number) => 'á'.repeat(length)
const passwordOf = (password: string) => ({ ceremonyId: 'a', password, code: '123456' })

it('Accounts: a new password has 15 to 128 characters as a person counts them, however they are written', () => {
  const { newPasswordSchema } = accounts
  const isTaken = (password: string) => newPasswordSchema.safeParse(passwordOf(password)).success
  expect([14, 15, 128, 129].map((length) => isTaken(text(length)))).toEqual([false, true, true, false])
  expect(isTaken(text(128).normalize('NFD'))).toBe(true)
  expect(isTaken(text(14).normalize('NFD'))).toBe(false)
})

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
