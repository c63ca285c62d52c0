import { describe, expect, it } from 'vitest'
import { batchPageSchema, batchSchema } from '#shared/api/batch.ts'
import { type BatchRows, checkedRowsSchema, savedRowsSchema } from '#shared/api/batch-rows.ts'
import { type ReceivedIssue, warningId } from '#shared/api/issue.ts'
import { listJobSchema } from '#shared/api/list-job.ts'
import { sheetPartsSchema } from '#shared/api/sheet.ts'
import { beneficiaryPart, completeEntry, filledFields, type RawEntry } from '#shared/payout/entry.ts'
import { beneficiaryEntry } from '../entry/entry-columns.ts'
import type { Store } from '../store/store.ts'
import { nthRow } from '../testing/many-rows.ts'
import { stores } from '../testing/stores.ts'
import type { TestApp, Visitor } from '../testing/test-app.ts'
import { withApp } from '../testing/with-app.ts'

type Row = BatchRows['rows'][number]

const rowOf = (row: number, entry: RawEntry, more: Partial<Row> = {}): Row => ({ row, entry, confirmed: [], ...more })

describe.each(stores)('rows of a batch that makes beneficiaries on $name', ({ makePlace }) => {
  let app: TestApp
  let store: Store
  withApp(makePlace, (running) => {
    app = running.app
    store = running.store
  })

  /** The address of a batch, with a sheet. */
  async function begin(): Promise<string> {
    const write = { name: 'Providers', source: { kind: 'file', name: null }, rowsGiven: null, makes: 'beneficiaries' }
    const { location = '' } = (await app.post('/api/batches', write)).headers
    await app.put(`${location}/sheet`, { head: {} }, { 'if-none-match': '*' })
    return `${location}`
  }
  async function save(batch: string, rows: readonly Row[]) {
    const { json, status, text } = await app.post(`${batch}/rows`, { rows })
    expect(status, text).toBe(200)
    return savedRowsSchema.parse(json).rows
  }
  const outcomes = (saved: Awaited<ReturnType<typeof save>>) =>
    saved.map((one) => ('problem' in one ? one.problem.code : 'beneficiary' in one ? 'saved' : 'payout'))
  const idsOf = (saved: Awaited<ReturnType<typeof save>>) =>
    saved.flatMap((one) => ('beneficiary' in one ? one.beneficiary.id : []))
  const count = async (table: 'beneficiaries' | 'payouts') =>
    (await store.db.selectFrom(table).select('id').execute()).length
  const partOf = (entry: RawEntry) => filledFields(beneficiaryPart(completeEntry(entry)))
  const note = (batch: string, rows_saved: number) =>
    store.write(({ db }) =>
      db
        .updateTable('batches')
        .set({ rows_saved })
        .where('id', '=', `${batch.split('/')[3]}`)
        .execute(),
    )
  /** Brazilians with a document, others than those of any other test. */
  let used = 500
  function fresh(): RawEntry {
    used += 5
    return partOf(nthRow(used))
  }

  it('each good row becomes a beneficiary and no payout, audited by itself', async () => {
    const batch = await begin()
    const entries = [fresh(), { ...fresh(), phone: '+55 11 91234-5678', email: 'ana@example.com' }, fresh()]
    const saved = await save(
      batch,
      entries.map((entry, place) => rowOf(place + 1, entry)),
    )
    expect(outcomes(saved)).toEqual(['saved', 'saved', 'saved'])
    const rows = await store.db.selectFrom('beneficiaries').selectAll().where('id', 'in', idsOf(saved)).execute()
    const byId = new Map(rows.map((row) => [row.id, filledFields(beneficiaryEntry(store, row))]))
    expect(idsOf(saved).map((id) => byId.get(id))).toMatchObject(entries.map(({ phone: _, ...entry }) => entry))
    expect(byId.get(idsOf(saved)[1] ?? '')).toHaveProperty('phone')
    expect(await count('payouts')).toBe(0)
    const { text } = await app.get(`/api/activity?thing=${idsOf(saved)[0]}`)
    expect(JSON.parse(text).items).toMatchObject([{ action: 'beneficiary.created' }])
    expect(batchSchema.parse((await app.get(batch)).json)).toMatchObject({ makes: 'beneficiaries', rows: { saved: 3 } })
  })

  it('a row is refused as the form would be: for errors, an amount, who is saved, and rows before it', async () => {
    const batch = await begin()
    const known = fresh()
    expect(outcomes(await save(batch, [rowOf(1, known)]))).toEqual(['saved'])
    const twin = fresh()
    const saved = await save(batch, [
      rowOf(2, { ...fresh(), beneficiaryLastName: '' }),
      rowOf(3, { ...fresh(), amount: '5' }),
      rowOf(4, known),
      rowOf(5, twin),
      rowOf(6, twin),
    ])
    const [, , , ofSaved, ofRow] = outcomes(saved)
    expect(outcomes(saved).slice(0, 3)).toEqual(['FIELDS_INVALID', 'FIELDS_INVALID', 'WARNINGS_UNCONFIRMED'])
    expect([ofSaved, ofRow]).toEqual(['saved', 'WARNINGS_UNCONFIRMED'])
    const warnings = saved.flatMap((one): readonly ReceivedIssue[] =>
      'problem' in one ? (one.problem.warnings ?? []) : [],
    )
    expect(warnings.map(({ code }) => code)).toEqual(['same_beneficiary', 'same_beneficiary'])
    const confirmed = warnings.slice(0, 1).map((warning) => ({ warningId: warningId(warning) }))
    expect(outcomes(await save(batch, [rowOf(4, known, { confirmed })]))).toEqual(['saved'])
  })

  it('however often a row is sent, in whatever parts, it makes one beneficiary, and other content is refused', async () => {
    const batch = await begin()
    const rows = [1, 2, 3].map((row) => rowOf(row, fresh()))
    const first = await save(batch, rows.slice(0, 2))
    const before = await count('beneficiaries')
    expect(await save(batch, rows)).toMatchObject([...first, { row: 3 }])
    const list = { from: 0, count: 3 }
    const given = await app.post('/api/row-jobs', { batchId: batch.split('/')[3], list, rows })
    expect(listJobSchema.parse(given.json)).toMatchObject({ state: 'done', succeeded: 3, refused: 0 })
    expect(await count('beneficiaries')).toBe(before + 1)
    expect(await save(batch, [rowOf(1, { ...rows[0]?.entry, city: 'Olinda' })])).toMatchObject([
      { row: 1, problem: { code: 'STATE_CONFLICT', ids: [idsOf(first)[0]] } },
    ])
    expect(batchSchema.parse((await app.get(batch)).json).rows.saved).toBe(3)
  })

  it('its sheet says which rows are beneficiaries by now, and ends with it; it is in no list of batches', async () => {
    const batch = await begin()
    const cells = { row: 7, cells: { country: 'GH' } }
    await app.put(`${batch}/sheet/parts`, { parts: [{ part: 0, revision: 0, rows: [cells] }] })
    const [id] = idsOf(await save(batch, [rowOf(7, fresh())]))
    expect(sheetPartsSchema.parse((await app.get(`${batch}/sheet/parts`)).json).saved).toEqual([{ row: 7, id }])
    await app.post(`${batch}/finish`, { refused: 0, skipped: 0 }, { 'if-match': '"1"' })
    expect((await app.get(`${batch}/sheet`)).status).toBe(404)
    expect((await app.post(`${batch}/rows`, { rows: [rowOf(8, fresh())] })).json).toMatchObject({
      code: 'STATE_CONFLICT',
    })
    expect(batchPageSchema.parse((await app.get('/api/batches')).json).items).toEqual([])
  })

  it('a person imports only so many in a month, as each that is saved shows that its numbers are new', async () => {
    const batch = await begin()
    const earlier = await begin()
    await note(earlier, 49_900)
    expect(outcomes(await save(batch, [rowOf(1, fresh())]))).toEqual(['saved'])
    await note(earlier, 50_000)
    const refused = await app.post(`${batch}/rows`, { rows: [rowOf(2, fresh())] })
    expect(refused).toMatchObject({ status: 409, json: { code: 'TOO_MANY_IMPORTED', params: { most: 50_000 } } })
    await note(earlier, 0)
  })

  it('POST /api/batch-checks says of such rows what saving them would, to who typed their numbers before', async () => {
    const batch = await begin()
    const known = fresh()
    const [id] = idsOf(await save(batch, [rowOf(1, known)]))
    const check = async (visitor: Visitor) => {
      const { json } = await visitor.post('/api/batch-checks', {
        rows: [{ row: 1, entry: known }],
        makes: 'beneficiaries',
      })
      return checkedRowsSchema.parse(json).rows[0]
    }
    expect(await check(app)).toMatchObject({
      beneficiary: { id },
      isCompared: true,
      warnings: [{ code: 'same_beneficiary' }],
    })
    expect(await check(app.as('Bruno Lima'))).toMatchObject({ beneficiary: null, isCompared: false, warnings: [] })
  })
})
