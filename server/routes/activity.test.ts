import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { activityPageSchema } from '#shared/api/activity.ts'
import { personSchema } from '#shared/api/session.ts'
import { insertExport } from '../exports/export-rows.ts'
import { addToExport } from '../exports/exported-payout-rows.ts'
import { named } from '../testing/beneficiaries.ts'
import { enter as enterPayout } from '../testing/payouts.ts'
import { type Place, stores } from '../testing/stores.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

describe.each(stores)('GET /api/activity on $name', ({ makePlace }) => {
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

  const page = async (query = '') => activityPageSchema.parse((await app.get(`/api/activity${query}`)).json)
  const enter = async (name: string) => {
    const { json } = await app.post('/api/beneficiaries', { entry: named(name, 'Souza'), confirmed: [] })
    return z.object({ id: z.string() }).parse(json).id
  }

  /** An entry each, at a time of its own. */
  const record = async (times: readonly string[], thingId: string) => {
    let time = new Date()
    const store = await place.open(() => time)
    for (const text of times) {
      time = new Date(text)
      await store.write(({ audit }) =>
        audit({ personId: null, action: 'keys.rotated', thing: { type: 'key', id: thingId }, facts: { step: text } }),
      )
    }
    await store.close()
  }

  it('shows what was done, newest first, with who did it', async () => {
    const { items } = await page()
    expect(items).toMatchObject([
      { action: 'session.began', by: { name: 'Ana Souza' }, thing: { type: 'person', name: 'Ana Souza' } },
      { action: 'person.added', by: { name: 'Ana Souza' }, facts: { name: 'Ana Souza' } },
    ])
  })

  it('pages through all of it, once each', async () => {
    await record(
      Array.from({ length: 120 }, () => new Date().toISOString()),
      'many',
    )
    const seen: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { items, nextCursor } = await page(`?thing=many${cursor === '' ? '' : `&cursor=${cursor}`}`)
      expect(items.length).toBeLessThanOrEqual(50)
      seen.push(...items.map(({ seq }) => seq))
      cursor = nextCursor
    }
    expect(seen).toHaveLength(120)
    expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => b - a))
  })

  it('lists what was done from one time on and before another', async () => {
    const times = ['2100-01-01T00:00:00.000Z', '2100-01-02T00:00:00.000Z', '2100-01-03T00:00:00.000Z']
    await record(times, 'timed')
    const steps = async (query: string) => (await page(query)).items.map(({ facts }) => facts.step)
    expect(await steps('?thing=timed&from=2100-01-02&to=2100-01-03')).toEqual([times[1]])
    expect(await steps('?thing=timed&from=2100-01-02T01:00:00%2B01:00')).toEqual([times[2], times[1]])
    expect(await steps('?thing=timed&to=2100-01-02')).toEqual([times[0]])
  })

  it('lists one action or one person', async () => {
    const { items } = await page('?action=session.began')
    const { id } = personSchema.parse(items[0]?.by)
    expect(items.every(({ action }) => action === 'session.began')).toBe(true)
    expect((await page(`?person=${id}&action=session.began`)).items).toHaveLength(1)
    expect((await page(`?person=somebody-else`)).items).toEqual([])
  })

  it('lists changes alone, without sign-ins and reads', async () => {
    const id = await enter('Kunigunde')
    await app.post(`/api/beneficiaries/${id}/reveal`, { purpose: 'view' })
    const actions = async (query: string) => (await page(query)).items.map(({ action }) => action)
    expect(await actions(`?thing=${id}`)).toEqual(['beneficiary.revealed', 'beneficiary.created'])
    expect(await actions(`?thing=${id}&kind=changes`)).toEqual(['beneficiary.created'])
    expect(await actions('?kind=changes')).not.toContain('session.began')
    expect(await actions('?kind=changes&action=session.began')).toEqual([])
  })

  it.each([
    '?from=yesterday',
    '?kind=looks',
    '?action=everything',
    '?cursor=x',
    '?page=2',
    '?to=2100-13-45',
    '?to=2026-02-30',
  ])('refuses %s', async (query) => {
    expect(await app.get(`/api/activity${query}`)).toMatchObject({ status: 422, json: { code: 'FIELDS_INVALID' } })
  })

  it('names a beneficiary as it is called now', async () => {
    const id = await enter('Wilhelmina')
    expect((await page(`?thing=${id}`)).items).toMatchObject([
      { action: 'beneficiary.created', thing: { type: 'beneficiary', id, name: 'Wilhelmina Souza' } },
    ])
  })

  it('shows the checks of a beneficiary among what was done with them', async () => {
    const id = await enter('Gertrudis')
    const question = { country: 'BR', firstName: 'Gertrudis', lastName: 'Souza', documentNumber: '11144477735' }
    await app.post('/api/identity-validations', { ...question, beneficiaryId: id })
    expect((await page(`?thing=${id}`)).items.map(({ action }) => action)).toEqual([
      'validation.asked',
      'beneficiary.created',
    ])
  })

  it('shows the export of a payout among what was done with it', async () => {
    const { id } = await enterPayout(app)
    const other = await enterPayout(app)
    const store = await place.open()
    const link = { export_id: 'export of one' }
    await store.write(async ({ db, audit: note }) => {
      const made = {
        format: 'csv',
        count: 1,
        again: 0,
        totals: '[]',
        warnings: null,
        created_at: '2026-11-21T12:00:00.000Z',
      } as const
      const [by] = await db.selectFrom('people').select('id').limit(1).execute()
      await insertExport(db, { id: link.export_id, ...made, created_by: by?.id ?? '' })
      await addToExport(db, link.export_id, [{ id, state: 'approved' }])
      await note({ personId: null, action: 'export.created', thing: { type: 'export', id: link.export_id } })
    })
    await store.close()
    expect((await page(`?thing=${id}`)).items.map(({ action }) => action)).toContain('export.created')
    expect((await page(`?thing=${other.id}`)).items.map(({ action }) => action)).not.toContain('export.created')
  })

  it('calls a payout by its reference and by whom it pays', async () => {
    const { id, name, externalReference } = await enterPayout(app)
    expect((await page(`?thing=${id}`)).items[0]).toMatchObject({ thing: { name, reference: externalReference } })
  })

  it('names no one who was erased', async () => {
    const id = await enter('Friederike')
    expect((await page(`?thing=${id}`)).items).toMatchObject([{ thing: { id, name: 'Friederike Souza' } }])
    await app.post(`/api/beneficiaries/${id}/erase`, { confirm: true }, { 'if-match': '"1"' })
    expect((await page(`?thing=${id}`)).items).toMatchObject([{ thing: { name: null } }, { thing: { name: null } }])
  })
})
