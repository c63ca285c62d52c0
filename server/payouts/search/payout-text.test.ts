import fc from 'fast-check'
import { type Compilable, CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { payoutSorts } from '#shared/api/payout-search.ts'
import type { RawEntry } from '#shared/payout/entry.ts'
import { filledFields } from '#shared/payout/entry.ts'
import { totalsOf } from '#shared/payout/totals.ts'
import { runs } from '#shared/testing/runs.ts'
import type { PayoutRow } from '../../entry/payout-rows.ts'
import { numberKey, readSearchText, searchWords } from '../../search/search-terms.ts'
import type { Store } from '../../store/store.ts'
import { nthPerson } from '../../testing/many-beneficiaries.ts'
import { fillPayouts, nthAmount } from '../../testing/many-payouts.ts'
import { type Place, stores } from '../../testing/stores.ts'
import { payoutIdsQuery, payoutSumsQuery, searchPayouts, sortKeyOf, sumPayouts } from './payout-search.ts'
import { termsSaidQuery } from './payout-text.ts'

const rows = 2_400

/** The values of a payout that it is found by: those of nthPerson, and a reference. */
function valuesOf(i: number) {
  const entry: RawEntry = filledFields(nthPerson(i))
  const { beneficiaryFirstName: first = '', beneficiaryLastName: last = '' } = entry
  return {
    words: searchWords(`${first} ${last}`),
    amount: nthAmount(i),
    numbers: [entry.documentNumber, entry.accountNumber].map((number) => numberKey(String(number))),
    reference: `inv-${i}`,
  }
}

const values = Array.from({ length: rows }, (_, i) => valuesOf(i))

/** Whether a payout says what was typed, as a reader of the manual would put it. */
function isSaying({ words, numbers, reference, amount }: ReturnType<typeof valuesOf>, typed: string): boolean {
  const wanted = searchWords(typed)
  const number = numberKey(typed)
  return (
    (wanted.length > 0 && wanted.every((begun) => words.some((word) => word.startsWith(begun)))) ||
    reference.startsWith(typed.toLowerCase().replace(/\s/g, '')) ||
    (/\d/.test(typed) && numbers.includes(number)) ||
    (/^(0|[1-9]\d*)(\.\d+)?$/.test(typed) && Number(typed) === Number(amount)) ||
    (/^[1-9]\d{0,2}\.\d{3}$/.test(typed) && typed.replace('.', '') === amount) ||
    (/^\d{4}$/.test(typed) && numbers.some((whole) => whole.endsWith(typed)))
  )
}

const someValues = fc.constantFrom(...values)
/** Beginnings of words of one payout or of several, of its reference or its numbers, whole or in part. */
const typedText = fc.oneof(
  fc
    .array(
      someValues.chain(({ words }) =>
        fc
          .tuple(fc.constantFrom(...words), fc.integer({ min: 1, max: 8 }))
          .map(([word, length]) => word.slice(0, length)),
      ),
      { minLength: 1, maxLength: 3 },
    )
    .map((words) => words.join(' ')),
  someValues.chain(({ words }) => fc.shuffledSubarray([...words], { minLength: 1 }).map((some) => some.join(' '))),
  fc.tuple(someValues, fc.integer({ min: 1, max: 8 })).map(([{ reference }, length]) => reference.slice(0, length)),
  someValues.map(({ amount }) => amount),
  someValues.chain(({ numbers }) => fc.constantFrom(...numbers)),
  someValues.chain(({ numbers }) => fc.constantFrom(...numbers).map((number) => number.slice(-4))),
)

const changes: readonly (readonly [object, (row: PayoutRow) => boolean])[] = [
  [{}, () => true],
  [{ state: 'in_review' }, () => true],
  [{ state: 'draft' }, () => false],
  [{ warnings: 'serious' }, ({ warnings_serious }) => warnings_serious > 0],
  [{ country: 'CL' }, ({ country }) => country === 'CL'],
  [{ to: timeOf(200) }, ({ updated_at }) => updated_at < timeOf(200)],
]

describe.each(stores)('a text of payouts on $name', ({ makePlace }) => {
  let place: Place
  let store: Store
  let all: readonly PayoutRow[]
  beforeAll(async () => {
    place = await makePlace()
    store = await place.open()
    await fillPayouts(store, rows)
    all = await store.db.selectFrom('payouts').selectAll().execute()
  }, 120_000)
  afterAll(async () => {
    await store.close()
    await place.remove()
  })

  it('finds and adds up those that say it in each order, however it is looked up', async () => {
    expect(all).toHaveLength(rows)
    const search = fc.record({
      typed: typedText,
      change: fc.constantFrom(...changes),
      sort: fc.constantFrom(...payoutSorts),
      direction: fc.constantFrom('asc', 'desc'),
      after: fc.option(fc.nat({ max: rows }), { nil: undefined }),
      limit: fc.constantFrom(5, 51),
    })
    await fc.assert(
      fc.asyncProperty(search, async ({ typed, change: [filter, isMeant], sort, direction, after, limit }) => {
        const text = readSearchText(store.encryption, typed)
        if (text === undefined) throw new Error('Something is typed.')
        const saying = all.filter((row) => isMeant(row) && isSaying(valuesOfRow(row), typed))
        const order = (row: PayoutRow) => `${sortKeyOf(row, sort)}\u0000${row.id}`
        const sorted = saying.toSorted((a, b) => (order(a) < order(b) ? -1 : 1) * (direction === 'asc' ? 1 : -1))
        const last = after === undefined ? undefined : sorted[after % Math.max(1, sorted.length)]
        const expected = sorted.slice(last === undefined ? 0 : sorted.indexOf(last) + 1).slice(0, limit)
        const cursor = last && { key: sortKeyOf(last, sort), id: last.id }
        const page = { sort, direction, after: cursor, limit }
        const totals = totalsOf(saying.map(({ amount, currency_code }) => ({ amount, currencyCode: currency_code })))
        expect(idsOf(await searchPayouts(store.db, { ...filter, text }, page))).toEqual(idsOf(expected))
        expect(await sumPayouts(store.db, { ...filter, text })).toEqual(totals)
        for (const [areWordsCommon, isCommon] of [
          [true, true],
          [true, false],
          [false, false],
        ] as const) {
          const counted = { ...filter, text: { ...text, areWordsCommon, isCommon } }
          expect(idsOf(await payoutIdsQuery(store.db, counted, page).execute())).toEqual(idsOf(expected))
        }
      }),
      { numRuns: runs(60) },
    )
  })

  it('that is an amount is looked up by the index of amounts', async () => {
    const filter = { text: { ...text('77.5'), areWordsCommon: false, isCommon: false } }
    const page = { sort: 'changed', direction: 'desc', after: undefined, limit: 51 } as const
    expect(await explained(payoutIdsQuery(store.db, filter, page))).toMatch(/payouts_amount/)
  })

  it('is read of payouts by their ids, however many others say it', async () => {
    const ids = idsOf(all).slice(0, 300)
    expect(await explained(termsSaidQuery(store.db, text('maria souza'), ids))).toMatch(/search_terms_kind_thing_id/)
  })

  it('that is common is gathered once, and looked for in an index of the order', async () => {
    const filter = { text: { ...text('maria souza'), areWordsCommon: true, isCommon: true } }
    for (const sort of payoutSorts) {
      const page = { sort, direction: 'asc', after: undefined, limit: 51 } as const
      const plan = await explained(payoutIdsQuery(store.db, filter, page))
      if (store.kind === 'postgres')
        expect(plan).toMatch(/Index Only Scan using payouts_[\s\S]*hashed SubPlan 1.*hashed SubPlan 2/)
      else expect(plan).toMatch(/^\d.* (SCAN|SEARCH) payouts USING COVERING INDEX payouts_.*\n.*LIST SUBQUERY/)
      expect(plan).not.toMatch(/sort|temp b-tree/i)
    }
    const sums = await explained(payoutSumsQuery(store.db, filter))
    if (store.kind === 'postgres') expect(sums).toMatch(/hashed SubPlan 1.*hashed SubPlan 2/)
    else expect(sums).toMatch(/SCAN payouts USING COVERING INDEX payouts_.*\n.*LIST SUBQUERY/)
  })

  const text = (typed: string) => {
    const read = readSearchText(store.encryption, typed)
    if (read === undefined) throw new Error('Something is typed.')
    return read
  }

  async function explained(query: Compilable): Promise<string> {
    const { sql: asked, parameters } = query.compile()
    const verb = store.kind === 'postgres' ? 'explain' : 'explain query plan'
    const { rows: steps } = await store.write(async ({ db }) => {
      // Of so few rows, PostgreSQL would read them all.
      if (store.kind === 'postgres') await sql`set local enable_seqscan = off`.execute(db)
      return db.executeQuery(CompiledQuery.raw(`${verb} ${asked}`, [...parameters]))
    })
    return steps.map((row) => Object.values(z.parse(z.record(z.string(), z.unknown()), row)).join(' ')).join('\n')
  }
})

function valuesOfRow({ external_reference }: PayoutRow): ReturnType<typeof valuesOf> {
  const found = values[Number(external_reference.slice('INV-'.length))]
  if (found === undefined) throw new Error(`No payout is ${external_reference}.`)
  return found
}

function idsOf(payouts: readonly { readonly id: string }[]): readonly string[] {
  return payouts.map(({ id }) => id)
}

/** When the n-th of many payouts was entered. */
function timeOf(n: number): string {
  return new Date(n * 1_000).toISOString()
}
