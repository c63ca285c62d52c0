import { expect, it } from 'vitest'
import { makeTotpSecret, totpAt, totpStep, totpUri } from './totp.ts'

/** "12345678901234567890", the secret of RFC 6238, Appendix B. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

const atSecond = (second: number) => new Date(second * 1000)

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('TOTP: at second %i the code is that of RFC 6238', (second, code) => {
  expect(totpAt(secret, atSecond(second))).toBe(code)
})

it('TOTP: a code is good in its own half minute, the one before and the one after', () => {
  const code = totpAt(secret, atSecond(90))
  const goodAt = [29, 30, 59, 60, 119, 120, 149, 150].filter(
    (second) => totpStep(secret, code, atSecond(second), null) !== undefined,
  )
  expect(goodAt).toEqual([60, 119, 120, 149])
})

it('TOTP: a step is good once, and none before it is any longer', () => {
  const step = totpStep(secret, totpAt(secret, atSecond(90)), atSecond(90), null)
  expect(step).toBe(3)
  const again = [60, 90, 120].map((second) => totpStep(secret, totpAt(secret, atSecond(second)), atSecond(90), 3))
  expect(again).toEqual([undefined, undefined, 4])
})

it('TOTP: another number of digits is no code', () => {
  for (const code of ['', '28708', '2870820', '28708é']) {
    expect(totpStep(secret, code, atSecond(59), null)).toBeUndefined()
  }
})

it('TOTP: a new secret has 160 bits, is never the same, and is in the address for a QR code', () => {
  const [one, other] = [makeTotpSecret(), makeTotpSecret()]
  expect(one).toMatch(/^[A-Z2-7]{32}$/)
  expect(one).not.toBe(other)
  expect(totpUri(one, 'ana@example.com')).toBe(
    `otpauth://totp/Payout%20Desk:ana%40example.com?secret=${one}&issuer=Payout%20Desk&algorithm=SHA1&digits=6&period=30`,
  )
})
