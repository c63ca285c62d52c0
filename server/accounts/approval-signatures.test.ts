import { afterAll, beforeAll, expect, it } from 'vitest'
import { approvalSignatureSchema, requestCeremonySchema } from '#shared/api/accounts.ts'
import type { ListedPayout } from '#shared/api/approved-list.ts'
import { Failure } from '../kernel/failure.ts'
import { enrolByPasskey, okay, problemOf, sendAssertion } from '../testing/accounts.ts'
import { listedOne, signList } from '../testing/batch-review.ts'
import { changed, confirmedWithReason, enter, payoutWrite, reveal, sampleNamed, step } from '../testing/payouts.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { requiredSignature } from './approval-signatures.ts'

let app: TestApp
let reviewer: Awaited<ReturnType<typeof enrolByPasskey>>

beforeAll(async () => {
  app = await startTestApp({ SIGN_IN: 'accounts' })
  reviewer = await enrolByPasskey(app, { name: 'Bruno Lima', email: 'bruno@example.com', roles: ['reviewer'] })
})

afterAll(() => app.stop())

const bruno = { id: 'bruno@example.com' }
const list = { root: 'A'.repeat(43), count: 2 }
const other = { root: 'B'.repeat(43), count: 2 }

const sign = (body: unknown, quirks = {}) =>
  sendAssertion(reviewer.visitor, reviewer.authenticator, {
    begin: '/api/approvals/challenge',
    end: '/api/approvals/signature',
    body,
    quirks,
  })

const codeOf = (error: unknown) => (error instanceof Failure ? error.code : error)

const found = async (signatureId: string, named: object, personId = bruno.id) =>
  (await app.openStore()).write((tx) =>
    requiredSignature(tx, 'accounts', { id: personId }, { ...list, ...named, signatureId }).catch(codeOf),
  )

it('Signed approvals: a touch signs the list with exactly this root, of so many payouts and of this batch, and no other', async () => {
  const { signatureId } = approvalSignatureSchema.parse(okay(await sign(list)))
  expect(await found(signatureId, {})).toMatchObject({ list, personId: bruno.id })
  for (const named of [other, { count: 1 }, { batchId: 'a-batch' }])
    expect(await found(signatureId, named)).toBe('STEP_UP_REQUIRED')
  expect(await found(signatureId, {}, 'somebody-else')).toBeUndefined()
  expect(await found('no-such', {})).toBe('STEP_UP_REQUIRED')
})

it('Signed approvals: what was signed for one list signs no other, and no answer is good twice', async () => {
  const { visitor, authenticator } = reviewer
  const begin = async (body: unknown) =>
    requestCeremonySchema.parse(okay(await visitor.post('/api/approvals/challenge', body)))
  const [one, two] = [await begin(list), await begin(other)]
  const response = authenticator.get(one.options)
  const crossed = await visitor.post('/api/approvals/signature', { ceremonyId: two.ceremonyId, response })
  expect(problemOf(crossed)).toBe('SIGN_IN_FAILED')
  const given = { ceremonyId: one.ceremonyId, response }
  okay(await visitor.post('/api/approvals/signature', given))
  expect(problemOf(await visitor.post('/api/approvals/signature', given))).toBe('CEREMONY_EXPIRED')
  const same = [await begin(list), await begin(list)]
  expect(same[0]?.options.challenge).not.toBe(same[1]?.options.challenge)
})

it('Signed approvals: a sign-in is no signature, and a proof neither', async () => {
  const { visitor, authenticator } = reviewer
  for (const begin of ['/api/sign-in/passkey-options', '/api/session/proof/passkey-options']) {
    const end = '/api/approvals/signature'
    expect(problemOf(await sendAssertion(visitor, authenticator, { begin, end }))).toBe('CEREMONY_EXPIRED')
  }
})

it('Signed approvals: unverified, from another origin or with an old counter nothing is signed', async () => {
  for (const quirks of [{ isVerified: false }, { origin: 'https://evil.test' }, { counter: 1 }]) {
    expect(problemOf(await sign(list, quirks))).toBe('SIGN_IN_FAILED')
  }
})

it('Signed approvals: after five minutes a signature is good for nothing', async () => {
  const { signatureId } = approvalSignatureSchema.parse(okay(await sign(list)))
  const store = await app.openStore()
  const at = (ms: number) =>
    store.write((tx) =>
      requiredSignature({ ...tx, now: () => new Date(Date.now() + ms) }, 'accounts', bruno, {
        ...list,
        signatureId,
      }).catch(codeOf),
    )
  expect(await at(4.9 * 60_000)).toBeDefined()
  expect(await at(5 * 60_000)).toBe('STEP_UP_REQUIRED')
})

it('Signed approvals: they count as a proof, are audited by their number, and a person without a passkey cannot sign', async () => {
  okay(await sign(list))
  const store = await app.openStore()
  const entries = await store.db.selectFrom('audit').select('facts').where('action', '=', 'approval.signed').execute()
  expect(JSON.parse(entries.at(-1)?.facts ?? '')).toMatchObject({ count: 2 })
  const proven = await store.db.selectFrom('audit').select('facts').where('action', '=', 'session.proven').execute()
  expect(proven.length).toBe(entries.length)
  const without = await app.asMember({ name: 'Carla', roles: ['reviewer'] })
  expect(problemOf(await without.post('/api/approvals/challenge', list))).toBe('NOT_FOUND')
})

it('Signed approvals: who has a passkey approves a payout by signing exactly it, as a list of one, and it says that it was signed', async () => {
  const clerk = await app.asMember({ name: 'Ana Souza', roles: ['clerk'] })
  const entered = async (country: string) => {
    const noAccount = { accountNumber: '', bankName: '', payoutAccountTypeCode: '' }
    const write = payoutWrite(sampleNamed(country), { submit: true })
    const { id } = await enter(clerk, country === 'Ghana' ? changed(write, noAccount) : write)
    return { id, ...(await reveal(reviewer.visitor, id)) }
  }
  const [one, another] = [await entered('Ghana'), await entered('Peru')]
  const approve = ({ requestHash, warningsHash, warnings, ...seen }: typeof one, signature: object) => {
    const shown = { requestHash, warningsHash, confirmed: confirmedWithReason(warnings) }
    return step(reviewer.visitor, seen, 'approve', { ...shown, ...signature })
  }
  const signed = async (...listed: readonly ListedPayout[]) =>
    approvalSignatureSchema.parse(okay(await signList(reviewer, listed)))
  const exactly = listedOne(one.id, one)
  expect(one.warnings.length).toBeGreaterThan(0)
  const wrong = [
    {},
    { signatureId: 'no-such' },
    await signed(listedOne(another.id, another)),
    await signed(exactly, listedOne(another.id, another)),
    await signed({ ...exactly, version: exactly.version + 1 }),
    await signed({ ...exactly, requestHash: another.requestHash }),
    await signed({ ...exactly, warningsHash: another.warningsHash }),
    // Of who signed it with nothing confirmed, a stolen session confirms nothing.
    await signed({ ...exactly, confirmedKinds: [] }),
  ]
  for (const signature of wrong) {
    const { status, json } = await approve(one, signature)
    expect([status, json]).toMatchObject([403, { code: 'STEP_UP_REQUIRED', params: { why: 'approval' } }])
  }
  okay(await approve(one, await signed(exactly)))
  const approved = okay(await clerk.get(`/api/payouts/${one.id}`))
  expect(approved).toMatchObject({
    state: 'approved',
    approvals: { given: [{ by: { name: 'Bruno Lima' }, isSigned: true }] },
  })
})
