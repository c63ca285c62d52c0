import { describe, expect, it } from 'vitest'
import type { Store } from '../store/store.ts'
import { stores } from '../testing/stores.ts'
import type { TestApp } from '../testing/test-app.ts'
import { withApp } from '../testing/with-app.ts'

const first = { 'if-none-match': '*' }
const parts = [{ part: 0, revision: 0, rows: [{ row: 1, cells: { country: 'BR', documentNumber: '111.444.777-35' } }] }]
const content = { country: 'BR', values: { documentNumber: '111.444.777-35' } }

describe.each(stores)('A writer to the database without the key, on $name', ({ makePlace }) => {
  let app: TestApp
  let store: Store
  withApp(makePlace, (running) => {
    app = running.app
    store = running.store
  })

  const idOf = async (name: string) =>
    (await store.db.selectFrom('people').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id

  it('gets no unfinished form or sheet by giving it to another person, and passes none on', async () => {
    const [carla, bruno] = [app.as('Carla Dias'), app.as('Bruno Lima')]
    const form = `/api/drafts/${crypto.randomUUID()}`
    expect((await carla.put(form, { kind: 'payout', subjectId: null, content }, first)).status).toBe(200)
    const batch = { name: 'July', source: { kind: 'file', name: null }, rowsGiven: 3 }
    const { location } = (await carla.post('/api/batches', batch)).headers
    const sheet = `${location}/sheet`
    await carla.put(sheet, { head: { fields: ['country'] } }, first)
    expect((await carla.put(`${sheet}/parts`, { parts })).status).toBe(200)
    await bruno.get('/api/drafts')
    const [hers, his] = [await idOf('Carla Dias'), await idOf('Bruno Lima')]
    const giveTo = (person_id: string) =>
      store.write(async ({ db }) => {
        await db.updateTable('drafts').set({ person_id }).execute()
        await db.updateTable('sheets').set({ person_id }).execute()
      })

    await giveTo(his)
    const addresses = [form, sheet, `${sheet}/parts`]
    for (const address of addresses) expect((await bruno.get(address)).json).toMatchObject({ code: 'NOT_FOUND' })
    for (const list of ['/api/drafts', '/api/sheets']) expect((await bruno.get(list)).json).toEqual({ items: [] })

    // Rows of hers in a sheet of his.
    await store.write(({ db }) => db.updateTable('sheets').set({ person_id: hers }).execute())
    const own = `${(await bruno.post('/api/batches', batch)).headers.location}/sheet`
    await bruno.put(own, { head: {} }, first)
    const moveTo = (sheet_id: string) =>
      store.write(({ db }) => db.updateTable('sheet_parts').set({ sheet_id }).execute())
    await moveTo(own.split('/')[3] ?? '')
    expect((await bruno.get(`${own}/parts`)).json).toMatchObject({ code: 'NOT_FOUND' })

    // In another sheet of hers.
    const second = `${(await carla.post('/api/batches', batch)).headers.location}/sheet`
    await carla.put(second, { head: {} }, first)
    await moveTo(second.split('/')[3] ?? '')
    expect((await carla.get(`${second}/parts`)).json).toMatchObject({ code: 'NOT_FOUND' })

    await moveTo(sheet.split('/')[3] ?? '')
    await giveTo(hers)
    // Hers, but as if it were the change of another thing.
    for (const other of [{ kind: 'beneficiary' }, { subject_id: 'another' }] as const) {
      await store.write(({ db }) => db.updateTable('drafts').set(other).execute())
      expect((await carla.get(form)).json).toMatchObject({ code: 'NOT_FOUND' })
      await store.write(({ db }) => db.updateTable('drafts').set({ kind: 'payout', subject_id: null }).execute())
    }
    for (const address of addresses) expect((await carla.get(address)).status).toBe(200)
  })
})
