import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { payoutStates } from '#shared/api/payout.ts'
import { addedTotals, totalsOf } from '#shared/payout/totals.ts'
import { amountKey } from '../../entry/entry-columns.ts'
import type { PayoutRow } from '../../entry/payout-rows.ts'
import type { Store } from '../../store/store.ts'
import { fillPayouts } from '../../testing/many-payouts.ts'
import { addPeople } from '../../testing/people.ts'
import { type Place, stores } from '../../testing/stores.ts'
import { countPayouts, isKept, keptSums } from './kept-sums.ts'
import type { PayoutFilter } from './payout-filter.ts'
import { sumPayouts } from './payout-search.ts'
import { partOfTotal } from './payout-sums.ts'

const reviewer = { id: 'reviewer', approveUpTo: {} }

const rows = 60

/** What is done to some of the payouts. */
const deed = fc.record({
  from: fc.integer({ min: 0, max: rows }),
  count: fc.integer({ min: 0, max: 10 }),
  change: fc.oneof(
    fc.record({ state: fc.constantFrom(...payoutStates) }),
    fc.record({ country: fc.constantFrom('BR', 'KE') }),
    fc.record({ entered_by: fc.constantFrom('["clerk"]', '["clerk","reviewer"]') }),
    fc.record({ approvals_count: fc.constantFrom(0, 1), decided_by: fc.constantFrom('clerk', 'reviewer') }),
    fc.record({ batch_id: fc.constantFrom(null, 'batch') }),
    fc.record({ outcome: fc.constantFrom(null, 'paid', 'refused') }),
    fc.record({ warnings_minor: fc.constantFrom(0, 2) }),
    fc
      .constantFrom('0', '12.5', '999999999999.999')
      .map((amount) => ({ amount, amount_key: amountKey('BRL', amount) })),
    fc.constant(undefined),
  ),
})

describe.each(stores)('what is kept counted of payouts on $name', ({ makePlace }) => {
  let place: Place
  let store: Store
  beforeAll(async () => {
    place = await makePlace()
    store = await place.open()
    await fillPayouts(store, rows)
    await addPeople(store, { id: 'reviewer', name: 'Bea Lima' })
  }, 60_000)
  afterAll(async () => {
    await store.close()
    await place.remove()
  })

  it('is what they come to, whatever is done to them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { maxLength: 6 }), async (deeds) => {
        for (const one of deeds) await does(one)
        await expectKept()
      }),
      { numRuns: 25 },
    )
  })

  it.each(['x', 'BRL01', 'BRL'])('are added up also where one was changed past the app to %s', async (amount_key) => {
    const [row, ...others] = await payouts()
    const change = (key: string | undefined) =>
      store.write(({ db }) =>
        db
          .updateTable('payouts')
          .set({ amount_key: key ?? '' })
          .where('id', '=', row?.id ?? '')
          .execute(),
      )
    await change(amount_key)
    const totals = await sumPayouts(store.db, { from: '1970-01-01T00:00:00.000Z' })
    const kept = await sumPayouts(store.db, {})
    await change(row?.amount_key)
    const amounts = others.map((one) => ({ amount: one.amount, currencyCode: one.amount_key.slice(0, 3) }))
    for (const found of [totals, kept])
      expect(found.find(({ currencyCode }) => currencyCode === 'BRL')?.amount).toBe(totalsOf(amounts)[0]?.amount)
  })

  it('is no work without end where decimals without end were kept past the app', async () => {
    const [line] = await store.db
      .selectFrom('payout_sums')
      .selectAll()
      .where('count', '>', 0)
      .where('currency_code', '=', 'BRL')
      .execute()
    if (line === undefined) throw new Error('Nothing is kept.')
    await store.write(({ db }) =>
      db
        .insertInto('payout_sums')
        .values({ ...line, rest: 999_999_999 })
        .execute(),
    )
    expect((await sumPayouts(store.db, {})).map(({ currencyCode }) => currencyCode)).toContain(line.currency_code)
  })

  /** Changes some, or deletes them. */
  async function does({ from, count, change }: typeof deed extends fc.Arbitrary<infer Deed> ? Deed : never) {
    const ids = (await payouts()).slice(from, from + count).map(({ id }) => id)
    if (ids.length === 0) return
    await store.write(async ({ db }) => {
      if (change === undefined) await db.deleteFrom('payouts').where('id', 'in', ids.slice(0, 1)).execute()
      else await db.updateTable('payouts').set(change).where('id', 'in', ids).execute()
    })
  }

  const payouts = () => store.db.selectFrom('payouts').selectAll().orderBy('id').execute()

  async function expectKept() {
    const all = await payouts()
    const isReviewable = ({ state, entered_by, approvals_count, decided_by }: PayoutRow) =>
      state === 'in_review' && !entered_by.includes('reviewer') && (approvals_count === 0 || decided_by !== 'reviewer')
    const reviewable = all.filter(isReviewable)
    const { states, toReview, ofBatches } = await countPayouts(store.db, reviewer)
    for (const state of payoutStates)
      expect(states.get(state) ?? 0, state).toBe(all.filter((row) => row.state === state).length)
    expect([toReview, ofBatches]).toEqual([
      reviewable.length,
      reviewable.filter(({ batch_id }) => batch_id !== null).length,
    ])
    const filters = [
      [{}, all],
      [{ state: 'draft' }, all.filter(({ state }) => state === 'draft')],
      [{ country: 'KE' }, all.filter(({ country }) => country === 'KE')],
      [{ warnings: 'none' }, all.filter((row) => row.warnings_serious + row.warnings_minor === 0)],
      [{ isAlone: true }, all.filter(({ batch_id }) => batch_id === null)],
      [{ batchId: 'batch' }, all.filter(({ batch_id }) => batch_id === 'batch')],
      [{ outcome: 'paid' }, all.filter(({ outcome }) => outcome === 'paid')],
      [{ outcome: 'none' }, all.filter(({ state, outcome }) => state === 'exported' && outcome === null)],
      [{ state: 'in_review', reviewableBy: reviewer }, reviewable],
    ] as const
    for (const [filter, meant] of filters) {
      expect(isKept(filter)).toBe(true)
      const money = meant.map(({ amount, amount_key }) => ({ amount, currencyCode: amount_key.slice(0, 3) }))
      expect(addedTotals((await keptSums(store.db, filter)).map(partOfTotal))).toEqual(totalsOf(money))
    }
    const empty = await store.db.selectFrom('payout_sums').select('state').where('count', '=', 0).execute()
    expect(empty).toEqual([])
  }
})

it('What is filtered by anything else, or for a reviewer beyond the review, is added up each time', () => {
  const others: readonly PayoutFilter[] = [
    { warnings: 'serious' },
    { state: 'draft', exportId: 'export' },
    { reviewableBy: reviewer },
    { state: 'in_review', reviewableBy: { ...reviewer, approveUpTo: { BRL: '5' } } },
  ]
  expect(others.filter(isKept)).toEqual([])
})
