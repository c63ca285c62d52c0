import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draftReceiptSchema, draftSchema, draftsSchema } from '#shared/api/draft.ts'
import { type Place, stores } from '../testing/stores.ts'
import { type Answer, startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'

const content = { country: 'BR', values: { documentNumber: '111.444.777-35', beneficiaryFirstName: 'Wilhelmina' } }
const first = { 'if-none-match': '*' }
const following = (revision: number) => ({ 'if-match': `"${revision}"` })
const newId = () => `/api/drafts/${crypto.randomUUID()}`
const draftOf = (kept: unknown) => ({ kind: 'payout', subjectId: null, content: kept })

describe.each(stores)('drafts on $name', ({ makePlace }) => {
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

  const keep = (address: string, kept: unknown, headers: Record<string, string>, who: Visitor = app) =>
    who.put(address, draftOf(kept), headers)
  const receipt = ({ json }: Answer) => draftReceiptSchema.parse(json)

  it('come back as they were kept', async () => {
    const address = newId()
    const kept = await keep(address, content, first)
    expect([kept.status, kept.headers.etag, receipt(kept).revision]).toEqual([200, '"1"', 1])
    const found = await app.get(address)
    expect(found.headers.etag).toBe('"1"')
    expect(draftSchema.parse(found.json)).toEqual({ ...receipt(kept), kind: 'payout', subjectId: null, content })
  })

  it('are listed newest first', async () => {
    const carla = app.as('Carla Dias')
    const [one, two] = [newId(), newId()]
    await keep(one, 'one', first, carla)
    await keep(two, 'two', first, carla)
    await keep(one, 'one again', following(1), carla)
    const { items } = draftsSchema.parse((await carla.get('/api/drafts')).json)
    expect(items.map((draft) => draft.content)).toEqual(['one again', 'two'])
  })

  it('kept in one tab are not overwritten by another that has not seen it', async () => {
    const address = newId()
    await keep(address, 'both tabs', first)
    expect(receipt(await keep(address, 'the first tab', following(1))).revision).toBe(2)
    const second = await keep(address, 'the second tab', following(1))
    expect(second).toMatchObject({ status: 412, json: { code: 'VERSION_CONFLICT', ids: [address.split('/').at(-1)] } })
    expect((await app.get(address)).json).toMatchObject({ revision: 2, content: 'the first tab' })
    expect(receipt(await keep(address, 'chosen', following(2))).revision).toBe(3)
  })

  it('follow a revision whose ETag a proxy has made a weak one', async () => {
    const address = newId()
    await keep(address, 'one', first)
    expect(receipt(await keep(address, 'two', { 'if-match': 'W/"1"' })).revision).toBe(2)
  })

  it('of many tabs at once are kept by one', async () => {
    const address = newId()
    await keep(address, 'all tabs', first)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, tab) => keep(address, `tab ${tab}`, following(1))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(19)
  })

  it('sent again after a lost answer are no conflict', async () => {
    const address = newId()
    await keep(address, content, first)
    expect(receipt(await keep(address, content, first)).revision).toBe(1)
    await keep(address, 'more', following(1))
    expect(receipt(await keep(address, 'more', following(1))).revision).toBe(2)
  })

  it('begin once, under an id that the page makes', async () => {
    const address = newId()
    await keep(address, 'one', first)
    expect((await keep(address, 'two', first)).status).toBe(412)
    expect((await keep('/api/drafts/mine', 'x', first)).status).toBe(404)
    const unsaid = (await keep(newId(), 'x', {})).json
    expect(unsaid).toMatchObject({
      status: 428,
      code: 'VERSION_REQUIRED',
      detail: expect.stringContaining('If-None-Match: *'),
    })
    expect((await keep(newId(), 'x', following(1))).json).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })

  it('cannot be seen, changed or discarded by anyone else', async () => {
    const address = newId()
    await keep(address, content, first)
    const bruno = app.as('Bruno Lima')
    const tries = [
      bruno.get(address),
      keep(address, 'x', following(1), bruno),
      keep(address, 'x', first, bruno),
      bruno.delete(address, following(1)),
    ]
    for (const answer of await Promise.all(tries))
      expect(answer).toMatchObject({ status: 404, json: { code: 'NOT_FOUND' } })
    expect((await bruno.get('/api/drafts')).json).toEqual({ items: [] })
    expect((await app.get(address)).json).toMatchObject({ content })
  })

  it('are thrown away once', async () => {
    const address = newId()
    await keep(address, content, first)
    expect((await app.delete(address, following(1))).status).toBe(204)
    expect((await app.get(address)).status).toBe(404)
    expect((await app.delete(address, following(1))).status).toBe(404)
  })

  it('are thrown away only as they were seen', async () => {
    const address = newId()
    await keep(address, 'seen', first)
    await keep(address, 'typed since', following(1))
    expect((await app.delete(address)).json).toMatchObject({ status: 428, code: 'VERSION_REQUIRED' })
    expect((await app.delete(address, following(1))).json).toMatchObject({ status: 412, code: 'VERSION_CONFLICT' })
    expect((await app.get(address)).json).toMatchObject({ content: 'typed since' })
  })

  it('are at most two hundred: the next is refused, and none goes for it', async () => {
    const elena = app.as('Elena Rey')
    const addresses = Array.from({ length: 201 }, newId)
    for (const address of addresses.slice(0, 200)) await keep(address, 'x', first, elena)
    const refused = await keep(addresses[200]!, 'new', first, elena)
    expect(refused.json).toMatchObject({ status: 409, code: 'TOO_MANY_DRAFTS', retryable: false })
    expect((await keep(addresses[0]!, 'touched', following(1), elena)).status).toBe(200)
    const { items } = draftsSchema.parse((await elena.get('/api/drafts')).json)
    expect(items).toHaveLength(200)
    await elena.delete(addresses[1]!, following(1))
    expect((await keep(addresses[200]!, 'new', first, elena)).status).toBe(200)
  })

  it('hold 64 KiB', async () => {
    expect((await keep(newId(), 'x'.repeat(64 * 1024 - 2), first)).status).toBe(200)
    expect((await keep(newId(), 'x'.repeat(64 * 1024 - 1), first)).json).toMatchObject({ code: 'BODY_TOO_LARGE' })
  })

  it('go after 30 days', async () => {
    const address = newId()
    await keep(address, content, first)
    const store = await place.open()
    const age = (updated_at: string) => store.write(({ db }) => db.updateTable('drafts').set({ updated_at }).execute())
    const dayMs = 24 * 60 * 60 * 1000
    await age(new Date(Date.now() - 30 * dayMs + 60_000).toISOString())
    expect((await app.get(address)).status).toBe(200)
    await age(new Date(Date.now() - 30 * dayMs).toISOString())
    expect((await app.get(address)).status).toBe(404)
    expect((await app.get('/api/drafts')).json).toEqual({ items: [] })
    await keep(newId(), 'the next', first)
    expect(await store.db.selectFrom('drafts').select('id').execute()).toHaveLength(1)
    await store.close()
  })

  it('are in no file in clear', async () => {
    await keep(newId(), content, first)
    const store = await place.open()
    const rows = JSON.stringify(await store.db.selectFrom('drafts').selectAll().execute())
    await store.close()
    const files = readdirSync(place.dataDirectory).map((name) =>
      readFileSync(join(place.dataDirectory, name), 'latin1'),
    )
    expect(files.length).toBeGreaterThan(0)
    for (const text of [rows, ...files])
      for (const word of ['111.444.777-35', 'Wilhelmina']) expect(text.includes(word)).toBe(false)
  })
})
