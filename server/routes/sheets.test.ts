import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { savedRowsSchema } from '#shared/api/batch-rows.ts'
import { sheetPartsReceiptSchema, sheetPartsSchema, sheetSchema, sheetsSchema } from '#shared/api/sheet.ts'
import { nthRow } from '../testing/many-rows.ts'
import { type Place, stores } from '../testing/stores.ts'
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'

const first = { 'if-none-match': '*' }
const following = (revision: number) => ({ 'if-match': `"${revision}"` })
const rowOf = (row: number, cells: object = { country: 'BR', documentNumber: '111.444.777-35' }) => ({ row, cells })

describe.each(stores)('Sheets on $name', ({ makePlace }) => {
  let place: Place
  let app: TestApp

  beforeAll(async () => {
    place = await makePlace()
    app = await startTestApp(place.environment)
  })

  afterAll(async () => {
    await app.stop()
    await place.remove()
  })

  /** A batch of 3 rows with a sheet; answers the address of the sheet. */
  async function begin(who: Visitor = app): Promise<string> {
    const batch = { name: 'July', source: { kind: 'file', name: null }, rowsGiven: 3 }
    const { location } = (await who.post('/api/batches', batch)).headers
    expect((await who.put(`${location}/sheet`, { head: { fields: ['country'] } }, first)).status).toBe(200)
    return `${location}/sheet`
  }
  const save = (address: string, parts: readonly object[], who: Visitor = app) => who.put(`${address}/parts`, { parts })
  const partsIn = async (address: string, from = 0) =>
    sheetPartsSchema.parse((await app.get(`${address}/parts?from=${from}`)).json)

  let used = 0
  /** Saves a row of a batch, of a beneficiary whom no other test pays; returns its payout. */
  async function saveRow(batch: string, row: number): Promise<string> {
    used += 1
    const { json } = await app.post(`${batch}/rows`, { rows: [{ row, entry: nthRow(used), confirmed: [] }] })
    const [saved] = savedRowsSchema.parse(json).rows
    if (saved === undefined || !('payout' in saved)) throw new Error(JSON.stringify(saved))
    return saved.payout.id
  }

  it('A sheet comes back as it was saved, part by part', async () => {
    const address = await begin()
    const parts = Array.from({ length: 12 }, (_, part) => ({
      part,
      revision: 0,
      rows: [{ ...rowOf(part + 1), damage: [] }],
    }))
    const { json } = await save(address, parts)
    expect(sheetPartsReceiptSchema.parse(json).parts).toEqual(parts.map(({ part }) => ({ part, revision: 1 })))
    expect(sheetSchema.parse((await app.get(address)).json)).toMatchObject({
      revision: 1,
      head: { fields: ['country'] },
      parts: parts.map(({ part }) => ({ part, revision: 1 })),
    })
    const [one, two] = [await partsIn(address), await partsIn(address, 10)]
    expect([one.next, two.next]).toEqual([10, null])
    expect([...one.parts, ...two.parts]).toEqual(parts.map((part) => ({ ...part, revision: 1 })))
  })

  it('A part that another tab saved since is not overwritten, nor any other of the same request', async () => {
    const address = await begin()
    await save(address, [{ part: 0, revision: 0, rows: [rowOf(1)] }])
    await save(address, [{ part: 0, revision: 1, rows: [rowOf(1, { country: 'MX' })] }])
    const stale = await save(address, [
      { part: 1, revision: 0, rows: [rowOf(2)] },
      { part: 0, revision: 1, rows: [rowOf(1, { country: 'PE' })] },
    ])
    expect(stale).toMatchObject({ status: 412, json: { code: 'VERSION_CONFLICT' } })
    expect((await partsIn(address)).parts).toEqual([{ part: 0, revision: 2, rows: [rowOf(1, { country: 'MX' })] }])
  })

  it('A part that one request gives twice is saved as it was given last', async () => {
    const address = await begin()
    const parts = [1, 2].map((row, revision) => ({ part: 0, revision, rows: [rowOf(row)] }))
    expect((await save(address, parts)).status).toBe(200)
    expect((await partsIn(address)).parts).toEqual([{ part: 0, revision: 2, rows: [rowOf(2)] }])
  })

  it('A cell of a million characters delays no other request', async () => {
    const address = await begin()
    const cells = { country: 'MX', bankName: 'a '.repeat(500_000), documentNumber: '111.444.777-35' }
    const before = process.cpuUsage()
    expect((await save(address, [{ part: 0, revision: 0, rows: [rowOf(1, cells)] }])).status).toBe(200)
    // What it costs, as a busy machine takes any time for it.
    const { user, system } = process.cpuUsage(before)
    expect(user + system).toBeLessThan(1_000_000)
  })

  it('What is sent again after a lost answer is no conflict', async () => {
    const address = await begin()
    const parts = [{ part: 0, revision: 0, rows: [rowOf(1)] }]
    await save(address, parts)
    expect(sheetPartsReceiptSchema.parse((await save(address, parts)).json).parts).toEqual([{ part: 0, revision: 1 }])
    const head = { head: { fields: ['country'] } }
    expect((await app.put(address, head, first)).status).toBe(200)
    expect((await app.put(address, { head: 'new' }, following(1))).json).toMatchObject({ revision: 2 })
    expect((await app.put(address, { head: 'newer' }, following(1))).status).toBe(412)
    expect((await app.put(address, { head: 'x'.repeat(64 * 1024) }, following(2))).status).toBe(413)
  })

  it('No one else sees or writes a sheet', async () => {
    const address = await begin()
    const bruno = app.as('Bruno Lima')
    expect((await bruno.get(address)).status).toBe(404)
    expect((await bruno.get(`${address}/parts`)).status).toBe(404)
    expect((await save(address, [{ part: 0, revision: 0, rows: [] }], bruno)).status).toBe(404)
    expect((await bruno.put(address, { head: {} }, following(1))).json).toMatchObject({ code: 'NOT_PERMITTED' })
    expect((await bruno.get('/api/sheets')).json).toEqual({ items: [] })
  })

  it('A person finds their unfinished sheets, the last changed first, and at most twenty', async () => {
    const carla = app.as('Carla Dias')
    const addresses = []
    for (let count = 0; count < 20; count += 1) addresses.push(await begin(carla))
    await save(addresses[0]!, [{ part: 0, revision: 0, rows: [rowOf(1)] }], carla)
    const { items } = sheetsSchema.parse((await carla.get('/api/sheets')).json)
    expect(items).toHaveLength(20)
    expect(items[0]).toMatchObject({ batchId: addresses[0]!.split('/')[3], name: 'July' })
    await expect(begin(carla)).rejects.toThrow()
  })

  it('A person has 200 MB for unfinished rows: what makes them longer is refused until one is finished or discarded', async () => {
    const elena = app.as('Elena Rey')
    const [address, other] = [await begin(elena), await begin(elena)]
    await save(address, [{ part: 0, revision: 0, rows: [rowOf(1), rowOf(2)] }], elena)
    const store = await place.open()
    const idOf = (sheet: string) => sheet.split('/')[3]!
    const counted = async () => {
      const { bytes } = await store.db
        .selectFrom('sheets')
        .select('bytes')
        .where('id', '=', idOf(address))
        .executeTakeFirstOrThrow()
      const parts = await store.db
        .selectFrom('sheet_parts')
        .select('content_encrypted')
        .where('sheet_id', '=', idOf(address))
        .execute()
      expect(bytes).toBe(parts.reduce((sum, { content_encrypted }) => sum + content_encrypted.length, 0))
      return bytes
    }
    const before = await counted()
    const full = 200 * 1024 * 1024 - before
    await store.write(({ db }) => db.updateTable('sheets').set({ bytes: full }).where('id', '=', idOf(other)).execute())
    const refused = await save(address, [{ part: 1, revision: 0, rows: [rowOf(3)] }], elena)
    expect(refused).toMatchObject({
      status: 409,
      json: { code: 'TOO_MANY_SHEETS', params: { why: 'size', most: 200 } },
    })
    expect(refused.text).toContain('Finish or discard one under Import')
    await expect(begin(elena)).rejects.toThrow()
    expect((await save(address, [{ part: 0, revision: 1, rows: [rowOf(1)] }], elena)).status).toBe(200)
    expect(await counted()).toBeLessThan(before)
    await elena.send('DELETE', `/api/batches/${idOf(other)}`, { headers: following(1) })
    expect((await save(address, [{ part: 1, revision: 0, rows: [rowOf(3)] }], elena)).status).toBe(200)
    await counted()
    await store.close()
  })

  it('Saved rows come with the sheet, also where they were not noted in it', async () => {
    const address = await begin()
    const batch = address.replace('/sheet', '')
    await save(address, [{ part: 0, revision: 0, rows: [rowOf(1), rowOf(2)] }])
    expect((await partsIn(address)).saved).toEqual([])
    const [first, second] = [await saveRow(batch, 2), await saveRow(batch, 7)]
    expect(second).not.toBe(first)
    expect((await partsIn(address)).saved).toEqual([{ row: 2, id: first }])
  })

  it('Who began a batch discards it with its sheet while nothing of it is saved', async () => {
    const address = await begin()
    const batch = address.replace('/sheet', '')
    const id = batch.split('/')[3]!
    await save(address, [{ part: 0, revision: 0, rows: [rowOf(1)] }])
    await app.post(`${batch}/validations`, { services: ['identity'], choice: 'all', asksAgain: false, billed: 0 })
    const discard = (who: Visitor, revision = 1) => who.send('DELETE', batch, { headers: following(revision) })
    expect((await discard(app.as('Bruno Lima'))).json).toMatchObject({ code: 'NOT_PERMITTED' })
    expect((await discard(app, 2)).status).toBe(412)
    expect((await discard(app)).status).toBe(204)
    for (const path of [address, batch]) expect((await app.get(path)).status).toBe(404)
    expect((await discard(app)).status).toBe(404)
    const store = await place.open()
    const parts = store.db.selectFrom('sheet_parts').select('id').where('sheet_id', '=', id)
    const entries = store.db.selectFrom('audit').select(['action', 'facts']).where('thing_id', '=', id)
    expect(await parts.execute()).toEqual([])
    expect(await entries.execute()).toContainEqual({ action: 'batch.discarded', facts: '{"given":3}' })
    await store.close()
  })

  it('A batch with saved rows, or one that is finished, is not discarded', async () => {
    const batch = (await begin()).replace('/sheet', '')
    const discard = async () => (await app.send('DELETE', batch, { headers: following(1) })).json
    await saveRow(batch, 1)
    expect(await discard()).toMatchObject({ code: 'STATE_CONFLICT', params: { why: 'saved', what: 'batch' } })
    await app.post(`${batch}/finish`, { refused: 1, skipped: 1 }, following(1))
    expect(await discard()).toMatchObject({ code: 'STATE_CONFLICT', params: { why: 'finished' } })
    expect((await app.get(batch)).status).toBe(200)
  })

  it('A sheet goes with the end of its batch', async () => {
    const address = await begin()
    await save(address, [{ part: 0, revision: 0, rows: [rowOf(1)] }])
    const batch = address.replace('/sheet', '')
    expect((await app.post(`${batch}/finish`, { refused: 2, skipped: 1 }, following(1))).status).toBe(200)
    expect((await app.get(address)).status).toBe(404)
    const store = await place.open()
    const left = await store.db
      .selectFrom('sheet_parts')
      .select('id')
      .where('sheet_id', '=', batch.split('/')[3]!)
      .execute()
    expect(left).toEqual([])
    await store.close()
  })

  it('A sheet goes 30 days after its last change', async () => {
    const address = await begin()
    const store = await place.open()
    const age = (updated_at: string) => store.write(({ db }) => db.updateTable('sheets').set({ updated_at }).execute())
    const dayMs = 24 * 60 * 60 * 1000
    await age(new Date(Date.now() - 30 * dayMs + 60_000).toISOString())
    expect((await app.get(address)).status).toBe(200)
    await age(new Date(Date.now() - 30 * dayMs).toISOString())
    expect((await app.get(address)).status).toBe(404)
    await begin(app.as('Dora Paz'))
    expect(await store.db.selectFrom('sheets').select('id').execute()).toHaveLength(1)
    await store.close()
  })

  it('What a person decided about damage is in the audit log, with who, where and how many', async () => {
    const address = (await begin()).replace('/sheet', '/accepted-damage')
    const decided = {
      ...{ column: 'CLABE', field: 'accountNumber', code: 'zeros_lost', country: 'CO', bank: '0007' },
      ...{ taken: 'probable', count: 12 },
    }
    expect((await app.post(address, { accepted: [decided] })).status).toBe(204)
    expect((await app.as('Bruno Lima').post(address, { accepted: [decided] })).json).toMatchObject({
      code: 'NOT_PERMITTED',
    })
    const store = await place.open()
    const entries = await store.db
      .selectFrom('audit')
      .select('facts')
      .where('action', '=', 'batch.damage_accepted')
      .execute()
    expect(entries.map(({ facts }) => JSON.parse(facts))).toEqual([decided])
    await store.close()
  })

  it('No cell of a sheet is in the database in clear', async () => {
    const address = await begin()
    const cells = { country: 'BR', documentNumber: '111.444.777-35', beneficiaryFirstName: 'Wilhelmina' }
    await save(address, [{ part: 0, revision: 0, rows: [rowOf(1, cells)] }])
    const store = await place.open()
    const kept = JSON.stringify(await store.db.selectFrom('sheet_parts').selectAll().execute())
    await store.close()
    expect(kept.length).toBeGreaterThan(100)
    for (const word of ['444.777', '11144477735', 'Wilhelmina']) expect(kept.includes(word)).toBe(false)
  })
})
