import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { verifyRows } from '../programs/verify-rows.ts'
import { keyRingOf, makeKey } from '../store/encryption/key-ring.ts'
import { openStore } from '../store/open-store.ts'
import { rotateStore } from '../store/rotate-store.ts'
import type { Store } from '../store/store.ts'
import { addPeople } from '../testing/people.ts'
import { type Place, stores } from '../testing/stores.ts'
import {
  findInvitation,
  findPasskey,
  passkeysOf,
  passwordOf,
  putInvitation,
  putPasskey,
  putPassword,
  recoveryCodesOf,
  removePassword,
  replaceRecoveryCodes,
  takeRecoveryCode,
} from './credential-rows.ts'

const newKey = makeKey()
const at = '2026-11-22T12:00:00.000Z'
const passkey = {
  id: 'key-1',
  person_id: 'ana',
  credential_id: 'credential-1',
  public_key: 'cose',
  counter: '4294967295',
  name: 'Phone',
  transports: '[]',
  created_at: at,
  last_used_at: null,
  backed_up: 0,
  removed_at: null,
}
const password = { id: 'ana', hash: 'scrypt', totp_last_step: 7, changed_at: at }
const invitation = {
  id: 'invitation-1',
  token_hash: 'hash',
  person_id: 'ana',
  kind: 'invitation',
  email: 'ana@example.com',
  expires_at: '2026-11-25T12:00:00.000Z',
  used_at: null,
  made_by: 'bruno',
  confirmed_by: null,
} as const

describe.each(stores)('Credentials on $name', ({ makePlace }) => {
  let place: Place
  let store: Store

  beforeEach(async () => {
    place = await makePlace()
    store = await place.open()
    await addPeople(store, { id: 'ana', name: 'Ana Souza' }, { id: 'bruno', name: 'Bruno Lima' })
    await store.write(async (tx) => {
      await putPasskey(tx, passkey)
      const place = { table: 'passwords', id: 'ana', column: 'totp_encrypted' }
      await putPassword(tx, { ...password, totp_encrypted: tx.encryption.encrypt('secret', place) })
      await replaceRecoveryCodes(tx, 'ana', ['code-1', 'code-2'], at)
      await putInvitation(tx, invitation)
    })
  })

  afterEach(async () => {
    await store.close()
    await place.remove()
  })

  it('What is written is found, until it was removed, used or is over', async () => {
    expect(await passkeysOf(store, 'ana')).toMatchObject([passkey])
    expect(await findPasskey(store, 'credential-1')).toMatchObject(passkey)
    expect(await passwordOf(store, 'ana')).toMatchObject({ hash: 'scrypt', totp_last_step: 7 })
    expect(await findInvitation(store, 'hash', at)).toMatchObject(invitation)
    expect(await findInvitation(store, 'hash', invitation.expires_at)).toBeUndefined()
    await store.write(async (tx) => {
      await putPasskey(tx, { ...passkey, removed_at: at })
      await removePassword(tx, 'ana')
      await putInvitation(tx, { ...invitation, used_at: at })
      const use = (id: string, personId: string) => takeRecoveryCode(tx, { id, personId, at })
      expect([await use('code-1', 'bruno'), await use('code-1', 'ana'), await use('code-1', 'ana')]).toEqual([
        false,
        true,
        false,
      ])
    })
    expect(await passkeysOf(store, 'ana')).toEqual([])
    expect(await findPasskey(store, 'credential-1')).toBeUndefined()
    expect(await passwordOf(store, 'ana')).toBeUndefined()
    expect(await findInvitation(store, 'hash', at)).toBeUndefined()
    expect(await recoveryCodesOf(store, 'ana')).toHaveLength(1)
  })

  it('A passkey whose public key was changed in the database counts as missing', async () => {
    await store.write(({ db }) => db.updateTable('passkeys').set({ public_key: 'of a thief' }).execute())
    expect(await passkeysOf(store, 'ana')).toEqual([])
    expect(await findPasskey(store, 'credential-1')).toBeUndefined()
  })

  it('A row that was moved to another person in the database counts as missing', async () => {
    for (const table of ['passkeys', 'recovery_codes', 'invitations'] as const) {
      await store.write(({ db }) => db.updateTable(table).set({ person_id: 'bruno' }).execute())
    }
    await store.write(({ db }) => db.updateTable('passwords').set({ id: 'bruno' }).execute())
    expect(await passkeysOf(store, 'bruno')).toEqual([])
    expect(await findPasskey(store, 'credential-1')).toBeUndefined()
    expect(await passwordOf(store, 'bruno')).toBeUndefined()
    expect(await recoveryCodesOf(store, 'bruno')).toEqual([])
    expect(await findInvitation(store, 'hash', at)).toBeUndefined()
    const told = (await verifyRows(store.db, store.encryption)).filter((line) => line.includes('did not write'))
    expect(told.map((line) => line.split(' ')[0])).toEqual([
      'Passkey',
      'Password',
      'Recovery',
      'Recovery',
      'Invitation',
    ])
  })

  const rotate = () => {
    const { databaseUrl, dataDirectory, keyRing } = place
    return rotateStore({ databaseUrl, dataDirectory, keyRing, newKey }, () => new Date(at))
  }

  it('A new data key vouches for every credential, as the former one did', async () => {
    await store.close()
    await rotate()
    store = await openStore({ ...place, keyRing: keyRingOf([newKey]) }, () => new Date(at))
    expect(await passkeysOf(store, 'ana')).toMatchObject([passkey])
    expect(await passwordOf(store, 'ana')).toMatchObject({ totp_last_step: 7 })
    expect(await recoveryCodesOf(store, 'ana')).toHaveLength(2)
    expect(await findInvitation(store, 'hash', at)).toMatchObject(invitation)
  })

  it.each(['passkeys', 'recovery_codes', 'invitations'] as const)(
    'A new data key vouches for none of %s that was given to another person in the database',
    async (table) => {
      await store.write(({ db }) => db.updateTable(table).set({ person_id: 'bruno' }).execute())
      await store.close()
      await expect(rotate()).rejects.toThrow('was changed outside of the app')
      store = await place.open()
    },
  )
})
