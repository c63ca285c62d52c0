import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { activityPageSchema } from '#shared/api/activity.ts'
import { amountLimitsSchema } from '#shared/api/amount-limit.ts'
import { warningsSchema } from '#shared/api/beneficiary.ts'
import { sampleEntries } from '#shared/testing/sample-entries.ts'
import { someStores } from '../testing/stores.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

const entry = sampleEntries.find(({ country }) => country.code === 'BR')?.entry

describe.each(someStores)('The merchant’s limits of amounts, on $name', ({ makePlace }) => {
  let app: TestApp
  let end = async () => {}
  beforeAll(async () => {
    const place = await makePlace()
    app = await startTestApp(place.environment)
    end = async () => {
      await app.stop()
      await place.remove()
    }
  })
  afterAll(() => end())

  const set = (currency: string, amount: string) => app.put(`/api/amount-limits/${currency}`, { amount })
  async function limits() {
    const { items } = amountLimitsSchema.parse((await app.get('/api/amount-limits')).json)
    return items.map(({ currencyCode, amount, updatedBy }) => `${currencyCode} ${amount} by ${updatedBy.name}`)
  }
  async function warned(amount: string, currencyCode = 'BRL') {
    const answer = await app.post('/api/payout-warnings', { entry: { ...entry, amount, currencyCode } })
    const { warnings } = warningsSchema.parse(answer.json)
    return warnings.filter(({ code }) => code === 'amount_above_limit').map(({ params }) => params.limit)
  }

  it('A payout above the limit of its currency is warned of, as long as there is one', async () => {
    expect(await warned('99999')).toEqual([])
    expect((await set('BRL', 'R$ 1.500,50')).status).toBe(200)
    expect(await limits()).toEqual(['BRL 1500.5 by Ana Souza'])
    expect(await warned('1500.50')).toEqual([])
    expect(await warned('1500.51')).toEqual([1500.5])
    expect(await warned('99999', 'USD')).toEqual([])
    await app.as('Berta Lima').put('/api/amount-limits/BRL', { amount: '2000' })
    expect(await warned('1500.51')).toEqual([])
    expect((await set('BRL', '')).json).toEqual({ items: [] })
    expect(await warned('99999')).toEqual([])
  })

  it('The audit log shows who set a limit, and what it was before', async () => {
    const { items } = activityPageSchema.parse((await app.get('/api/activity?thing=BRL')).json)
    expect(items.map(({ by, action, thing, facts }) => [by?.name, action, thing.reference, facts])).toEqual([
      ['Ana Souza', 'limit.removed', 'BRL', { before: '2000' }],
      ['Berta Lima', 'limit.set', 'BRL', { name: '2000', before: '1500.5' }],
      ['Ana Souza', 'limit.set', 'BRL', { name: '1500.5' }],
    ])
  })

  it.each([
    ['1.000', 'amount_looks_grouped'],
    ['1,000', 'ambiguous_amount'],
    ['USD 5', 'other_currency'],
    ['0', 'not_positive'],
    ['much', 'not_an_amount'],
  ])('A limit is read as an amount that a person types: %s is asked back', async (amount, code) => {
    const { status, json } = await set('KES', amount)
    expect([status, json]).toMatchObject([422, { errors: [{ pointer: '#/amount', code }] }])
  })

  it.each(['XXX', 'brl', 'BRL2', '__proto__'])('There is no limit of %s', async (currency) => {
    expect((await set(currency, '5')).status).toBe(404)
  })
})
