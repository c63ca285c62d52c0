import { createSecretKey, randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { createEncryption } from '../store/encryption/encryption.ts'
import { keyRingOf, makeKey } from '../store/encryption/key-ring.ts'
import { knownBrowserToken, originOfAttempt } from './known-browsers.ts'

const encryption = createEncryption(keyRingOf([makeKey()]), createSecretKey(randomBytes(32)))

it('A browser is known for whom it keeps a token, as long as that person may sign in', () => {
  const [token, address] = [knownBrowserToken({ encryption }, 'ana'), '203.0.113.1']
  const knownFor = (id: string, status: 'active' | 'suspended') =>
    originOfAttempt({ encryption }, { id, status }, { address, known: token }).known?.personId
  expect([knownFor('ana', 'active'), knownFor('bruno', 'active')]).toEqual(['ana', undefined])
  expect(knownFor('ana', 'suspended')).toBeUndefined()
  expect(originOfAttempt({ encryption }, undefined, { address, known: token }).known).toBeUndefined()
})
