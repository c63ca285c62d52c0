import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ListAct, listJobSchema } from '#shared/api/list-job.ts'
import { workInProgressSchema } from '#shared/api/own-work.ts'
import type { Store } from '../store/store.ts'
import { okay } from '../testing/accounts.ts'
import { enter, payoutWrite } from '../testing/payouts.ts'
import { type Place, stores } from '../testing/stores.ts'
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'

/* What a thief of a session has begun goes on after they sign out: its owner sees and stops it. */

describe.each(stores)('One’s own long work on $name', ({ makePlace }) => {
  let place: Place
  let app: TestApp
  let store: Store
  let owner: Visitor
  beforeAll(async () => {
    place = await makePlace()
    app = await startTestApp({ ...place.environment, SIGN_IN: 'accounts' })
    store = await app.openStore()
    owner = await clerk()
  })
  afterAll(async () => {
    await app.stop()
    await place.remove()
  })

  const clerk = (name = 'Ana Souza') => app.asMember({ name, roles: ['clerk'] })
  const workOf = async (visitor: Visitor) =>
    workInProgressSchema.parse(okay(await visitor.get('/api/account/work'))).items
  /** A list that goes on, which another server has: it is done as soon as that lets go of it. */
  const begin = async (visitor: Visitor, act: ListAct) => {
    const drafts = [await enter(visitor, payoutWrite()), await enter(visitor, payoutWrite())]
    const give = async (from: number, jobId?: string) => {
      const payouts = drafts.slice(from, from + 1).map(({ id, version }) => ({ id, version }))
      const answer = await visitor.post('/api/act-jobs', {
        act,
        payouts,
        list: { from, count: 2, ...(jobId && { jobId }) },
      })
      return listJobSchema.parse(okay(answer)).id
    }
    const id = await give(0)
    await lease(id, { holder: 'another', lease_until: '2999-01-01T00:00:00.000Z' })
    await give(1, id)
    return { id, drafts }
  }
  const lease = (id: string, to: { readonly holder: string | null; readonly lease_until: string | null }) =>
    store.write(({ db }) => db.updateTable('jobs').set(to).where('id', '=', id).execute())

  it('shows what a thief has begun, also after they signed out, and stops it, for its person alone', async () => {
    const thief = await clerk()
    const { id, drafts } = await begin(thief, 'delete')
    const item = { id, what: 'delete', isChanged: false, isPaused: false, done: 0, count: 2 }
    expect(await workOf(thief)).toMatchObject([{ ...item, session: { isThis: true, isOver: false } }])
    okay(await thief.delete('/api/session'))
    expect(await workOf(owner)).toMatchObject([{ ...item, session: { isThis: false, isOver: true } }])
    const other = await clerk('Carla Dias')
    expect(await workOf(other)).toEqual([])
    expect((await other.post(`/api/account/work/${id}/stop`, {})).json).toMatchObject({ code: 'NOT_FOUND' })
    const left = workInProgressSchema.parse(okay(await owner.post(`/api/account/work/${id}/stop`, {}))).items
    expect(left).toEqual([])
    await lease(id, { holder: null, lease_until: null })
    await begin(owner, 'submit')
    for (const draft of drafts) expect((await owner.get(`/api/payouts/${draft.id}`)).status).toBe(200)
  })

  it('shows and stops by the audit log what was hidden in the database', async () => {
    const { id } = await begin(owner, 'delete')
    const row = await store.db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await store.write(({ db }) => db.deleteFrom('jobs').where('id', '=', id).execute())
    const found = async () => (await workOf(owner)).find((one) => one.id === id)
    expect(await found()).toMatchObject({ what: 'list', isChanged: true, session: null })
    await store.write(({ db }) =>
      db
        .insertInto('jobs')
        .values({ ...row, done: 1 })
        .execute(),
    )
    expect(await found()).toMatchObject({ what: 'list', isChanged: true })
    await store.write(({ db }) => db.updateTable('jobs').set({ content_encrypted: 'another' }).execute())
    expect(await found()).toMatchObject({ what: 'list', isChanged: true })
    expect((await owner.post(`/api/account/work/${id}/stop`, {})).json).toMatchObject({
      code: 'TAMPERED',
      params: { why: 'stopped' },
    })
    expect(await found()).toBeUndefined()
  })
})
