import { createSecretKey, randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { createEncryption } from '../store/encryption/encryption.ts'
import { keyRingOf, makeKey } from '../store/encryption/key-ring.ts'
import { makeRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts'

const encryption = createEncryption(keyRingOf([makeKey()]), createSecretKey(randomBytes(32)))
const hashOf = (typed: string, personId = 'ana') => recoveryCodeHash(encryption, personId, typed)

it('Recovery codes: eight, of seven groups of four letters that cannot be mistaken, each another', () => {
  const codes = makeRecoveryCodes()
  expect(codes).toHaveLength(8)
  expect(new Set(codes).size).toBe(8)
  for (const code of codes) expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/)
})

it('Recovery codes: one is the same in any case, however it is grouped, and with letters for the digits they look like', () => {
  const hash = hashOf('7K20-1MMM-AAAA-BBBB-CCCC-DDDD-EEEE')
  const typed = [
    '7k20-1mmm-aaaa-bbbb-cccc-dddd-eeee',
    ' 7K2O lmmm AAAA BBBB CCCC DDDD EEEE\n',
    '7K20iMMMAAAABBBBCCCCDDDDEEEE',
  ]
  for (const code of typed) expect(hashOf(code)).toBe(hash)
  expect(hashOf('7K20-1MMM-AAAA-BBBB-CCCC-DDDD-EEEF')).not.toBe(hash)
})

it('Recovery codes: one person’s code is not valid for another', () => {
  expect(hashOf('7K20', 'ana')).not.toBe(hashOf('7K20', 'bruno'))
})
