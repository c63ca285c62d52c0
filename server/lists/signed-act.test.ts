import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { approvalSignatureSchema } from '#shared/api/accounts.ts'
import { leavesOf, rootBy } from '#shared/api/approved-list.ts'
import { canonicalJson } from '#shared/api/canonical-json.ts'
import { onePayoutSchema } from '#shared/api/payout.ts'
import { findPayouts } from '../entry/payout-rows.ts'
import { approvalsIn } from '../payout-state/payout-approvals.ts'
import { enrolByPasskey, okay, problemOf } from '../testing/accounts.ts'
import {
  actIn,
  approveList,
  batchOf,
  beginAct,
  giveAct,
  type Listed,
  listOf,
  lookThrough,
  namedList,
  runAct,
  signList,
} from '../testing/batch-review.ts'
import { changed, enter, payoutWrite, sampleNamed } from '../testing/payouts.ts'
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'
import { hashAll } from './approval-job.ts'

/* One touch of a passkey for many payouts. */

let app: TestApp
let clerk: Visitor
let bruno: Awaited<ReturnType<typeof enrolByPasskey>>

beforeAll(async () => {
  app = await startTestApp({ SIGN_IN: 'accounts' })
  clerk = await app.asMember({ name: 'Ana Souza', roles: ['clerk'] })
  bruno = await enrolByPasskey(app, { name: 'Bruno Lima', email: 'bruno@example.com', roles: ['reviewer'] })
})

afterAll(() => app.stop())

async function batch(count: number, changes: Record<string, string> = {}) {
  const ids: string[] = []
  for (let i = 0; i < count; i += 1) {
    const entry = {
      accountNumber: crypto.randomUUID(),
      beneficiaryLastName: `Mensah${String.fromCharCode(97 + i)}x`,
      ...changes,
    }
    ids.push((await enter(clerk, changed(payoutWrite(sampleNamed('Ghana'), { submit: true }), entry))).id)
  }
  const id = await batchOf(app, clerk, ids)
  const { lines } = await lookThrough(bruno.visitor, id)
  return {
    id,
    ids,
    list: listOf(lines, [...new Set(lines.flatMap(({ warnings }) => warnings.map(({ code }) => code)))]),
  }
}

const sign = async (batchId: string | undefined, list: readonly Listed[], person = bruno) =>
  approvalSignatureSchema.parse(okay(await signList(person, list, batchId === undefined ? {} : { batchId })))

const keptSchema = z.object({
  list: z.object({ batchId: z.string(), root: z.string(), count: z.number() }),
  nonce: z.string(),
  personId: z.string(),
  payout: z.object({
    id: z.string(),
    version: z.number(),
    requestHash: z.string(),
    warningsHash: z.string(),
    confirmedKinds: z.array(z.string()),
  }),
  way: z.array(z.object({ side: z.enum(['left', 'right']), hash: z.string() })),
  response: z.object({ clientDataJSON: z.string() }),
})

it('A signed act approves a whole list by one touch, and each payout proves from its own row that it stood in what was signed', async () => {
  const { id, ids, list } = await batch(7)
  const signature = await sign(id, list)
  expect(await approveList(bruno.visitor, id, list, { signature })).toMatchObject({ succeeded: 7, refused: 0 })
  const store = await app.openStore()
  for (const row of await findPayouts(store.db, ids)) {
    const [given] = approvalsIn(store.encryption, row)
    const { payout, way, response, ...signed } = keptSchema.parse(given?.signature)
    expect(payout).toEqual({
      id: row.id,
      version: row.version - 1,
      requestHash: row.request_hash,
      warningsHash: payout.warningsHash,
      confirmedKinds: list.find((one) => one.id === row.id)?.confirmedKinds,
    })
    const [leaf = ''] = await leavesOf([payout], hashAll)
    expect(await rootBy(leaf, way, hashAll)).toBe(signed.list.root)
    for (const other of [{ version: 9 }, { confirmedKinds: ['no_account_named'] }])
      expect(await rootBy((await leavesOf([{ ...payout, ...other }], hashAll))[0] ?? '', way, hashAll)).not.toBe(
        signed.list.root,
      )
    expect(signed).toMatchObject({ list: { batchId: id, count: 7 }, personId: 'bruno@example.com' })
    const { list: signedList, nonce } = signed
    const challenge = createHash('sha256')
      .update(canonicalJson({ list: signedList, nonce }))
      .digest('base64url')
    expect(JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString())).toMatchObject({ challenge })
    const one = onePayoutSchema.parse((await clerk.get(`/api/payouts/${row.id}`)).json)
    expect(one).toMatchObject({ state: 'approved', approvals: { given: [{ isSigned: true }] } })
  }
})

it('A signed act takes the signature of exactly its list, of its batch, and no other', async () => {
  const [one, other] = [await batch(3), await batch(2)]
  const { visitor } = bruno
  const begin = (signature: object) => beginAct(visitor, one.id, one.list, { signature })
  expect(problemOf(await begin({}))).toBe('STEP_UP_REQUIRED')
  const wrong = [
    await sign(other.id, one.list),
    await sign(one.id, one.list.slice(1)),
    await sign(one.id, one.list.toReversed()),
    await sign(undefined, one.list),
    { signatureId: 'no-such' },
  ]
  for (const signature of wrong) expect(problemOf(await begin(signature))).toBe('STEP_UP_REQUIRED')
  const signature = await sign(one.id, one.list)
  const act = actIn(await begin(signature))
  // It approves no payout by itself either.
  const [first] = one.list
  const shown = { requestHash: first?.requestHash, warningsHash: first?.warningsHash, confirmed: [], ...signature }
  const alone = await visitor.post(`/api/payouts/${first?.id}/approve`, shown, { 'if-match': '"1"' })
  expect(problemOf(alone)).toBe('STEP_UP_REQUIRED')
  expect(await runAct(visitor, act.id)).toMatchObject({ succeeded: 3 })
})

it('A signed act confirms the warnings that were signed: who has stolen the session confirms no others with the same signature', async () => {
  const { id, ids, list } = await batch(2, { accountNumber: '', bankName: '', payoutAccountTypeCode: '' })
  const unconfirmed = list.map((payout) => ({ ...payout, confirmedKinds: [] }))
  expect(list.map(({ confirmedKinds }) => confirmedKinds)).toEqual([['no_account_named'], ['no_account_named']])
  const signature = await sign(id, unconfirmed)
  const { visitor } = bruno
  const named = { ...(await namedList(unconfirmed)), batchId: id }
  expect(problemOf(await giveAct(visitor, named, list, { signature }))).toBe('APPROVAL_STALE')
  for (const one of ids)
    expect(onePayoutSchema.parse((await clerk.get(`/api/payouts/${one}`)).json).state).toBe('in_review')
})

it('A signed act that was begun is asked for again under its key without another touch', async () => {
  const { id, list } = await batch(2)
  const signature = await sign(id, list)
  const key = crypto.randomUUID()
  const act = actIn(await beginAct(bruno.visitor, id, list, { key, signature }))
  expect(actIn(await beginAct(bruno.visitor, id, list, { key })).id).toBe(act.id)
  expect(await runAct(bruno.visitor, act.id)).toMatchObject({ succeeded: 2 })
})
