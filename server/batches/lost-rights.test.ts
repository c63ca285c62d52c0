import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { batchSchema } from '#shared/api/batch.ts'
import type { BatchRows } from '#shared/api/batch-rows.ts'
import { newTokenSchema } from '#shared/api/tokens.ts'
import type { RawEntry } from '#shared/payout/entry.ts'
import { actOnList, actOnPayouts, listOperation } from '../lists/act-on-list.ts'
import { type Member, memberIn } from '../people/member.ts'
import { allPeople, changePerson, findPerson } from '../people/people-rows.ts'
import { inNameOf, type SendersStore, storeForRoutes } from '../people/sender.ts'
import { createUnsentPayouts } from '../search/unsent-payouts.ts'
import type { Store } from '../store/store.ts'
import { okay } from '../testing/accounts.ts'
import { confirmAll } from '../testing/confirmed.ts'
import { nthRow } from '../testing/many-rows.ts'
import { type Place, someStores } from '../testing/stores.ts'
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'
import { tokenWrite } from '../testing/tokens.ts'
import { createPacedGroups, type PacedGroups } from '../writes/paced-groups.ts'
import { saveRows } from './save-rows.ts'

/* A request that takes long goes on for as long only as its person may do what it does. */

describe.each(someStores)('Long requests on $name', ({ makePlace }) => {
  let place: Place
  let app: TestApp
  let store: Store
  let admin: Visitor
  beforeAll(async () => {
    place = await makePlace()
    app = await startTestApp({ ...place.environment, SIGN_IN: 'accounts' })
    store = await place.open()
    admin = await app.asMember({ name: 'Ada Rocha', roles: ['admin'] })
  })
  afterAll(async () => {
    await store.close()
    await app.stop()
    await place.remove()
  })

  /** Something happens between the first group and the second. */
  function groupsWith(between: () => Promise<unknown>): PacedGroups {
    const groups = createPacedGroups()
    let isFirst = true
    return {
      ...groups,
      run: (items, work) =>
        groups.run(items, async (group, isTime) => {
          const done = await work(group.slice(0, 20), isTime)
          if (isFirst) await between()
          isFirst = false
          return done
        }),
    }
  }
  const memberOf = async (id: string): Promise<Member> => {
    const row = await findPerson(store.db, id)
    const member = row && memberIn(store, 'accounts', row)
    if (member === undefined) throw new Error('There is no such member.')
    return member
  }
  let used = 20_000
  const rowsOf = (count: number): BatchRows['rows'] =>
    Array.from({ length: count }, (_, place) => {
      used += 1
      const entry: RawEntry = nthRow(used)
      return { row: place + 1, entry, confirmed: [] }
    })
  const write = { name: 'July', source: { kind: 'api', name: null }, rowsGiven: null }
  const begin = async (visitor: Visitor) => batchSchema.parse(okay(await visitor.post('/api/batches', write))).id
  const clerk = async (name: string) => {
    const visitor = await app.asMember({ name, roles: ['clerk'] })
    const id = (await allPeople(store.db)).find((person) => person.name === name)?.id ?? ''
    return { id, visitor }
  }
  const sent = <Result>(person: Member, work: (own: SendersStore) => Result) =>
    inNameOf({ person }, new PassThrough(), () => work(storeForRoutes(store, 'accounts')))
  const save = (person: Member, batchId: string, rows: BatchRows['rows'], groups: PacedGroups) => {
    const intent = { key: `rows of ${batchId}`, personId: person.id, route: 'POST rows', body: { rows } }
    const deps = { groups, unsentPayouts: createUnsentPayouts(9_999) }
    return sent(person, (own) => saveRows({ ...deps, store: own }, person, batchId, { rows }, intent))
  }
  const countIn = async (batchId: string) =>
    (await store.db.selectFrom('payouts').select('id').where('batch_id', '=', batchId).execute()).length
  /** By an admin, and their own link. */
  const comeBack = async (id: string) => {
    okay(await admin.post(`/api/people/${id}/reinstate`, {}))
    await store.write(async (tx) => {
      const row = await findPerson(tx.db, id)
      if (row !== undefined) await changePerson(tx, row, { status: 'active' })
    })
    return memberOf(id)
  }
  const lost = { problem: { code: 'SIGN_IN_REQUIRED', params: { why: 'suspended' } } }

  it('Rows that are left when their person is suspended are refused one by one, and those before stay saved', async () => {
    const { id, visitor } = await clerk('Ana Souza')
    const batchId = await begin(visitor)
    const rows = rowsOf(50)
    const ana = await memberOf(id)
    const suspend = () => admin.post(`/api/people/${id}/suspend`, { distrust: false })
    const cut = await save(ana, batchId, rows, groupsWith(suspend))
    expect(cut.rows.map(({ row }) => row)).toEqual(rows.map(({ row }) => row))
    expect(cut.rows.slice(20)).toMatchObject(rows.slice(20).map(({ row }) => ({ row, ...lost })))
    expect(cut.rows.slice(0, 20).every((one) => 'payout' in one)).toBe(true)
    expect(await countIn(batchId)).toBe(20)
    await expect(save(ana, batchId, rows, createPacedGroups())).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
    const again = await save(await comeBack(id), batchId, rows, createPacedGroups())
    expect(again.rows.slice(0, 20)).toEqual(cut.rows.slice(0, 20))
    expect(again.rows.every((one) => 'payout' in one)).toBe(true)
    expect(await countIn(batchId)).toBe(50)
  })

  it('Rows that are left when the token of a program is revoked are refused', async () => {
    const given = tokenWrite()
    const { token, details } = newTokenSchema.parse(okay(await admin.post('/api/tokens', given)))
    await confirmAll(app)
    const headers = { authorization: `Bearer ${token}` }
    const batch = okay(await app.asNobody().post('/api/batches', write, headers))
    const batchId = batchSchema.parse(batch).id
    const rows = rowsOf(30)
    const revoke = () => admin.delete(`/api/tokens/${details.id}`)
    const cut = await save(await memberOf(details.id), batchId, rows, groupsWith(revoke))
    expect(cut.rows.slice(20)).toMatchObject(rows.slice(20).map(({ row }) => ({ row, ...lost })))
    expect(await countIn(batchId)).toBe(20)
  })

  it('Payouts that are left when their person is suspended are not sent to review', async () => {
    const { id, visitor } = await clerk('Bia Nunes')
    const batchId = await begin(visitor)
    const bia = await memberOf(id)
    const saved = await save(bia, batchId, rowsOf(30), createPacedGroups())
    const payouts = saved.rows.flatMap((one) => ('payout' in one ? [{ ...one.payout, confirmed: [] }] : []))
    expect(payouts).toHaveLength(30)
    const intent = { key: 'submit', personId: id, route: 'POST submit', body: { payouts } }
    const sending = actOnPayouts(listOperation({ act: 'submit', batchId }))
    const submit = (person: Member, groups: PacedGroups) =>
      sent(person, (own) => actOnList({ groups, store: own }, person, payouts, sending, intent))
    const suspend = () => admin.post(`/api/people/${id}/suspend`, { distrust: false })
    const cut = await submit(bia, groupsWith(suspend))
    expect(cut.payouts.slice(0, 20)).toMatchObject(payouts.slice(0, 20).map((one) => ({ id: one.id, version: 2 })))
    expect(cut.payouts.slice(20)).toMatchObject(payouts.slice(20).map((one) => ({ id: one.id, ...lost })))
    const inReview = async () =>
      (await store.db.selectFrom('payouts').select('state').where('batch_id', '=', batchId).execute()).filter(
        ({ state }) => state === 'in_review',
      ).length
    expect(await inReview()).toBe(20)
    const again = await submit(await comeBack(id), createPacedGroups())
    expect(again.payouts).toMatchObject(payouts.map((one) => ({ id: one.id, version: 2 })))
    expect(await inReview()).toBe(30)
  })
})
