import { expect, test } from 'vitest'
import { underName } from './loopback.ts'

test('An address of this machine has its name for browsers, and any other stays as it is', () => {
  const addresses = ['http://127.0.0.1:3000', 'http://127.1.2.3:80', 'http://[::1]:3000', 'http://10.0.0.5:3000']
  expect(addresses.map(underName)).toEqual([
    'http://localhost:3000',
    'http://localhost:80',
    'http://localhost:3000',
    'http://10.0.0.5:3000',
  ])
})
