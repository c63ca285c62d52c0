import { request } from 'undici'
import { expect, it } from 'vitest'
import { newDetailsLinksSchema } from '#shared/api/details-links.ts'
import { someStores } from '../testing/stores.ts'
import { startTestApp } from '../testing/test-app.ts'

it.each(someStores)(
  'Many links are made in one request on $name, each or not at all, 10,000 by a person in a day, and none of their keys is kept',
  async ({ makePlace }) => {
    const place = await makePlace()
    const settings = { SIGN_IN: 'accounts', DETAILS_URL: 'http://localhost:3001', DETAILS_PORT: '0' }
    const app = await startTestApp({ ...place.environment, ...settings })
    const clerk = await app.asMember({ name: 'Ana Souza', roles: ['clerk'] })
    const links = [
      { name: 'Rui do frete', language: 'pt-BR', country: 'BR', days: 3 },
      { name: 'Nowhere', language: 'en', country: 'XX' },
      { name: 'Ama', language: 'en', beneficiaryId: 'no-such' },
      ...Array.from({ length: 60 }, (_, place) => ({ name: `Payee ${place}`, language: 'es' })),
    ]
    const answer = await clerk.post('/api/details-link-lists', { links })
    expect(answer.status, answer.text).toBe(200)
    const made = newDetailsLinksSchema.parse(answer.json).links
    expect(made.map((one) => ('problem' in one ? one.problem.code : one.details.name))).toEqual([
      ...['Rui do frete', 'FIELDS_INVALID', 'NOT_FOUND'],
      ...Array.from({ length: 60 }, (_, place) => `Payee ${place}`),
    ])
    const urls = made.flatMap((one) => ('url' in one ? [one.url] : []))
    expect(new Set(urls).size).toBe(61)
    const [id = '', secret = ''] = new URL(urls[0] ?? '').href.split('/').at(-1)?.split('#') ?? []
    const { statusCode } = await request(`${app.detailsUrl}/api/open`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id, secret }),
    })
    expect(statusCode).toBe(200)
    const store = await app.openStore()
    const rows = await store.db.selectFrom('details_links').selectAll().execute()
    expect(rows).toHaveLength(61)
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect((await store.entriesAbout([id])).map(({ action }) => action)).toEqual(['details.asked', 'details.opened'])

    const many = Array.from({ length: 9_900 - 61 }, (_, place) => ({
      ...{ personId: rows[0]?.made_by ?? '', action: 'details.asked' as const },
      thing: { type: 'detailsLink' as const, id: `before ${place}` },
    }))
    await store.write((tx) => tx.audit(...many))
    const some = Array.from({ length: 101 }, (_, place) => ({ name: `Payee ${place}`, language: 'es' }))
    expect(await clerk.post('/api/details-link-lists', { links: some })).toMatchObject({
      ...{ status: 429, json: { code: 'TOO_MANY_LINKS', params: { most: 10_000 } } },
    })
    expect((await clerk.post('/api/details-link-lists', { links: some.slice(1) })).status).toBe(200)
    expect((await clerk.post('/api/details-links', some[0])).status).toBe(429)
    const other = await app.asMember({ name: 'Bia Lima', roles: ['clerk'] })
    expect((await other.post('/api/details-links', some[0])).status).toBe(201)
    await app.stop()
    await place.remove()
  },
)
