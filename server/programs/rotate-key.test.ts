import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keyRingOf, keyRingText, makeKey } from '../store/encryption/key-ring.ts'
import { openStore } from '../store/open-store.ts'
import { encryptedValues, openAllEncrypted, seedEncrypted } from '../testing/seed-encrypted.ts'
import { type Place, stores } from '../testing/stores.ts'
import { rotateKey } from './data-programs.ts'

describe.each(stores)('npm run rotate-key on $name', ({ makePlace }) => {
  let place: Place
  beforeEach(async () => {
    place = await makePlace()
    const store = await place.open()
    await seedEncrypted(store, 2)
    await store.close()
    for (const [name, value] of Object.entries(place.environment)) vi.stubEnv(name, value)
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await place.remove()
  })

  it('takes the new key from DATA_KEY_NEW, and says what to set afterwards', async () => {
    const key = makeKey()
    const text = keyRingText(keyRingOf([key])).trim()
    vi.stubEnv('DATA_KEY_NEW', text)
    const answer = await rotateKey()
    expect(answer.isDone).toBe(true)
    expect(answer.text).toContain(`with data key ${key.id}: ${2 * encryptedValues} values were opened with it alone.`)
    expect(answer.text).toContain('From now on start with this key as DATA_KEY')
    expect(answer.text).not.toContain(text)
    const store = await openStore({ ...place, keyRing: keyRingOf([key]) }, () => new Date())
    expect(await openAllEncrypted(store)).toHaveLength(2 * encryptedValues)
    await store.close()
  })

  it('vouches for no payout that was changed in the database: it names one, says what to do, and changes nothing', async () => {
    const store = await place.open()
    const change = { approved_hash: 'forged' }
    await store.write(({ db }) => db.updateTable('payouts').set(change).where('id', '=', 'row-1').execute())
    const before = await store.db.selectFrom('payouts').selectAll().orderBy('id').execute()
    const keys = await store.db.selectFrom('data_keys').selectAll().execute()
    await store.close()
    vi.stubEnv('DATA_KEY_NEW', keyRingText(keyRingOf([makeKey()])).trim())
    expect(await rotateKey()).toEqual({
      isDone: false,
      text: 'Nothing was done: payout row-1 was changed outside of the app, and a new key would vouch for that: run npm run verify-audit, and restore a backup of before.',
    })
    const after = await place.open()
    expect(await after.db.selectFrom('payouts').selectAll().orderBy('id').execute()).toEqual(before)
    expect(await after.db.selectFrom('data_keys').selectAll().execute()).toEqual(keys)
    await after.close()
  })

  it('asks for the new key in one line', async () => {
    expect(await rotateKey()).toMatchObject({
      isDone: false,
      text: expect.stringMatching(/^Nothing was done: set DATA_KEY_NEW/),
    })
  })

  it('does not quote a new key that is none', async () => {
    vi.stubEnv('DATA_KEY_NEW', 'geheim')
    const { isDone, text } = await rotateKey()
    expect(isDone).toBe(false)
    expect(text).toContain('DATA_KEY_NEW must be 32 random bytes')
    expect(text).not.toContain('geheim')
  })

  it('does nothing while an app runs', async () => {
    const store = await place.open()
    vi.stubEnv('DATA_KEY_NEW', 'ab'.repeat(32))
    expect(await rotateKey()).toEqual({
      isDone: false,
      text: 'Nothing was done: a server runs on this database: end it first.',
    })
    await store.close()
  })
})
