import { expect, it } from 'vitest'
import { openStore } from '../store/open-store.ts'
import { putInBatch } from '../testing/in-batch.ts'
import { fillPayouts } from '../testing/many-payouts.ts'
import { stores } from '../testing/stores.ts'
import { createReviewOrders, orderOf } from './review-order.ts'
import type { WeighedRow } from './review-rows.ts'

let number = 0
function row(changes: Partial<WeighedRow> = {}): WeighedRow {
  number += 1
  return {
    id: `payout-${String(number).padStart(4, '0')}`,
    country: 'BR',
    method: 'bank',
    amount: '10',
    currency_code: 'BRL',
    updated_at: '',
    warnings_compliance: 0,
    warnings_serious: 0,
    warnings_unconfirmed: 0,
    is_paid: 1,
    is_known: 1,
    ...changes,
  }
}

it('The order of a review has the gravest reason first, and of equal ones the largest amount of each currency', async () => {
  const usual = [row({ amount: '9' }), row({ amount: '100.5' }), row({ amount: '20', currency_code: 'ARS' })]
  const serious = row({ warnings_serious: 1, is_paid: 0 })
  const compliance = row({ warnings_compliance: 1 })
  const unconfirmed = row({ warnings_unconfirmed: 1 })
  const fresh = row({ is_paid: 0, is_known: 0 })
  const changed = row({ is_known: 0 })
  const { payouts } = (await orderOf([...usual, changed, fresh, unconfirmed, serious, compliance])).review
  expect(payouts.map(({ id, reasons }) => [id, reasons])).toEqual([
    [compliance.id, ['compliance']],
    [serious.id, ['serious', 'new']],
    [unconfirmed.id, ['unconfirmed']],
    [fresh.id, ['new']],
    [changed.id, ['changed']],
    [usual[1]?.id, ['big']],
    [usual[2]?.id, []],
    [usual[0]?.id, []],
  ])
})

it('The order of a review takes for big what is above the usual amount, and at least a hundredth of its currency, ten at most', async () => {
  const bigOf = async (amounts: readonly string[]) => {
    const { payouts } = (await orderOf(amounts.map((amount) => row({ amount })))).review
    return payouts.filter(({ reasons }) => reasons.includes('big')).length
  }
  expect(await bigOf(['10', '10', '10'])).toBe(0)
  expect(await bigOf(['10', '10', '11'])).toBe(1)
  expect(await bigOf([...Array.from({ length: 50 }, () => '10'), ...Array.from({ length: 20 }, () => '100')])).toBe(10)
  expect(await bigOf([...Array.from({ length: 300 }, () => '10'), '11'])).toBe(0)
})

it('The order of a review adds its payouts up by currency, and by country and method', async () => {
  const { review } = await orderOf([
    row({ amount: '0.1' }),
    row({ amount: '0.2', method: 'pix' }),
    row({ amount: '5', currency_code: 'MXN', country: 'MX', is_paid: 0 }),
  ])
  expect(review).toMatchObject({
    totals: [
      { currencyCode: 'BRL', amount: '0.3', count: 2 },
      { currencyCode: 'MXN', amount: '5', count: 1 },
    ],
    groups: [
      { country: 'BR', method: 'bank', currencyCode: 'BRL', amount: '0.1', count: 1 },
      { country: 'BR', method: 'pix', currencyCode: 'BRL', amount: '0.2', count: 1 },
      { country: 'MX', method: 'bank', currencyCode: 'MXN', amount: '5', count: 1 },
    ],
  })
})

it.each(stores)(
  'The order of a review is kept until a payout of the batch changes, on $name',
  async ({ makePlace }) => {
    const place = await makePlace()
    let asked = 0
    const queryLog = () => {
      asked += 1
    }
    const store = await openStore({ ...place, queryLog }, () => new Date())
    const audit = () =>
      store.write((tx) => tx.audit({ personId: null, action: 'payout.changed', thing: { type: 'payout', id: 'x' } }))
    await fillPayouts(store, 20)
    const ids = (await store.db.selectFrom('payouts').select('id').execute()).map(({ id }) => id)
    await putInBatch(store, 'a-batch', ids.slice(0, 12))
    const orders = createReviewOrders(store)
    const first = await orders.of('a-batch')
    expect(first.review.payouts.map(({ id }) => id).toSorted()).toEqual(ids.slice(0, 12).toSorted())
    await audit()
    for (const questions of [2, 1]) {
      asked = 0
      expect(await orders.of('a-batch')).toBe(first)
      expect(asked).toBe(questions)
    }
    await putInBatch(store, 'another-batch', ids.slice(0, 1))
    await audit()
    expect((await orders.of('a-batch')).review.payouts).toHaveLength(11)
    await store.close()
    await place.remove()
  },
)
