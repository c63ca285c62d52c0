import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountSchema, approvalSignatureSchema, creationCeremonySchema } from '#shared/api/accounts.ts'
import { kindsOf } from '#shared/api/approval.ts'
import type { Payout } from '#shared/api/payout.ts'
import { totpAt } from '../accounts/totp.ts'
import { addPerson, changePerson, findPerson } from '../people/people-rows.ts'
import { type EnrolledPerson, enrolByPasskey, okay, originOf, sendAssertion } from '../testing/accounts.ts'
import { confirmedWithReason, enter, payoutWrite, reveal, step } from '../testing/payouts.ts'
import { type SoftwareAuthenticator, softwareAuthenticator } from '../testing/software-authenticator.ts'
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'

/* What a thief of the cookie of a reviewer can do within five minutes of a proof. */

let app: TestApp
let clerk: Visitor

beforeAll(async () => {
  app = await startTestApp({ SIGN_IN: 'accounts' })
  const store = await app.openStore()
  const founder = { id: 'founder', name: 'First Founder', name_key: 'firstfounder', email: 'founder@example.com' }
  await store.write((tx) => addPerson(tx, { ...founder, created_at: '2026-01-01T00:00:00.000Z', status: 'suspended' }))
  clerk = await app.asMember({ name: 'Clara Clerk', roles: ['clerk'] })
})

afterAll(() => app.stop())

let count = 0

function reviewer(): Promise<EnrolledPerson> {
  count += 1
  const name = `Remo ${'abcdefghijklmnopqrstuvwxyz'[count]}`
  return enrolByPasskey(app, { name, email: `remo-${count}@example.com`, roles: ['reviewer'] })
}

const entered = () => enter(clerk, payoutWrite(undefined, { submit: true }))

/** Approves what is shown, signed by an authenticator; without one, unsigned. */
async function approveBy(visitor: Visitor, { id }: Payout, authenticator?: SoftwareAuthenticator) {
  const shown = await reveal(visitor, id)
  const { version, requestHash, warningsHash } = shown
  const confirmed = confirmedWithReason(shown.warnings)
  const payout = { id, requestHash, warningsHash, confirmedKinds: kindsOf(confirmed) }
  const [begin, end] = ['/api/approvals/challenge', '/api/approvals/signature']
  const body = { payouts: [payout] }
  const signed = authenticator && okay(await sendAssertion(visitor, authenticator, { begin, end, body }))
  const signature = signed === undefined ? {} : approvalSignatureSchema.parse(signed)
  return step(visitor, { id, version }, 'approve', { requestHash, warningsHash, confirmed, ...signature })
}

const heldAnswer = { status: 403, json: { code: 'NOT_PERMITTED', params: { why: 'held' } } }

async function addKey(visitor: Visitor): Promise<SoftwareAuthenticator> {
  const begun = creationCeremonySchema.parse(okay(await visitor.post('/api/account/passkey-options', {})))
  const own = softwareAuthenticator(originOf(app))
  const { ceremonyId, options } = begun
  okay(await visitor.post('/api/account/passkeys', { ceremonyId, response: own.create(options), name: 'Key' }))
  return own
}

it('a passkey that was just added approves nothing for a day', async () => {
  const { visitor } = await reviewer()
  const payout = await entered()
  const own = await addKey(visitor)
  expect(await approveBy(visitor, payout, own)).toMatchObject(heldAnswer)
})

it('new recovery codes approve nothing for a day either', async () => {
  const { visitor, authenticator } = await reviewer()
  okay(await visitor.post('/api/account/recovery-codes', {}))
  expect(await approveBy(visitor, await entered(), authenticator)).toMatchObject(heldAnswer)
})

it('a person whose passkeys are all dropped for a password approves by passkey alone for a day, also once released', async () => {
  const { visitor } = await reviewer()
  const email = `remo-${count}@example.com`
  const { ceremonyId, secret } = Object(okay(await visitor.post('/api/account/totp', {})))
  const change = { ceremonyId, password: 'seven grey herons wade', code: totpAt(secret, new Date()) }
  okay(await visitor.put('/api/account/password', change))
  const { passkeys } = accountSchema.parse(okay(await visitor.get('/api/account')))
  for (const { id } of passkeys) okay(await visitor.delete(`/api/account/passkeys/${id}`))
  const store = await app.openStore()
  await store.write(async (tx) => {
    const row = await findPerson(tx.db, email)
    if (row === undefined) throw new Error(`There is no ${email}.`)
    await changePerson(tx, row, { held_until: null })
    await tx.audit({
      personId: null,
      action: 'person.released',
      thing: { type: 'person', id: email },
      facts: { heldUntil: null },
    })
  })
  expect(await approveBy(visitor, await entered())).toMatchObject(heldAnswer)
})
