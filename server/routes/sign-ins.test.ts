import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { activityPageSchema } from '#shared/api/activity.ts'
import { sessionSchema } from '#shared/api/session.ts'
import { type KeptSignIn, signInTrailSchema } from '#shared/api/sign-ins.ts'
import { Failure } from '../kernel/failure.ts'
import { addSignIn } from '../people/sign-in-rows.ts'
import { keepingTrail, signInTrail } from '../people/sign-in-trail.ts'
import { eraseSignIns } from '../people-admin/erase-sign-ins.ts'
import type { Store } from '../store/store.ts'
import { enrolByPassword, inviteTo, nextCode, okay, problemOf } from '../testing/accounts.ts'
import { type Place, stores } from '../testing/stores.ts'
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'

const email = 'elisa@example.com'
const password = 'seven grey herons wade'

describe.each(stores)('From where people sign in, on $name', ({ makePlace }) => {
  let place: Place
  let store: Store
  let app: TestApp
  let ada: Visitor
  let adaId: string
  let elisa: Visitor

  beforeAll(async () => {
    place = await makePlace()
    store = await place.open()
    app = await startTestApp({
      ...place.environment,
      SIGN_IN: 'accounts',
      TRUSTED_PROXIES: '127.0.0.1',
      SIGN_INS_PER_MINUTE: '100',
    })
    ada = await app.asMember({ name: 'Ada Rocha', roles: ['admin'] })
    adaId = sessionSchema.parse(okay(await ada.get('/api/session'))).person!.id
    const token = await inviteTo(app, { name: 'Elisa', email, roles: ['clerk'], id: 'elisa' })
    const { secret } = await enrolByPassword(app.asNewBrowser(), { token, name: 'Elisa', password })
    elisa = app.asNewBrowser()
    okay(await elisa.post('/api/sign-in/password', { email: ' Elisa@Example.com', password, code: nextCode(secret) }))
  })

  afterAll(async () => {
    await app.stop()
    await store.close()
    await place.remove()
  })

  const trailAt = async (visitor: Visitor, path: string) => signInTrailSchema.parse(okay(await visitor.get(path))).items
  const inShort = ({ kind, isGood, times, from }: KeptSignIn) =>
    `${kind} ${isGood ? 'good' : 'bad'} ${times} ${from?.address}`
  const tryAs = (to: string) =>
    app.asNewBrowser().post('/api/sign-in/password', { email: to, password: 'nine red foxes run', code: '000000' })

  it('each person sees their own sign-ins, failures under their name and changes, by address and device', async () => {
    await tryAs(email)
    await tryAs(email)
    expect(problemOf(await elisa.post('/api/session/proof/password', { password, code: '000000' }))).toBe(
      'SIGN_IN_FAILED',
    )
    await app.asNewBrowser().post('/api/sign-in/recovery', { email, recoveryCode: 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAAA' })
    const own = await trailAt(elisa, '/api/account/sign-ins')
    expect(own.map(inShort).toSorted()).toEqual([
      'credentials good 1 loopback',
      'proof bad 1 loopback',
      'recovery bad 1 loopback',
      'signIn bad 2 loopback',
      'signIn good 1 loopback',
    ])
    expect(own.map(({ person }) => person?.name)).toEqual(own.map(() => 'Elisa'))
    expect(await trailAt(ada, '/api/sign-ins?person=elisa')).toEqual(own)
  })

  it('failures of unknown names are counted in one row of the hour, and name no one', async () => {
    for (const name of ['one', 'two']) await tryAs(`${name}@elsewhere.example`)
    const unknown = (await trailAt(ada, '/api/sign-ins')).filter(({ person }) => person === null)
    expect(unknown.map(inShort)).toEqual(['signIn bad 2 loopback'])
  })

  it('a row that was given to another person in the database shows them no address', async () => {
    const give = (from: string, person_id: string) =>
      store.write(({ db }) => db.updateTable('sign_ins').set({ person_id }).where('person_id', '=', from).execute())
    const before = await trailAt(ada, '/api/sign-ins?person=elisa')
    await give('elisa', adaId)
    const given = await trailAt(ada, '/api/account/sign-ins')
    expect(given.filter(({ id }) => before.some((row) => row.id === id)).map(({ from }) => from)).toEqual(
      before.map(() => null),
    )
    await give(adaId, 'elisa')
    expect(await trailAt(ada, '/api/sign-ins?person=elisa')).toEqual(before)
  })

  it('neither the audit log nor a clear column of the database has an address', async () => {
    const rows = await store.db.selectFrom('sign_ins').selectAll().execute()
    expect(rows.length).toBeGreaterThan(4)
    expect(JSON.stringify(rows)).not.toContain('loopback')
    expect((await ada.get('/api/activity')).text).not.toContain('loopback')
  })

  it('a stranger of many addresses makes a hundred rows of a day for a name, and the rest is counted', async () => {
    const miss = async (address: string) =>
      keepingTrail(store, { kind: 'signIn', address, device: 'a test', email }, async () => {
        throw new Failure('SIGN_IN_FAILED')
      }).catch(() => {})
    for (let turn = 0; turn < 120; turn += 1) await miss(`192.0.2.${turn}`)
    const bad = (await trailAt(ada, '/api/sign-ins?person=elisa')).filter(({ isGood }) => !isGood)
    // A run that goes on into the next hour has one more row that counts.
    expect(bad.length).toBeLessThanOrEqual(102)
    expect(bad.reduce((sum, { times }) => sum + times, 0)).toBe(124)
    expect(bad.filter(({ from }) => from === null).reduce((sum, { times }) => sum + times, 0)).toBe(23)
  })

  it('what strangers miss pushes no true sign-in off the list, and the audit log has twenty entries of a day for an account', async () => {
    const [row] = await store.db.selectFrom('sign_ins').selectAll().where('is_good', '=', 0).limit(1).execute()
    const last_at = new Date(Date.now() + 60_000).toISOString()
    await store.write(async ({ db }) => {
      for (let turn = 0; turn < 500; turn += 1)
        await addSignIn(db, { ...row!, id: `miss ${turn}`, origin_encrypted: null, last_at })
    })
    const isOwn = ({ isGood, person }: KeptSignIn) => isGood && person?.name === 'Elisa'
    expect((await trailAt(ada, '/api/sign-ins')).filter(isOwn)).toHaveLength(2)
    await store.write(({ db }) => db.deleteFrom('sign_ins').where('id', 'like', 'miss %').execute())
    const audited = async () =>
      (await store.db.selectFrom('audit').selectAll().where('action', '=', 'signIn.failed').execute()).length
    for (const to of ['nobody@elsewhere.example', email]) {
      const before = await audited()
      for (let turn = 0; turn < 30; turn += 1)
        await app
          .asNobody()
          .post(
            '/api/sign-in/recovery',
            { email: to, recoveryCode: 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAAA' },
            { 'x-forwarded-for': `2001:db8:${turn}::1` },
          )
      const more = (await audited()) - before
      expect(more).toBeLessThanOrEqual(to === email ? 20 : 0)
    }
    expect(await audited()).toBe(21)
  })

  it('it is erased for a person who left a week ago, which the audit log shows, and not for a colleague', async () => {
    const path = '/api/people/elisa'
    expect(problemOf(await ada.delete(`${path}/sign-ins`))).toBe('PERSON_REFUSED')
    okay(await ada.post(`${path}/suspend`, { distrust: false }))
    const early = await ada.delete(`${path}/sign-ins`)
    expect([problemOf(early), early.text.includes('suspendedLately')]).toEqual(['PERSON_REFUSED', true])
    const later = await place.open(() => new Date(Date.now() + 7 * 24 * 60 * 60_000))
    await later.write((tx) => eraseSignIns(tx, { id: adaId }, 'elisa'))
    await later.close()
    expect(await trailAt(ada, '/api/sign-ins?person=elisa')).toEqual([])
    const { items } = activityPageSchema.parse((await ada.get('/api/activity?thing=elisa')).json)
    expect(items[0]).toMatchObject({ action: 'signIns.erased', by: { name: 'Ada Rocha' } })
    expect((await trailAt(ada, '/api/sign-ins')).length).toBeGreaterThan(0)
  })

  it('it is shown for 90 days, and deleted with the next that is kept', async () => {
    const later = await place.open(() => new Date(Date.now() + 91 * 24 * 60 * 60_000))
    try {
      expect(await signInTrail(later)).toEqual([])
      await keepingTrail(later, { kind: 'signIn', address: '192.0.2.1', device: 'a test' }, async () => {})
      expect(await store.db.selectFrom('sign_ins').select('times').execute()).toEqual([{ times: 1 }])
    } finally {
      await later.close()
    }
  })
})
