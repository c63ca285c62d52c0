import { expect, it } from 'vitest'
import { Failure } from '../kernel/failure.ts'
import { createPasswordHashes } from './password-hash.ts'

const cheap = { logN: 10, r: 8, p: 1 }

it('Password: its hash holds it against no other, and says what it cost', async () => {
  const hashes = createPasswordHashes()
  const hash = await hashes.make('seven grey herons wade', 'known')
  expect(hash).toMatch(/^scrypt\$17\$8\$1\$[\w-]{22}\$[\w-]{43}$/)
  expect(await hashes.isOf('seven grey herons wade', hash, 'known')).toBe(true)
  expect(await hashes.isOf('seven grey herons wadE', hash, 'known')).toBe(false)
})

it('Password: the same one has another hash each time, and an older, cheaper hash is still read', async () => {
  const hashes = createPasswordHashes(cheap)
  const [one, other] = [
    await hashes.make('seven grey herons wade', 'known'),
    await hashes.make('seven grey herons wade', 'known'),
  ]
  expect(one).not.toBe(other)
  expect(await createPasswordHashes({ ...cheap, logN: 11 }).isOf('seven grey herons wade', one, 'known')).toBe(true)
})

it('Password: it is the same however a keyboard composes its letters', async () => {
  const hashes = createPasswordHashes(cheap)
  const hash = await hashes.make('canción de cuna'.normalize('NFC'), 'known')
  expect(await hashes.isOf('canción de cuna'.normalize('NFD'), hash, 'known')).toBe(true)
})

it('Password: for a person without one any password is wrong, after the same work', async () => {
  const hashes = createPasswordHashes({ logN: 14, r: 8, p: 1 })
  const hash = await hashes.make('seven grey herons wade', 'known')
  // Of the processor: on a busy machine the clock says how long it waited for one.
  const workOf = async (given: string | undefined) => {
    const before = process.cpuUsage()
    expect(await hashes.isOf('another password', given, 'known')).toBe(false)
    return process.cpuUsage(before).user
  }
  const [known, unknown] = [await workOf(hash), await workOf(undefined)]
  // Hashing takes some 50 ms here; not hashing takes none.
  expect(unknown).toBeGreaterThan(known / 4)
})

it('Password: one of strangers is hashed at a time, twenty wait, the next is asked to come back, and others wait for none of them', async () => {
  const hashes = createPasswordHashes(cheap)
  const asked = Array.from({ length: 22 }, () => hashes.isOf('another password', undefined, 'stranger'))
  const known = hashes.isOf('another password', undefined, 'known')
  const answers = Promise.allSettled(asked)
  expect(await Promise.race([known, answers])).toBe(false)
  const refused = (await answers).flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  expect(refused).toEqual([new Failure('SIGN_IN_PAUSED', { retryAfterSeconds: 10 })])
  expect(await hashes.isOf('another password', undefined, 'known')).toBe(false)
})
