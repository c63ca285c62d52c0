import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { onePayoutSchema, type Payout } from '#shared/api/payout.ts'
import { proposalsSchema } from '#shared/api/proposals.ts'
import { sessionSchema } from '#shared/api/session.ts'
import { verifyAudit } from '../programs/verify-audit.ts'
import { openDatabase } from '../store/database.ts'
import type { Tables } from '../store/schema.ts'
import type { NewMember } from '../testing/members.ts'
import {
  changed,
  confirmedWithReason,
  confirming,
  enter,
  payoutIn,
  payoutWrite,
  reveal,
  sampleNamed,
  step,
} from '../testing/payouts.ts'
import { type Place, someStores, stores } from '../testing/stores.ts'
import { type Answer, startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'

/* Who writes to the database and has no data key changes rows and their entries for a moment, while the app runs, and puts them back. */

type Db = Kysely<Tables>

describe.each(stores)('A writer without the data key on $name', (kind) => {
  const { makePlace } = kind
  const itOnSome = it.runIf(someStores.includes(kind))
  let place: Place
  let app: TestApp
  let clerk: Visitor
  let reviewer: Visitor

  beforeAll(async () => {
    place = await makePlace()
    app = await startTestApp({ ...place.environment, SIGN_IN: 'accounts' })
    clerk = await member('Ana Souza', ['clerk'])
    reviewer = await member('Bruno Lima', ['reviewer'])
    for (const [name, value] of Object.entries(place.environment)) vi.stubEnv(name, value)
  })

  afterAll(async () => {
    vi.unstubAllEnvs()
    await app.stop()
    await place.remove()
  })

  const member = (name: string, roles: NewMember['roles']) => app.asMember({ name, roles })
  const idOf = async (person: Visitor) => sessionSchema.parse((await person.get('/api/session')).json).person?.id ?? ''

  /** By a connection of its own. */
  async function forge<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    const database = await openDatabase(place, () => new Date())
    try {
      return await database.transact(work)
    } finally {
      await database.close()
    }
  }

  const ghana = sampleNamed('Ghana')
  const noAccount = { accountNumber: '', bankName: '', payoutAccountTypeCode: '' }
  const writeTo = (name: string, amount: string) =>
    changed(payoutWrite(ghana), { ...noAccount, beneficiaryFirstName: name, amount })
  const submit = async (name: string, amount: string) =>
    step(clerk, await enter(clerk, writeTo(name, amount)), 'submit')
  const approving = async (person: Visitor, { id }: Pick<Payout, 'id'>): Promise<Answer> => {
    const { version, requestHash, warningsHash, warnings } = await reveal(person, id)
    const confirmed = confirmedWithReason(warnings)
    return step(person, { id, version }, 'approve', { requestHash, warningsHash, confirmed })
  }
  const neededOf = async ({ id }: Pick<Payout, 'id'>) =>
    onePayoutSchema.parse((await clerk.get(`/api/payouts/${id}`)).json).approvals.needed
  const tampered = { status: 409, json: { code: 'TAMPERED' } }
  const isSound = async () => (await verifyAudit([])).isDone

  it('drops no policy by putting it and its entry out of force', async () => {
    const [rosa, iris] = [await member('Rosa Admin', ['admin']), await member('Iris Admin', ['admin'])]
    const currencies = { GHS: [{ above: '5000', approvals: 2, appliesTo: 'day' }] }
    const proposed = await rosa.post('/api/approval-policy/proposals', { currencies })
    const [proposal] = proposalsSchema.parse(proposed.json).items
    const confirmed = await iris.post(`/api/proposals/${proposal?.id}/confirm`, {})
    expect(confirmed.status).toBe(200)
    const setPolicy = (state: 'in_force' | 'replaced', action: 'policy.confirmed' | 'sample.removed') => (db: Db) =>
      Promise.all([
        db.updateTable('approval_policy').set({ state }).where('version', '=', 1).execute(),
        db.updateTable('audit').set({ action }).where('facts', 'like', '{"policy":%"proposedBy":%').execute(),
      ])
    const draft = await enter(clerk, writeTo('Kofi Policy', '900000'))
    await forge(setPolicy('replaced', 'sample.removed'))
    expect(await step(clerk, draft, 'submit')).toMatchObject(tampered)
    await forge(setPolicy('in_force', 'policy.confirmed'))
    expect(await neededOf(payoutIn(await step(clerk, draft, 'submit')))).toBe(2)
    expect(await isSound()).toBe(true)
  })

  itOnSome.each<[string, string, (db: Db, payout: Pick<Payout, 'id'>, draft: Tables['payouts']) => Promise<unknown>]>([
    [
      'the terms that it is found by',
      'Terms',
      (db, { id }) => db.deleteFrom('search_terms').where('thing_id', '=', id).execute(),
    ],
    [
      'an older row of it',
      'Older',
      (db, { id }, draft) => db.updateTable('payouts').set(draft).where('id', '=', id).execute(),
    ],
    [
      'another state',
      'State',
      (db, { id }) => db.updateTable('payouts').set({ state: 'draft' }).where('id', '=', id).execute(),
    ],
    [
      'another currency',
      'Currency',
      (db, { id }) => db.updateTable('payouts').set({ currency_code: 'KES' }).where('id', '=', id).execute(),
    ],
    ['a deletion', 'Deletion', (db, { id }) => db.deleteFrom('payouts').where('id', '=', id).execute()],
  ])('takes no payout out of the sum of a day by %s', async (_, name, hide) => {
    const draft = await enter(clerk, writeTo(`Kofi ${name}`, '4000'))
    const rowOf = (db: Db) => db.selectFrom('payouts').selectAll().where('id', '=', draft.id).executeTakeFirstOrThrow()
    const termsOf = (db: Db) => db.selectFrom('search_terms').selectAll().where('thing_id', '=', draft.id).execute()
    const before = await forge(rowOf)
    expect((await step(clerk, draft, 'submit')).status).toBe(200)
    const [row, terms] = [await forge(rowOf), await forge(termsOf)]
    const next = await enter(clerk, writeTo(`Kofi ${name}`, '2000'))
    await forge((db) => hide(db, draft, before))
    expect(await neededOf(payoutIn(await step(clerk, next, 'submit')))).toBe(2)
    await forge(async (db) => {
      await db.deleteFrom('search_terms').where('thing_id', '=', draft.id).execute()
      await db.deleteFrom('payouts').where('id', '=', draft.id).execute()
      await db.insertInto('payouts').values(row).execute()
      await db.insertInto('search_terms').values(terms).execute()
    })
    expect(await neededOf(payoutIn(await submit(`Kofi ${name}`, '10')))).toBe(2)
    expect(await isSound()).toBe(true)
  })

  itOnSome('gives no role back by an older row, with the entry of its loss put under another id', async () => {
    const rosa = await member('Rosa Admin', ['admin'])
    const remo = await member('Remo Reviewer', ['reviewer'])
    const id = await idOf(remo)
    const rowOf = (db: Db) => db.selectFrom('people').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const before = await forge(rowOf)
    const { status } = await rosa.put(
      `/api/people/${id}`,
      { roles: ['viewer'], approveUpTo: {}, approveUpToADay: {} },
      { 'if-match': `"${before.version}"` },
    )
    expect(status).toBe(200)
    const demoted = await member('Remo Reviewer', ['viewer'])
    const after = await forge(rowOf)
    const payout = payoutIn(await submit('Kofi Demoted', '10'))
    const put = (row: typeof before, from: string, to: string) => (db: Db) =>
      Promise.all([
        db.updateTable('people').set(row).where('id', '=', id).execute(),
        db
          .updateTable('audit')
          .set({ thing_id: to })
          .where('thing_id', '=', from)
          .where('action', '=', 'person.changed')
          .execute(),
      ])
    await forge(put(before, id, 'nobody'))
    const answer = await demoted.post(`/api/payouts/${payout.id}/reveal`, {})
    const approved = answer.status < 300 ? await approving(demoted, payout) : answer
    expect(approved).toMatchObject(tampered)
    await forge(put(after, 'nobody', id))
    expect(await isSound()).toBe(true)
  })

  itOnSome('makes no other person the author of details: who typed them approves no payout to them', async () => {
    const carl = await member('Carl Both', ['clerk', 'reviewer'])
    const first = await enter(carl, writeTo('Kofi Details', '10'))
    const [carlId, anaId] = [await idOf(carl), await idOf(clerk)]
    const setAuthor = (from: string, to: string) => (db: Db) =>
      Promise.all([
        db
          .updateTable('details_changes')
          .set({ changed_by: to })
          .where('beneficiary_id', '=', first.beneficiaryId)
          .where('changed_by', '=', from)
          .execute(),
        db
          .updateTable('audit')
          .set({ person_id: to })
          .where('thing_id', '=', first.beneficiaryId)
          .where('person_id', '=', from)
          .execute(),
      ])
    const beneficiary = { id: first.beneficiaryId, version: 1 }
    const write = { ...writeTo('Kofi Details', '12'), beneficiary }
    const confirmed = await confirming(clerk, write)
    const paying = () => clerk.post('/api/payouts', { entry: { amount: '12' }, beneficiary, submit: true, confirmed })
    await forge(setAuthor(carlId, anaId))
    const answer = await paying()
    await forge(setAuthor(anaId, carlId))
    const payout = answer.status < 300 ? payoutIn(answer) : undefined
    if (payout !== undefined) expect(await approving(carl, payout)).toMatchObject({ status: 403 })
    expect(answer).toMatchObject(tampered)
    const honest = payoutIn(await paying())
    expect(await approving(carl, honest)).toMatchObject({ status: 403, json: { code: 'OWN_ENTRY' } })
    expect(await isSound()).toBe(true)
  })

  itOnSome(
    'appends nothing in anybody’s name: the app goes on from no such entry, also after a start, and verify-audit names it',
    async () => {
      const remo = await idOf(reviewer)
      const typed = writeTo('Kofi Forged', '10')
      const write = { ...typed, confirmed: await confirming(clerk, typed) }
      const head = await forge((db) =>
        db.selectFrom('audit').selectAll().orderBy('seq', 'desc').limit(1).executeTakeFirstOrThrow(),
      )
      const forged = [1, 2, 3].map((number) => ({
        ...head,
        seq: head.seq + number,
        person_id: remo,
        action: 'payout.revealed',
        previous_mac: number === 1 ? head.mac : 'f'.repeat(43),
        mac: 'f'.repeat(43),
      }))
      await forge(async (db) => {
        await db.insertInto('audit').values(forged).execute()
        await db
          .updateTable('audit_head')
          .set({ seq: head.seq + 3, mac: 'f'.repeat(43) })
          .execute()
      })
      expect(await clerk.post('/api/payouts', write)).toMatchObject(tampered)
      expect(await verifyAudit([])).toMatchObject({
        isDone: false,
        text: expect.stringContaining(`entry ${head.seq + 1} was changed or forged`),
      })
      const restarted = await startTestApp(place.environment)
      expect(await restarted.asNobody().post('/api/session', { name: 'Ana Souza' })).toMatchObject(tampered)
      await restarted.stop()
      await forge(async (db) => {
        await db.deleteFrom('audit').where('seq', '>', head.seq).execute()
        await db.updateTable('audit_head').set({ seq: head.seq, mac: head.mac }).execute()
      })
      expect((await clerk.post('/api/payouts', write)).status).toBe(201)
      expect(await isSound()).toBe(true)
    },
  )
})
