import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { readSearchText } from '../search/search-terms.ts'
import type { Store } from '../store/store.ts'
import { fillBeneficiaries, nthPerson } from '../testing/many-beneficiaries.ts'
import { type Place, stores } from '../testing/stores.ts'
import { type BeneficiaryFilter, findBeneficiaryRows, pageQuery } from './beneficiary-rows.ts'

const { documentNumber, accountNumber } = nthPerson(1_234)

/** What people search, each with how many of a page it finds. */
const searches: readonly (readonly [string, Partial<BeneficiaryFilter> & { readonly typed?: string }, number])[] = [
  ['without a text', {}, 51],
  ['by status', { status: 'active' }, 51],
  ['by country', { country: 'CL' }, 51],
  ['by country and status', { country: 'CL', status: 'archived' }, 51],
  ['deep in the list', { status: 'active', after: { nameKey: 'mario rojas', id: '' } }, 51],
  ['by one letter', { typed: 'm', status: 'active' }, 51],
  ['by a common prefix', { typed: 'mar' }, 51],
  ['by a common prefix in a country', { typed: 'mar', country: 'CL', status: 'active' }, 51],
  ['by a common prefix, deep in the list', { typed: 'mar', after: { nameKey: 'pedro', id: '' } }, 51],
  ['by two words', { typed: 'mar so' }, 51],
  ['by a rare word', { typed: 'zulema' }, 8],
  ['by words of nobody', { typed: 'zulema mariana' }, 0],
  ['by a document', { typed: documentNumber }, 1],
  ['by last digits', { typed: accountNumber.slice(-4) }, 2],
]

describe.each(stores)('a page of many beneficiaries on $name', ({ makePlace }) => {
  let place: Place
  let store: Store
  beforeAll(async () => {
    place = await makePlace()
    store = await place.open()
    // Of fewer, PostgreSQL reads a page sooner from the table itself.
    await fillBeneficiaries(store, 8_000)
  }, 120_000)
  afterAll(async () => {
    await store.close()
    await place.remove()
  })

  const filterOf = ({
    typed,
    ...given
  }: Partial<BeneficiaryFilter> & { readonly typed?: string }): BeneficiaryFilter => ({
    country: undefined,
    status: undefined,
    after: undefined,
    ...given,
    text: readSearchText(store.encryption, typed),
    limit: 51,
  })

  it.each(searches)('is found %s', async (_, search, count) => {
    const page = await findBeneficiaryRows(store.db, filterOf(search))
    expect(page).toHaveLength(count)
    const order = page.map(({ name_key, id }) => `${name_key}\n${id}`)
    expect(order).toEqual(order.toSorted())
  })

  it.each(searches)('is found by an index alone %s', async (_, search) => {
    const plan = await planOf(store, filterOf(search))
    expect(plan).toMatch(store.kind === 'postgres' ? /Index (Only )?Scan|Bitmap Index Scan/ : /USING (COVERING )?INDEX/)
    // SQLite scans what the inner query has found: at most a page.
    expect(plan).not.toMatch(store.kind === 'postgres' ? /Seq Scan/ : /SCAN (?!found|page|\()(?!\w+ USING)/)
  })
})

async function planOf(store: Store, filter: BeneficiaryFilter): Promise<string> {
  const { sql, parameters } = pageQuery(store.db, filter).compile()
  const verb = store.kind === 'postgres' ? 'explain' : 'explain query plan'
  const { rows } = await store.db.executeQuery(CompiledQuery.raw(`${verb} ${sql}`, [...parameters]))
  return rows.map((row) => Object.values(z.parse(z.record(z.string(), z.unknown()), row)).join(' ')).join('\n')
}
