import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { nthPerson } from '../testing/many-beneficiaries.ts'
import { fillPayouts } from '../testing/many-payouts.ts'
import { type Place, stores } from '../testing/stores.ts'
import { type PayoutFilter, payoutPageQuery, searchPayouts } from './payout-search.ts'
import { readSearchText } from './search-terms.ts'
import type { Store } from './store.ts'

const { documentNumber, accountNumber } = nthPerson(1_234)

/** What people search that few have, each with how many of a page it finds. */
const rare: readonly (readonly [string, string, number])[] = [
  ['a rare word', 'zulema', 4],
  ['a rare word and a common one', 'mar zulema', 2],
  ['a reference', 'INV-1234', 1],
  ['the beginning of a reference', 'inv-123', 11],
  ['a document', documentNumber, 1],
  ['last digits', accountNumber.slice(-4), 1],
  ['what nobody has', 'nobody at all', 0],
]

describe.each(stores)('a page of many payouts on $name', ({ makePlace }) => {
  let place: Place
  let store: Store
  beforeAll(async () => {
    place = await makePlace()
    store = await place.open()
    await fillPayouts(store, 4_000)
  }, 120_000)
  afterAll(async () => {
    await store.close()
    await place.remove()
  })

  const filterOf = (typed: string, changes: Partial<PayoutFilter> = {}): PayoutFilter => {
    return {
      text: readSearchText(store.encryption, typed),
      state: undefined,
      country: undefined,
      beneficiaryId: undefined,
      notEnteredBy: undefined,
      order: 'newest change',
      after: undefined,
      limit: 51,
      ...changes,
    }
  }

  it.each(rare)('is found by %s', async (_, typed, count) => {
    const page = await searchPayouts(store.db, filterOf(typed))
    expect(page).toHaveLength(count)
    const order = page.map(({ updated_at, id }) => `${updated_at} ${id}`)
    expect(order).toEqual([...new Set(order)].toSorted().toReversed())
  })

  it.each([
    ['a common word', 'mar'],
    ['two common words', 'mar so'],
    ['the beginning of all references', 'inv'],
  ])('is full and in order by %s', async (_, typed) => {
    const page = await searchPayouts(store.db, filterOf(typed))
    expect(page).toHaveLength(51)
    const last = page.at(-1)
    const after = { at: last?.updated_at ?? '', id: last?.id ?? '' }
    const next = await searchPayouts(store.db, filterOf(typed, { after }))
    const order = [...page, ...next].map(({ updated_at, id }) => `${updated_at} ${id}`)
    expect(order).toEqual([...new Set(order)].toSorted().toReversed())
    expect(await searchPayouts(store.db, filterOf(typed, { state: 'draft' }))).toEqual([])
  })

  it.each(rare)('is read by the ids that an index gives, by %s', async (_, typed) => {
    const plan = await planOf(filterOf(typed))
    if (store.kind === 'postgres') {
      expect(plan).not.toMatch(/Seq Scan|Backward|Filter: .*SubPlan/)
      expect(plan).toMatch(/Index (Only )?Scan|Bitmap Index Scan/)
    } else {
      expect(plan).not.toMatch(/SCAN payouts|payouts_updated_at/)
      expect(plan).toMatch(/SEARCH payouts USING INDEX \S+ \(id=\?\)/)
    }
  })

  async function planOf(filter: PayoutFilter): Promise<string> {
    const { sql, parameters } = payoutPageQuery(store.db, filter).compile()
    const verb = store.kind === 'postgres' ? 'explain' : 'explain query plan'
    const { rows } = await store.db.executeQuery(CompiledQuery.raw(`${verb} ${sql}`, [...parameters]))
    return rows.map((row) => Object.values(z.parse(z.record(z.string(), z.unknown()), row)).join(' ')).join('\n')
  }
})
