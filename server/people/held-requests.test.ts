import { PassThrough } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { peopleSchema } from '#shared/api/people.ts'
import type { Role } from '#shared/api/permissions.ts'
import { proposalsSchema } from '#shared/api/proposals.ts'
import { newTokenSchema, tokensSchema } from '#shared/api/tokens.ts'
import { forgedStaff } from '../programs/verify-staff-rows.ts'
import { okay, problemOf } from '../testing/accounts.ts'
import { confirmAll } from '../testing/confirmed.ts'
import {
  changed,
  confirmedWithReason,
  enter,
  payoutIn,
  payoutWrite,
  reveal,
  sampleNamed,
  step,
} from '../testing/payouts.ts'
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'
import { tokenWrite } from '../testing/tokens.ts'
import { changePerson, findPerson } from './people-rows.ts'

/* Rights are those of the time when the last byte of a request arrives. */

let app: TestApp
let admin: Visitor
let clerk: Visitor

beforeAll(async () => {
  app = await startTestApp({ SIGN_IN: 'accounts' })
  admin = await app.asMember({ name: 'Ada Rocha', roles: ['admin'] })
  clerk = await app.asMember({ name: 'Ana Souza', roles: ['clerk'] })
})

afterAll(() => app.stop())

/** A person with these roles, and what an admin knows them by. */
async function member(name: string, roles: readonly Role[]) {
  const visitor = await app.asMember({ name, roles })
  const { items } = peopleSchema.parse((await admin.get('/api/people')).json)
  const { id = '', version = 0 } = items.find((person) => person.name === name) ?? {}
  return { visitor, id, version }
}

/** Sends a request but for the end of its body, which waits for `end`. */
async function held(visitor: Visitor, path: string, body: object, headers: Record<string, string> = {}) {
  const text = JSON.stringify(body)
  const stream = new PassThrough()
  const headersOfJson = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    ...headers,
  }
  const answer = visitor.send('POST', path, { headers: headersOfJson, body: stream })
  stream.write(text.slice(0, 1))
  // Until the server has asked who it is.
  await wait(100)
  return {
    end: () => {
      stream.end(text.slice(1))
      return answer
    },
  }
}

async function waiting() {
  const someone = { accountNumber: crypto.randomUUID(), documentNumber: crypto.randomUUID() }
  return payoutIn(await step(clerk, await enter(clerk, changed(payoutWrite(sampleNamed('Ghana')), someone)), 'submit'))
}

async function heldApproval(visitor: Visitor) {
  const { id } = await waiting()
  const { version, requestHash, warningsHash, warnings } = await reveal(visitor, id)
  const body = { requestHash, warningsHash, confirmed: confirmedWithReason(warnings) }
  return { id, ...(await held(visitor, `/api/payouts/${id}/approve`, body, { 'if-match': `"${version}"` })) }
}

const stateOf = async (id: string) => payoutIn(await clerk.get(`/api/payouts/${id}`)).state

it('an approval that a person began before their suspension, and ends after it, is none', async () => {
  const { visitor, id } = await member('Bruno Lima', ['reviewer'])
  const approval = await heldApproval(visitor)
  okay(await admin.post(`/api/people/${id}/suspend`, { distrust: true }))
  expect(problemOf(await approval.end())).toBe('SIGN_IN_REQUIRED')
  expect(await stateOf(approval.id)).toBe('in_review')
})

it('an approval that a person began as a reviewer, and ends when they are none, is none', async () => {
  const { visitor, id, version } = await member('Carla Dias', ['reviewer'])
  const approval = await heldApproval(visitor)
  const rights = { roles: ['viewer'], approveUpTo: {}, approveUpToADay: {} }
  okay(await admin.put(`/api/people/${id}`, rights, { 'if-match': `"${version}"` }))
  expect(problemOf(await approval.end())).toBe('SIGN_IN_REQUIRED')
  expect(await stateOf(approval.id)).toBe('in_review')
})

it('an approval that waits for the suspension of its author does not count, and neither is a re-enrolment that an admin confirms', async () => {
  const { visitor, id } = await member('Dora Silva', ['admin', 'reviewer'])
  const other = await member('Eva Pinto', ['clerk'])
  okay(await admin.post(`/api/people/${other.id}/re-enrolment`, undefined))
  const [asked] = proposalsSchema.parse(okay(await admin.get('/api/proposals'))).items
  const payout = await waiting()
  const { version, requestHash, warningsHash, warnings } = await reveal(visitor, payout.id)
  const body = { requestHash, warningsHash, confirmed: confirmedWithReason(warnings) }
  const store = await app.openStore()
  const answers = await store.write(async (tx) => {
    const sent = [
      visitor.post(`/api/payouts/${payout.id}/approve`, body, { 'if-match': `"${version}"` }),
      visitor.post(`/api/proposals/${asked?.id}/confirm`, undefined),
    ]
    // Until both wait for the write lock.
    await wait(300)
    const row = await findPerson(tx.db, id)
    if (row !== undefined) await changePerson(tx, row, { status: 'suspended' })
    return sent
  })
  const codes = (await Promise.all(answers)).map(problemOf)
  expect(codes).toEqual(['SIGN_IN_REQUIRED', 'SIGN_IN_REQUIRED'])
  expect(await stateOf(payout.id)).toBe('in_review')
})

it('nothing that waits for the suspension of its sender is written, whichever way it writes', async () => {
  const { visitor, id } = await member('Gil Nunes', ['admin', 'clerk', 'reviewer'])
  const { id: payoutId, version } = await waiting()
  const own = await enter(visitor)
  const paid = { address: `/api/beneficiaries/${own.beneficiaryId}`, seen: { 'if-match': '"1"' } }
  const isNew = { 'if-none-match': '*' }
  const store = await app.openStore()
  const newest = () => store.db.selectFrom('audit_head').select('seq').executeTakeFirstOrThrow()
  const before = await newest()
  const answers = await store.write(async (tx) => {
    const sent = {
      return: step(visitor, { id: payoutId, version }, 'return', { comment: 'Look again' }),
      submit: step(visitor, own, 'submit'),
      enter: visitor.post('/api/payouts', payoutWrite(sampleNamed('Ghana'))),
      archive: visitor.post(`${paid.address}/archive`, {}, paid.seen),
      erase: visitor.post(`${paid.address}/erase`, { confirm: true }, paid.seen),
      limit: visitor.put('/api/amount-limits/BRL', { amount: '1' }),
      bank: visitor.put('/api/bank-names/PE-0029', { name: 'Another bank' }, isNew),
      draft: visitor.put(`/api/drafts/${crypto.randomUUID()}`, { kind: 'payout', subjectId: null, content: 1 }, isNew),
      batch: visitor.post('/api/batches', { name: 'July', source: { kind: 'file', name: 'july.csv' }, rowsGiven: 2 }),
      token: visitor.post('/api/tokens', tokenWrite({ name: 'Late' })),
      passkey: visitor.post('/api/account/passkey-options', {}),
      app: visitor.post('/api/account/totp', {}),
    }
    // Until all wait for the write lock.
    await wait(300)
    const row = await findPerson(tx.db, id)
    if (row !== undefined) await changePerson(tx, row, { status: 'suspended' })
    return Object.entries(sent)
  })
  const codes = await Promise.all(answers.map(async ([what, answer]) => [what, problemOf(await answer)]))
  expect(codes).toEqual(answers.map(([what]) => [what, 'SIGN_IN_REQUIRED']))
  expect(await stateOf(payoutId)).toBe('in_review')
  expect(await newest()).toEqual(before)
})

it('an API token that is revoked while it sends a payout enters none', async () => {
  const write = tokenWrite({ name: 'Shop' })
  const { token, details } = newTokenSchema.parse(okay(await admin.post('/api/tokens', write)))
  await confirmAll(app)
  const entry = await held(app.asNobody(), '/api/payouts', payoutWrite(), { authorization: `Bearer ${token}` })
  tokensSchema.parse(okay(await admin.delete(`/api/tokens/${details.id}`)))
  expect(problemOf(await entry.end())).toBe('TOKEN_REFUSED')
})

it.each([
  ['suspended', (id: string) => admin.post(`/api/people/${id}/suspend`, { distrust: true })],
  [
    'made a viewer',
    (id: string, version: number) =>
      admin.put(
        `/api/people/${id}`,
        { roles: ['viewer'], approveUpTo: {}, approveUpToADay: {} },
        { 'if-match': `"${version}"` },
      ),
  ],
] as const)(
  'a person who was %s approves nothing, even after their row and session were put back into the database',
  async (how, end) => {
    const { visitor, id, version } = await member(`Reviewer ${how}`, ['reviewer'])
    const payout = await waiting()
    const store = await app.openStore()
    const before = await findPerson(store.db, id)
    okay(await end(id, version))
    await store.write(async ({ db }) => {
      if (before !== undefined) await db.updateTable('people').set(before).where('id', '=', id).execute()
      await db.updateTable('sessions').set({ ended_at: null, ended_why: null }).where('person_id', '=', id).execute()
    })
    const looking = (by: Visitor) => by.post(`/api/payouts/${payout.id}/reveal`, {})
    expect(problemOf(await looking(visitor))).toBe('SIGN_IN_REQUIRED')
    const again = await app.asMember({ name: `Reviewer ${how}`, roles: ['reviewer'] })
    expect(problemOf(await looking(again))).toBe('TAMPERED')
    expect(await forgedStaff(store.db, store.encryption)).toContain(
      `Person ${id}: its row is older than the audit log.`,
    )
  },
)
