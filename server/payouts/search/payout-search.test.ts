import { type Compilable, CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { payoutSorts } from '#shared/api/payout-search.ts'
import { totalsOf } from '#shared/payout/totals.ts'
import type { PayoutRow } from '../../entry/payout-rows.ts'
import { approvalStateOf } from '../../payout-state/approval-columns.ts'
import type { Actor } from '../../people/member.ts'
import { readSearchText } from '../../search/search-terms.ts'
import type { Store } from '../../store/store.ts'
import { nthPerson } from '../../testing/many-beneficiaries.ts'
import { fillPayouts } from '../../testing/many-payouts.ts'
import { type Place, stores } from '../../testing/stores.ts'
import { whyNotApprove } from '../offered-actions.ts'
import type { PayoutFilter } from './payout-filter.ts'
import { payoutIdsQuery, payoutSumsQuery, searchPayouts, sortKeyOf, sumPayouts } from './payout-search.ts'
import { payoutsAbove } from './sums-within-limits.ts'

const { documentNumber, accountNumber } = nthPerson(1_234)

const reviewer = { id: 'reviewer', approveUpTo: {} }

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
    return { text: readSearchText(store.encryption, typed), ...changes }
  }
  /** As of a text that is looked up at once, however common it is. */
  const rareFilter = (typed: string, changes: Partial<PayoutFilter> = {}) => {
    const { text, ...filter } = filterOf(typed, changes)
    return { ...filter, text: text && { ...text, areWordsCommon: false, isCommon: false } }
  }
  const newest = { sort: 'changed', direction: 'desc', after: undefined, limit: 51 } as const

  it.each(rare)('is found by %s', async (_, typed, count) => {
    const page = await searchPayouts(store.db, filterOf(typed), newest)
    expect(page).toHaveLength(count)
    const order = page.map(({ updated_at, id }) => `${updated_at} ${id}`)
    expect(order).toEqual([...new Set(order)].toSorted().toReversed())
  })

  it.each([
    ['a common word', 'mar'],
    ['two common words', 'mar so'],
    ['the beginning of all references', 'inv'],
  ])('is full and in order by %s', async (_, typed) => {
    const page = await searchPayouts(store.db, filterOf(typed), newest)
    expect(page).toHaveLength(51)
    const last = page.at(-1)
    const after = { key: last?.updated_at ?? '', id: last?.id ?? '' }
    const next = await searchPayouts(store.db, filterOf(typed), { ...newest, after })
    const order = [...page, ...next].map(({ updated_at, id }) => `${updated_at} ${id}`)
    expect(order).toEqual([...new Set(order)].toSorted().toReversed())
    expect(await searchPayouts(store.db, filterOf(typed, { state: 'draft' }), newest)).toEqual([])
  })

  it.each([
    ['a common text', 'inv', {}],
    ['a common text that few in this state say', 'inv', { state: 'draft' }],
    ['a common text that many at the end of the order say', 'inv', { to: new Date(100_000).toISOString() }],
    ['a common text or a name', 'inv mar', {}],
    ['a text that is common among a few', 'mar', { warnings: 'serious' }],
  ] as const)('is the same as of all who match, by %s', async (_, typed, changes) => {
    for (const sort of payoutSorts)
      for (const direction of ['asc', 'desc'] as const) {
        const page = { ...newest, sort, direction }
        const all = await payoutIdsQuery(store.db, rareFilter(typed, changes), page).execute()
        const shown = await searchPayouts(store.db, filterOf(typed, changes), page)
        expect(
          shown.map(({ id }) => id),
          `${sort} ${direction}`,
        ).toEqual(all.map(({ id }) => id))
      }
  })

  it.each(rare)('is read by the ids that an index gives, by %s', async (_, typed) => {
    const plan = await explained(payoutIdsQuery(store.db, rareFilter(typed), newest))
    if (store.kind === 'postgres') {
      expect(plan).not.toMatch(/Seq Scan|Backward|hashed SubPlan|using payouts_(?!pkey)/)
      expect(plan).toMatch(/Index (Only )?Scan|Bitmap Index Scan/)
    } else {
      expect(plan).not.toMatch(/SCAN payouts|payouts_updated_at/)
      expect(plan).toMatch(/SEARCH payouts USING INDEX \S+ \(id=\?\)/)
    }
  })

  it.each([
    ['changed', 'asc', (row: PayoutRow) => row.updated_at],
    ['submitted', 'desc', (row: PayoutRow) => row.submitted_at],
    ['amount', 'asc', (row: PayoutRow) => row.amount.padStart(20 + row.amount.length - wholeDigits(row), '0')],
    ['amount', 'desc', (row: PayoutRow) => row.amount.padStart(20 + row.amount.length - wholeDigits(row), '0')],
    ['name', 'asc', (row: PayoutRow) => row.name_key],
  ] as const)('all pages sorted by %s %s are every payout once, in order', async (sort, direction, keyOf) => {
    const rows = await store.db.selectFrom('payouts').selectAll().where('currency_code', '=', 'CLP').execute()
    const inOrder = rows
      .map((row) => JSON.stringify([keyOf(row), row.id]))
      .toSorted()
      .map((key) => String(JSON.parse(key)[1]))
    const seen: PayoutRow[] = []
    for (let page: readonly PayoutRow[] | undefined; page === undefined || page.length === 200; ) {
      const last = seen.at(-1)
      const after = last && { key: sortKeyOf(last, sort), id: last.id }
      const filter = { amount: { currencyCode: 'CLP' } }
      page = await searchPayouts(store.db, filter, { sort, direction, after, limit: 200 })
      seen.push(...page)
    }
    expect(seen.map(({ id }) => id)).toEqual(direction === 'asc' ? inOrder : inOrder.toReversed())
  })

  it.each<[string, PayoutFilter, (row: PayoutRow) => boolean]>([
    ['a country', { country: 'CL' }, ({ country }) => country === 'CL'],
    ['a state', { state: 'draft' }, () => false],
    ['the person who sent it', { personId: 'clerk' }, () => true],
    ['somebody who had no part in it', { personId: 'nobody' }, () => false],
    [
      'a span of time',
      { from: timeOf(100), to: timeOf(110) },
      ({ updated_at: at }) => at >= timeOf(100) && at < timeOf(110),
    ],
    [
      'the least and the most in a currency',
      { amount: { currencyCode: 'BRL', min: '99.5', max: '1000' } },
      ({ currency_code, amount }) => currency_code === 'BRL' && Number(amount) >= 99.5 && Number(amount) <= 1_000,
    ],
    ['a grade of warnings', { warnings: 'serious' }, (row) => row.warnings_serious > 0],
    ['no warnings', { warnings: 'none' }, (row) => row.warnings_serious === 0],
    [
      'a word of the name',
      { text: { words: ['zulema'], terms: [], reference: '', amounts: { decimals: [], currencies: [] } } },
      (row) => /zulema/.test(row.name_key),
    ],
  ])('what is filtered by %s is found and added up exactly', async (_, filter, isMeant) => {
    const rows = (await store.db.selectFrom('payouts').selectAll().execute()).filter(isMeant)
    const found = await searchPayouts(store.db, filter, { ...newest, limit: 5_000 })
    expect(found.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
    const money = rows.map(({ amount, currency_code: currencyCode }) => ({ amount, currencyCode }))
    expect(await sumPayouts(store.db, filter)).toEqual(totalsOf(money))
  })

  it.each(payoutSorts)('a rare filter of payouts sorted by %s reads an index and no row', async (sort) => {
    const rareFilters: readonly Omit<PayoutFilter, 'text'>[] = [
      { personId: 'nobody' },
      { state: 'exported', country: 'KE' },
      { country: 'KE', amount: { currencyCode: 'KES' } },
    ]
    for (const filter of rareFilters) {
      const page = payoutIdsQuery(store.db, filter, { sort, direction: 'asc', after: undefined, limit: 51 })
      for (const query of [page, payoutSumsQuery(store.db, filter)])
        expect(await explained(query)).toMatch(/USING COVERING INDEX payouts_|Index (Only )?Scan|Bitmap Index Scan/)
    }
  })

  it('who had a part in few is found by an index on PostgreSQL, which knows of how many', async () => {
    if (store.kind === 'sqlite') return
    const plan = await explained(payoutIdsQuery(store.db, { personId: 'nobody' }, newest))
    for (const part of ['created', 'submitted', 'decided']) expect(plan).toContain(`on payouts_${part}_by`)
    expect(await explained(payoutIdsQuery(store.db, { personId: 'clerk' }, newest))).toContain('using payouts_changed')
  })

  it('the queue of review passes over the payouts of batches unread', async () => {
    const filter = { state: 'in_review', isAlone: true, reviewableBy: reviewer } as const
    const page = { sort: 'submitted', direction: 'asc', after: undefined, limit: 51 } as const
    expect(await explained(payoutIdsQuery(store.db, filter, page))).toMatch(/payouts_alone/)
  })

  it('the queue of review is read in its order, from its beginning', async () => {
    const filter = { state: 'in_review', reviewableBy: reviewer } as const
    const page = { sort: 'submitted', direction: 'asc', after: undefined, limit: 51 } as const
    const plan = await explained(payoutIdsQuery(store.db, filter, page))
    expect(plan).toMatch(store.kind === 'sqlite' ? /COVERING INDEX payouts_state_submitted/ : /payouts_submitted/)
    expect(plan).not.toMatch(/TEMP B-TREE|Sort/)
  })

  it('what is above the limit of a reviewer is looked up in the order of amounts', async () => {
    expect(await explained(payoutsAbove(store.db, ['BRL', 'BRL03900']).select('id'))).toContain('payouts_amount')
  })

  it('is what a reviewer may approve, exactly as it is decided about each, and adds up to that', async () => {
    const rights = { roles: ['reviewer'] as const, ownerIds: [], heldUntil: null, approveUpToADay: {} }
    const people: readonly Actor[] = [
      { ...rights, id: 'reviewer', approveUpTo: { BRL: '300.5', CLP: '20' } },
      { ...rights, id: 'reviewer', approveUpTo: { BRL: '9' } },
      { ...rights, id: 'reviewer', approveUpTo: { BRL: '990', CLP: '400' } },
      { ...rights, id: 'clerk', approveUpTo: {} },
      { ...rights, id: 'twin', approveUpTo: {} },
    ]
    const groupOf = (id: string) => (id === 'twin' ? 'clerk' : id)
    const countedIn = ({ amount }: PayoutRow) => ({ sums: { toPayee: amount, inAll: amount }, groupOf })
    const rows = await store.db.selectFrom('payouts').selectAll().execute()
    for (const person of people) {
      const asOne = ['twin', 'clerk'].filter((id) => id !== person.id && groupOf(id) === groupOf(person.id))
      const filter = { state: 'in_review', reviewableBy: { ...person, asOne } } as const
      const found = await searchPayouts(store.db, filter, { ...newest, limit: rows.length })
      const may = rows.filter(
        (row) => whyNotApprove(approvalStateOf(store.encryption, row), person, '', countedIn(row)) === null,
      )
      expect(found.map(({ id }) => id).toSorted()).toEqual(may.map(({ id }) => id).toSorted())
      const money = may.map(({ amount, currency_code: currencyCode }) => ({ amount, currencyCode }))
      expect(await sumPayouts(store.db, filter)).toEqual(totalsOf(money))
      expect(may.length < rows.length).toBe(true)
    }
  })

  async function explained(query: Compilable): Promise<string> {
    const { sql: asked, parameters } = query.compile()
    const verb = store.kind === 'postgres' ? 'explain' : 'explain query plan'
    const { rows } = await store.write(async ({ db }) => {
      // Of so few rows, PostgreSQL would read them all.
      if (store.kind === 'postgres') await sql`set local enable_seqscan = off`.execute(db)
      return db.executeQuery(CompiledQuery.raw(`${verb} ${asked}`, [...parameters]))
    })
    return rows.map((row) => Object.values(z.parse(z.record(z.string(), z.unknown()), row)).join(' ')).join('\n')
  }
})

function wholeDigits({ amount }: PayoutRow): number {
  return amount.split('.')[0]?.length ?? 0
}

/** When the n-th of many payouts was entered. */
function timeOf(n: number): string {
  return new Date(n * 1_000).toISOString()
}
