import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { authorityNow } from '../jobs/job-rows.ts'
import { memberIn } from '../people/member.ts'
import { findPerson, personByKey } from '../people/people-rows.ts'
import { authorityOf } from '../people/permitted.ts'
import { sessionsOfPerson } from '../people/session-rows.ts'
import type { Transaction } from '../store/store.ts'
import { okay, originOf, sendEnrolment } from '../testing/accounts.ts'
import { softwareAuthenticator } from '../testing/software-authenticator.ts'
import { type Answer, startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'
import { noteConfirmation } from './confirmed-changes.ts'
import { passkeysOf, passwordOf } from './credential-rows.ts'
import { addPasskey, auditOwn, removePasskey, setPassword } from './credentials.ts'
import { beginTotp } from './enrolment.ts'
import { invite, linkLifeMs } from './invitations.ts'
import { renewOwnRecoveryCodes, setOwnPassword } from './own-account.ts'
import { totpAt } from './totp.ts'

let app: TestApp
let admin: Visitor

beforeAll(async () => {
  app = await startTestApp({ SIGN_IN: 'accounts' })
  admin = await app.asMember({ name: 'Ada Rocha', roles: ['admin'] })
})

afterAll(() => app.stop())

interface Victim {
  readonly id: string
  readonly name: string
  readonly visitor: Visitor
}

async function reEnrol({ id, name }: Victim): Promise<Answer> {
  const store = await app.openStore()
  const lost = { personId: id, kind: 'recovery', email: 'lost@example.com', lifeMs: linkLifeMs.short } as const
  const { token } = await store.write((tx) => invite(tx, lost))
  return sendEnrolment(app.asNewBrowser(), { token, name, authenticator: softwareAuthenticator(originOf(app)) })
}

const changeSchema = z.object({ particulars: z.object({ params: z.object({ change: z.string() }) }) })

it.each([
  ['Hugo Lima', 'is suspended', ({ id }: Victim) => admin.post(`/api/people/${id}/suspend`, { distrust: true })],
  ['Iris Lima', 'has all sessions ended by an admin', ({ id }: Victim) => admin.delete(`/api/people/${id}/sessions`)],
  ['Joana Lima', 'signs out', ({ visitor }: Victim) => visitor.delete('/api/session')],
  ['Karla Lima', 'recovers their account', reEnrol],
] as const)(
  '%s, who %s while a new password is hashed, has none, and no new recovery codes',
  async (name, _what, end) => {
    const visitor = await app.asMember({ name, roles: ['reviewer'] })
    const store = await app.openStore()
    const { id = '' } = (await personByKey(store.db, name.toLowerCase().replace(' ', ''))) ?? {}
    const row = await findPerson(store.db, id)
    const person = row && memberIn(store, 'accounts', row)
    const [session] = await sessionsOfPerson(store.db, id, new Date().toISOString())
    if (person === undefined || session === undefined) throw new Error('There is no such member.')
    const owner = { person, session, sessionToken: 'of the browser' }
    const { ceremonyId, secret } = await beginTotp({ store }, id, 'lima@example.com')
    const password = 'seven grey herons wade'
    const set = (make: () => Promise<string>) => {
      const given = { ceremonyId, password, code: totpAt(secret, new Date()) }
      return setOwnPassword({ store, passwords: { make, isOf: async () => false } }, owner, given)
    }
    const confirm = async (send: () => Promise<unknown>) => {
      const refused = await send().catch((error: unknown) => error)
      const { change } = changeSchema.parse(refused).particulars.params
      await store.write((tx) => noteConfirmation(tx, owner, change))
    }
    const newCodes = () => renewOwnRecoveryCodes({ store }, owner)
    await confirm(() => set(async () => ''))
    await confirm(newCodes)
    const setting = set(async () => {
      okay(await end({ id, name, visitor }))
      return 'a hash'
    })
    await expect(setting).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
    expect(await passwordOf(store, id)).toBeUndefined()
    await expect(newCodes()).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
  },
)

it('What a person began ends with a session that they end from another and with each change of how they sign in, not with their signing out', async () => {
  const name = 'Lia Prado'
  const signIn = () => app.asMember({ name, roles: ['reviewer'] })
  const [owner, thief, here, gone] = [await signIn(), await signIn(), await signIn(), await signIn()]
  const store = await app.openStore()
  const { id: personId = '' } = (await personByKey(store.db, 'liaprado')) ?? {}
  const end = async (from: Visitor, session: string) => okay(await from.delete(`/api/account/sessions/${session}`))
  const fateAfter = async (change: () => Promise<unknown>) => {
    const work = await store.write((tx) => authorityNow(tx, personId))
    await change()
    const found = await store.write((tx) => authorityOf(tx, 'accounts', work, 'approve'))
    return typeof found === 'string' ? found : 'goes on'
  }
  expect(await fateAfter(async () => end(here, await sessionOf(here)))).toBe('goes on')
  expect(await fateAfter(() => gone.delete('/api/session'))).toBe('goes on')
  expect(await fateAfter(async () => end(owner, await sessionOf(thief)))).toBe('withdrawn')
  const key = { credentialId: 'of Lia', publicKey: 'a key', counter: 0, transports: [], isBackedUp: false }
  const changes: readonly ((tx: Transaction) => Promise<unknown>)[] = [
    (tx) => addPasskey(tx, personId, 'Phone', key),
    async (tx) => removePasskey(tx, (await passkeysOf(tx, personId))[0]!),
    (tx) => setPassword(tx, personId, { hash: 'a hash', secret: 'a secret', step: 1 }),
    (tx) => auditOwn(tx, personId, 'password.removed'),
  ]
  for (const change of changes) expect(await fateAfter(() => store.write(change)), String(change)).toBe('withdrawn')
})

const ownSessionsSchema = z.object({ sessions: z.array(z.object({ id: z.string(), isThis: z.boolean() })) })

async function sessionOf(visitor: Visitor): Promise<string> {
  const { sessions } = ownSessionsSchema.parse(okay(await visitor.get('/api/account')))
  return sessions.find(({ isThis }) => isThis)?.id ?? ''
}
