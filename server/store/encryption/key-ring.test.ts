import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { keyRingOf, keyRingText, makeKey, readKeyRing } from './key-ring.ts'

const hexadecimal = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff'
const base64 = Buffer.from(hexadecimal, 'hex').toString('base64')

describe('the key ring', () => {
  it('reads keys one a line; the first is current', () => {
    const ring = keyRingOf([makeKey(), makeKey(), makeKey()])
    const read = readKeyRing(`\n${keyRingText(ring)}\r\n`)
    expect(read.keys.map(({ id }) => id)).toEqual(ring.keys.map(({ id }) => id))
    expect(read.current.id).toBe(ring.current.id)
  })

  it.each([
    base64,
    base64.replace('=', ''),
    hexadecimal.toUpperCase(),
    Buffer.from(hexadecimal, 'hex').toString('base64url'),
  ])('knows a key by the same id however it is written: %s', (text) => {
    expect(readKeyRing(text).current.id).toBe(readKeyRing(hexadecimal).current.id)
  })

  it('tells in the id nothing of the key', () => {
    const { id } = readKeyRing(hexadecimal).current
    expect(id).toMatch(/^[0-9a-f]{16}$/)
    expect(hexadecimal).not.toContain(id)
  })

  it.each(['', '  \n', 'secret password', hexadecimal.slice(1), `${base64}A`, `${base64}\nnonsense`])(
    'refuses what is no key without quoting it: %j',
    (text) => {
      expect(() => readKeyRing(text)).toThrow(
        /^must be 32 random bytes in base64 or hexadecimal, such as `openssl rand -base64 32` makes$/,
      )
    },
  )

  it('does not show a key where it is printed or written out', () => {
    const ring = readKeyRing(hexadecimal)
    const shown = [inspect(ring, { depth: 9, showHidden: true }), JSON.stringify(ring), String(ring.current.secret)]
    for (const text of shown) {
      expect(text).not.toContain(base64.slice(0, 12))
      expect(text.replaceAll(/\W/g, '').toLowerCase()).not.toContain(hexadecimal.slice(0, 12))
    }
  })
})
