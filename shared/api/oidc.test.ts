import { expect, test } from 'vitest'
import { isOidcError, oidcErrorMessages, oidcErrors } from './oidc.ts'

test('An address of the sign-in screen names an error of the closed list, or none', () => {
  expect(oidcErrors.every(isOidcError)).toBe(true)
  expect([null, '', 'toString', 'no role', '<b>'].filter(isOidcError)).toEqual([])
})

test('Each error of the identity provider has a sentence of its own', () => {
  expect(new Set(Object.values(oidcErrorMessages)).size).toBe(oidcErrors.length)
})
