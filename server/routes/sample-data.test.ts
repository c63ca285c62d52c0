import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { activityPageSchema } from '#shared/api/activity.ts'
import { beneficiaryPageSchema } from '#shared/api/beneficiary.ts'
import { exportPageSchema } from '#shared/api/export.ts'
import { overviewSchema } from '#shared/api/overview.ts'
import { payoutPageSchema } from '#shared/api/payout-search.ts'
import { proposalsSchema } from '#shared/api/proposals.ts'
import { sampleDataSchema } from '#shared/api/sample-data.ts'
import { sessionSchema } from '#shared/api/session.ts'
import { countryCodes, ruleBook } from '#shared/countries/rule-book.ts'
import { verifyAudit } from '../programs/verify-audit.ts'
import { approve, enter, payoutIn } from '../testing/payouts.ts'
import { type Place, someStores } from '../testing/stores.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

describe.each(someStores)('Sample data on $name', ({ makePlace }) => {
  let place: Place
  let app: TestApp
  beforeEach(async () => {
    place = await makePlace()
    for (const [name, value] of Object.entries(place.environment)) vi.stubEnv(name, value)
    app = await startTestApp(place.environment)
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await app.stop()
    await place.remove()
  })

  const load = async () => sampleDataSchema.parse((await app.post('/api/sample-data', {})).json)
  const remove = async () => sampleDataSchema.parse((await app.delete('/api/sample-data')).json)
  const overview = async () => overviewSchema.parse((await app.get('/api/overview')).json)
  const payouts = async (search: object) =>
    payoutPageSchema.parse((await app.post('/api/payout-searches', { limit: 100, ...search })).json).items
  const beneficiaries = async (search = {}) =>
    beneficiaryPageSchema.parse((await app.post('/api/beneficiary-searches', search)).json).items
  const exports = async () => exportPageSchema.parse((await app.get('/api/exports')).json).items
  const verified = async () => (await verifyAudit([])).text.split('\n').at(-1)
  const allAgree = 'Every payout, export and name of staff is as the audit log says.'

  it('Sample data are payouts in every state to twenty people, a few with warnings, and loading twice adds none', async () => {
    expect((await overview()).sampleData).toBe('none')
    expect(await load()).toEqual({ sampleData: 'loaded', kept: 0 })
    await load()
    expect(await overview()).toMatchObject({
      beneficiaries: 20,
      payouts: { draft: 8, in_review: 8, returned: 8, approved: 8, exported: 8 },
      toReview: 8,
      sampleData: 'loaded',
    })
    const all = await payouts({})
    expect(new Set(all.map(({ country }) => country)).size).toBe(18)
    expect(all.every(({ testMode }) => testMode)).toBe(true)
    expect(all.filter(({ warnings }) => warnings.serious > 0).length).toBeGreaterThan(1)
    expect((await payouts({ toReview: true, warnings: 'serious' })).length).toBeGreaterThan(0)
    expect(await verified()).toBe(allAgree)
  })

  it('Sample data have as many approvals as the policy asks for', async () => {
    const rule = { above: '0', approvals: 2, appliesTo: 'payout' }
    const { json } = await app.post('/api/approval-policy/proposals', { currencies: { BRL: [rule], KES: [rule] } })
    const [proposal] = proposalsSchema.parse(json).items
    await app.as('Bruno Lima').post(`/api/proposals/${proposal?.id}/confirm`, {})
    await load()
    const exported = await payouts({ state: 'exported' })
    expect(
      exported.filter(({ approvalsGiven }) => approvalsGiven === 2).map(({ currencyCode }) => currencyCode),
    ).toEqual(expect.arrayContaining(['BRL', 'KES']))
    expect(exported.every(({ approvalsGiven, approvalsNeeded }) => approvalsGiven === approvalsNeeded)).toBe(true)
    expect(await verified()).toBe(allAgree)
  })

  it('Sample data are the reason for no warning on what a person types after the examples of the rule book', async () => {
    const warned = () =>
      Promise.all(
        countryCodes.flatMap((country) =>
          ruleBook[country].methods.map(async ({ id: method, sample }) => {
            const entry = { country, method, ...sample, beneficiaryFirstName: 'Mara', beneficiaryLastName: 'Ibarra' }
            return (await app.post('/api/payout-warnings', { entry })).json
          }),
        ),
      )
    const before = await warned()
    await load()
    expect(await warned()).toEqual(before)
  })

  it('Beside payouts of a team, sample data are counted by themselves, and left out of a list and its sums that ask for payouts without them', async () => {
    const own = await enter(app)
    await load()
    expect((await overview()).payouts).toEqual({ draft: 1, in_review: 0, returned: 0, approved: 0, exported: 0 })
    expect((await overview()).toReview).toBe(0)
    expect((await overview()).samples).toEqual({
      payouts: { draft: 8, in_review: 8, returned: 8, approved: 8, exported: 8 },
      toReview: 8,
    })
    expect((await payouts({})).length).toBe(41)
    const page = payoutPageSchema.parse((await app.post('/api/payout-searches', { samples: false, totals: true })).json)
    expect(page.items.map(({ id }) => id)).toEqual([own.id])
    expect(page.totals?.map(({ count }) => count)).toEqual([1])
    expect((await beneficiaries({})).length).toBe(21)
    expect((await beneficiaries({ samples: false })).map(({ name }) => name)).toEqual([own.name])
    await remove()
    expect((await overview()).samples).toBeNull()
    expect((await overview()).payouts.draft).toBe(1)
  })

  it('A person of staff approves what the sample clerk entered', async () => {
    await load()
    const [first] = await payouts({ toReview: true })
    expect((await approve(app, { id: first?.id ?? '' })).state).toBe('approved')
  })

  it('No one signs in as a person of the sample data, nor sees them among those who do', async () => {
    await load()
    for (const name of ['Sample clerk', 'sample REVIEWER']) {
      const answer = await app.asNobody().post('/api/session', { name })
      expect([answer.status, answer.json]).toMatchObject([422, { errors: [{ code: 'sample_person' }] }])
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    const { people } = sessionSchema.parse((await app.get('/api/session')).json)
    expect(people.map(({ name }) => name)).toEqual(['Ana Souza'])
  })

  it('A member of staff who has the name of a sample person keeps it', async () => {
    const clerk = app.as('Sample clerk')
    expect((await clerk.get('/api/overview')).status).toBe(200)
    await load()
    expect((await app.as('Sample clerk').get('/api/overview')).status).toBe(200)
    await remove()
    expect((await overview()).payouts.exported).toBe(0)
  })

  it('Removing sample data empties every list, and the audit log keeps what was done', async () => {
    await load()
    expect(await remove()).toEqual({ sampleData: 'none', kept: 0 })
    expect([await payouts({}), await beneficiaries(), await exports()]).toEqual([[], [], []])
    expect(await beneficiaries({ status: 'archived' })).toEqual([])
    const { items } = activityPageSchema.parse((await app.get('/api/activity?thing=sample-data')).json)
    expect(items.map(({ by, action }) => [by?.name, action])).toEqual([
      ['Ana Souza', 'sample.removed'],
      ['Ana Souza', 'sample.loaded'],
    ])
    const approvals = activityPageSchema.parse((await app.get('/api/activity?action=payout.approved')).json)
    expect(approvals.items.map(({ by }) => by?.name)).toEqual(Array.from({ length: 16 }, () => 'Sample reviewer'))
    expect(await verified()).toBe(allAgree)
    await load()
    expect(await overview()).toMatchObject({ beneficiaries: 20, sampleData: 'loaded' })
    expect(await verified()).toBe(allAgree)
  })

  it('Removing sample data leaves what staff entered, whom they paid and what they exported', async () => {
    const own = await enter(app)
    await load()
    const paid = (await beneficiaries()).find(({ name }) => name.includes('Kamau'))
    const beneficiary = { id: paid?.id ?? '', version: paid?.version ?? 0 }
    const write = { entry: { amount: '10' }, beneficiary, confirmed: [], submit: false }
    const payout = payoutIn(await app.post('/api/payouts', write))
    const [approved] = await payouts({ state: 'approved' })
    await app.post('/api/exports', { payoutIds: [approved?.id], format: 'csv', again: false })
    expect(await remove()).toEqual({ sampleData: 'none', kept: 2 })
    expect((await payouts({})).map(({ id }) => id).toSorted()).toEqual([own.id, payout.id, approved?.id].toSorted())
    expect((await exports()).map(({ count }) => count)).toEqual([1])
    expect((await beneficiaries()).length).toBe(3)
    expect(await remove()).toEqual({ sampleData: 'none', kept: 0 })
    expect(await verified()).toBe(allAgree)
  })
})

describe('Sample data where payouts are real', () => {
  let app: TestApp
  let end = async () => {}
  beforeAll(async () => {
    app = await startTestApp({
      PROVIDER_BASE_URL: 'http://127.0.0.1:9',
      PROVIDER_SHOP_ID: '1',
      PROVIDER_API_TOKEN: 'a-token',
    })
    end = () => app.stop()
  })
  afterAll(() => end())

  it('Sample data are not offered, nor loaded when asked for', async () => {
    expect(overviewSchema.parse((await app.get('/api/overview')).json).sampleData).toBe('notOffered')
    expect(await app.post('/api/sample-data', {})).toMatchObject({ status: 404, json: { code: 'NOT_FOUND' } })
    expect(overviewSchema.parse((await app.get('/api/overview')).json).payouts.draft).toBe(0)
  })
})
