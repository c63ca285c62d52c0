import { afterAll, beforeAll, expect, it } from 'vitest'
import { approvalSignatureSchema, requestCeremonySchema } from '#shared/api/accounts.ts'
import { kindsOf } from '#shared/api/approval.ts'
import type { RevealedPayout } from '#shared/api/payout.ts'
import { Failure } from '../kernel/failure.ts'
import { enrolByPasskey, okay, problemOf, sendAssertion } from '../testing/accounts.ts'
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
const first = { id: 'payout-1', requestHash: 'request-1', warningsHash: 'none', confirmedKinds: ['duplicate_payout'] }
const second = { id: 'payout-2', requestHash: 'request-2', warningsHash: 'none', confirmedKinds: [] }
const payouts = [first, second]

const sign = (body: unknown, quirks = {}) =>
  sendAssertion(reviewer.visitor, reviewer.authenticator, {
    begin: '/api/approvals/challenge',
    end: '/api/approvals/signature',
    body,
    quirks,
  })

type Shown = RevealedPayout & { readonly id: string }

const codeOf = (error: unknown) => (error instanceof Failure ? error.code : error)

const found = async (signatureId: string, payout: typeof first, personId = bruno.id) =>
  (await app.openStore()).write((tx) =>
    requiredSignature(tx, 'accounts', { id: personId }, { ...payout, signatureId }).catch(codeOf),
  )

it('Signed approvals: a touch signs these payouts with exactly these requests and warnings, and no others', async () => {
  const { signatureId } = approvalSignatureSchema.parse(okay(await sign({ payouts })))
  expect(await found(signatureId, first)).toMatchObject({ payouts, personId: bruno.id })
  expect(await found(signatureId, second)).toMatchObject({ payouts })
  expect(await found(signatureId, { ...first, id: 'payout-3' })).toBe('STEP_UP_REQUIRED')
  expect(await found(signatureId, { ...first, requestHash: second.requestHash })).toBe('STEP_UP_REQUIRED')
  expect(await found(signatureId, { ...first, warningsHash: 'another' })).toBe('STEP_UP_REQUIRED')
  expect(await found(signatureId, { ...first, confirmedKinds: [] })).toBe('STEP_UP_REQUIRED')
  expect(await found(signatureId, { ...second, confirmedKinds: ['duplicate_payout'] })).toBe('STEP_UP_REQUIRED')
  expect(await found(signatureId, first, 'somebody-else')).toBeUndefined()
  expect(await found('no-such', first)).toBe('STEP_UP_REQUIRED')
})

it('Signed approvals: what was signed for one list signs no other, and no answer is good twice', async () => {
  const { visitor, authenticator } = reviewer
  const begin = async (body: unknown) =>
    requestCeremonySchema.parse(okay(await visitor.post('/api/approvals/challenge', body)))
  const [one, two] = [await begin({ payouts: [first] }), await begin({ payouts: [second] })]
  const response = authenticator.get(one.options)
  const crossed = await visitor.post('/api/approvals/signature', { ceremonyId: two.ceremonyId, response })
  expect(problemOf(crossed)).toBe('SIGN_IN_FAILED')
  const given = { ceremonyId: one.ceremonyId, response }
  okay(await visitor.post('/api/approvals/signature', given))
  expect(problemOf(await visitor.post('/api/approvals/signature', given))).toBe('CEREMONY_EXPIRED')
  const same = [await begin({ payouts: [first] }), await begin({ payouts: [first] })]
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
    expect(problemOf(await sign({ payouts }, quirks))).toBe('SIGN_IN_FAILED')
  }
})

it('Signed approvals: after five minutes a signature is good for nothing', async () => {
  const { signatureId } = approvalSignatureSchema.parse(okay(await sign({ payouts })))
  const store = await app.openStore()
  const at = (ms: number) =>
    store.write((tx) =>
      requiredSignature({ ...tx, now: () => new Date(Date.now() + ms) }, 'accounts', bruno, {
        ...first,
        signatureId,
      }).catch(codeOf),
    )
  expect(await at(4.9 * 60_000)).toBeDefined()
  expect(await at(5 * 60_000)).toBe('STEP_UP_REQUIRED')
})

it('Signed approvals: they count as a proof, are audited by their number, and a person without a passkey cannot sign', async () => {
  okay(await sign({ payouts }))
  const store = await app.openStore()
  const entries = await store.db.selectFrom('audit').select('facts').where('action', '=', 'approval.signed').execute()
  expect(JSON.parse(entries.at(-1)?.facts ?? '')).toMatchObject({ count: 2 })
  const proven = await store.db.selectFrom('audit').select('facts').where('action', '=', 'session.proven').execute()
  expect(proven.length).toBe(entries.length)
  const without = await app.asMember({ name: 'Carla', roles: ['reviewer'] })
  expect(problemOf(await without.post('/api/approvals/challenge', { payouts }))).toBe('NOT_FOUND')
})

it('Signed approvals: who has a passkey approves a payout by signing exactly it, and it says that it was signed', async () => {
  const clerk = await app.asMember({ name: 'Ana Souza', roles: ['clerk'] })
  const entered = async (country: string) => {
    const noAccount = { accountNumber: '', bankName: '', payoutAccountTypeCode: '' }
    const write = payoutWrite(sampleNamed(country), { submit: true })
    const { id } = await enter(clerk, country === 'Ghana' ? changed(write, noAccount) : write)
    return { id, ...(await reveal(reviewer.visitor, id)) }
  }
  const [one, other] = [await entered('Ghana'), await entered('Peru')]
  const partsOf = ({ id, requestHash, warningsHash, warnings }: Shown) => ({
    id,
    requestHash,
    warningsHash,
    confirmedKinds: kindsOf(confirmedWithReason(warnings)),
  })
  const approve = ({ requestHash, warningsHash, warnings, ...seen }: Shown, signature: object) => {
    const shown = { requestHash, warningsHash, confirmed: confirmedWithReason(warnings) }
    return step(reviewer.visitor, seen, 'approve', { ...shown, ...signature })
  }
  const { signatureId: ofOther } = approvalSignatureSchema.parse(okay(await sign({ payouts: [partsOf(other)] })))
  for (const signature of [{}, { signatureId: ofOther }, { signatureId: 'no-such' }]) {
    const { status, json } = await approve(one, signature)
    expect([status, json]).toMatchObject([403, { code: 'STEP_UP_REQUIRED', params: { why: 'approval' } }])
  }
  // Of who signed it with nothing confirmed, a stolen session confirms nothing.
  const bare = [one, other].map((shown) => ({ ...partsOf(shown), confirmedKinds: [] }))
  const { signatureId: ofBare } = approvalSignatureSchema.parse(okay(await sign({ payouts: bare })))
  expect(one.warnings.length).toBeGreaterThan(0)
  expect(problemOf(await approve(one, { signatureId: ofBare }))).toBe('STEP_UP_REQUIRED')
  const { signatureId } = approvalSignatureSchema.parse(okay(await sign({ payouts: [one, other].map(partsOf) })))
  for (const payout of [one, other]) {
    okay(await approve(payout, { signatureId }))
    const approved = okay(await clerk.get(`/api/payouts/${payout.id}`))
    expect(approved).toMatchObject({
      state: 'approved',
      approvals: { given: [{ by: { name: 'Bruno Lima' }, isSigned: true }] },
    })
  }
})
