import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'

const json = { 'content-type': 'application/json' }

describe('A server with a public address behind a proxy', () => {
  let app: TestApp
  let ana: Visitor
  let admin: Visitor
  beforeAll(async () => {
    app = await startTestApp({
      SIGN_IN: 'accounts',
      PUBLIC_URL: 'https://pay.example.com',
      TRUSTED_PROXIES: '127.0.0.1',
      METRICS_PORT: '0',
      WRITES_PER_MINUTE: '5',
    })
    ana = await app.asMember({ name: 'Ana Souza', roles: ['clerk'] })
    admin = await app.asMember({ name: 'Carla Dias', roles: ['admin'] })
  })
  afterAll(() => app.stop())

  /** What the proxy says of a request of this client. */
  const from = (client: string, more: Record<string, string> = {}) => ({
    host: 'pay.example.com',
    'x-forwarded-for': client,
    'x-forwarded-proto': 'https',
    ...more,
  })
  const signOut = (visitor: Visitor) => visitor.delete('/api/session', from('203.0.113.1'))

  it('A server with a public address holds sessions in a cookie that browsers keep for this very host, over https', async () => {
    expect((await ana.get('/api/overview', from('203.0.113.1'))).status).toBe(200)
    const leaving = await app.asMember({ name: 'Bruno Lima', roles: ['clerk'] })
    const { headers } = await signOut(leaving)
    expect(headers['set-cookie']).toBe('__Host-payout-desk=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Strict')
    expect(headers['clear-site-data']).toBe('"cache"')
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  })

  it('A server with a public address takes a session from no other cookie', async () => {
    const { headers } = await app.asNobody().get('/api/overview', from('203.0.113.1', { cookie: 'payout-desk-443=x' }))
    expect(headers['set-cookie']).toBeUndefined()
    const own = await app
      .asNobody()
      .get('/api/overview', from('203.0.113.1', { cookie: '__Host-payout-desk=a; __Host-payout-desk=b' }))
    expect(own).toMatchObject({ status: 401, json: { code: 'SIGN_IN_REQUIRED' } })
  })

  it.each(['pay.example.com:8443', 'www.pay.example.com', '127.0.0.1', 'localhost', 'pay.example.com.'])(
    'A server with a public address is not %s',
    async (host) => {
      const answer = await app.asNobody().get('/api/session', from('203.0.113.1', { host }))
      expect(answer).toMatchObject({ status: 400, json: { code: 'MALFORMED_REQUEST', params: { why: 'otherHost' } } })
    },
  )

  it.each(['https://pay.example.com:8443', 'http://pay.example.com', 'https://evil.example', 'null'])(
    'A server with a public address refuses what a page of %s sends, whatever else the browser says',
    async (origin) => {
      const headers = from('203.0.113.1', { origin, 'sec-fetch-site': 'same-origin', ...json })
      const answer = await app.asNobody().send('DELETE', '/api/session', { headers })
      expect(answer).toMatchObject({ status: 403, json: { code: 'CROSS_SITE_REQUEST' } })
    },
  )

  it('A server with a public address answers its own page, with the port of https or without', async () => {
    const headers = { origin: 'https://pay.example.com', 'sec-fetch-site': 'same-origin' }
    for (const host of ['pay.example.com', 'PAY.example.com:443']) {
      expect((await app.asNobody().get('/api/session', from('203.0.113.1', { ...headers, host }))).status).toBe(200)
    }
  })

  it('A server with a public address refuses requests that reached its proxy unencrypted, and those that bypassed it', async () => {
    const plain = await app.asNobody().get('/', from('203.0.113.1', { 'x-forwarded-proto': 'http' }))
    expect(plain).toMatchObject({ status: 400, json: { code: 'PROXY_REFUSED', params: { why: 'plain' } } })
    expect(plain.text).toContain('Use the https:// address')
  })

  it('Writes are limited for an address with all its people and for a person at all their addresses; reads and leaving are not, and stopping apart', async () => {
    const write = (visitor: Visitor, address: string) =>
      visitor.post('/api/payout-previews', { entry: {} }, from(address)).then(({ status }) => status)
    const many = async (visitor: Visitor, addresses: readonly string[]) => {
      const statuses = []
      for (const address of addresses) statuses.push(await write(visitor, address))
      return statuses
    }
    expect(await many(ana, Array(4).fill('203.0.113.7'))).not.toContain(429)
    expect(await many(ana, ['203.0.113.9', '203.0.113.10'])).toEqual([422, 429])
    // One person does not fill what all have at an address; ten do.
    expect(await many(admin, ['203.0.113.7', '203.0.113.7'])).toEqual([422, 422])
    for (let colleague = 1; colleague <= 9; colleague += 1) {
      const name = `Colleague ${'abcdefghi'[colleague - 1]}`
      await many(await app.asMember({ name, roles: ['clerk'] }), Array(5).fill('203.0.113.7'))
    }
    expect(await many(admin, ['203.0.113.7', '203.0.113.8'])).toEqual([429, 422])
    const refused = await ana.post('/api/payout-previews', {}, from('203.0.113.11'))
    expect(refused).toMatchObject({ json: { code: 'TOO_MANY_WRITES' }, headers: { 'retry-after': expect.any(String) } })
    expect((await ana.get('/api/overview', from('203.0.113.7'))).status).toBe(200)
    // What stops work or takes power away has a limit of its own, by the session: neither is it prevented by other writes, nor does it go on for ever.
    const stop = (visitor: Visitor) => visitor.post('/api/jobs/none/stop', undefined, from('203.0.113.7'))
    expect([(await stop(ana)).status, (await stop(ana)).status]).toEqual([404, 429])
    expect((await stop(await app.asMember({ name: 'Ana Souza', roles: ['clerk'] }))).status).toBe(404)
    const suspended = await admin.post('/api/people/none/suspend', { distrust: false }, from('203.0.113.7'))
    expect(suspended.status).toBe(404)
    expect((await signOut(ana)).status).toBe(200)
  })

  it('A server with a public address says that it lives to who asks past the proxy, by its number, and nothing else', async () => {
    const past = (path: string) => app.asNobody().get(path, { host: '10.0.0.7:3000' })
    expect(await past('/healthz')).toMatchObject({ status: 200, json: { status: 'ok' } })
    for (const path of ['/', '/api/session', '/readyz', '/metrics']) expect((await past(path)).status, path).toBe(400)
  })

  it('Metrics and readiness are for this machine alone, on a port of their own', async () => {
    for (const path of ['/metrics', '/readyz']) {
      expect((await app.asNobody().get(path, from('203.0.113.1'))).status, path).toBe(404)
      const own = await fetch(`${app.metricsUrl}${path}`)
      expect([own.status, new URL(app.metricsUrl).hostname], path).toEqual([200, '127.0.0.1'])
    }
    expect(await (await fetch(`${app.metricsUrl}/metrics`)).text()).toContain('payout_desk_http_requests_total')
    expect((await fetch(`${app.metricsUrl}/api/session`)).status).toBe(404)
    expect((await fetch(`${app.metricsUrl}/`)).status).toBe(404)
  })
})

it('Metrics and readiness answer under any name at the address that METRICS_HOST names; at loopback under none but its own', async () => {
  for (const [host, status] of [
    ['127.0.0.1', 400],
    ['0.0.0.0', 200],
  ] as const) {
    const app = await startTestApp({ METRICS_HOST: host, METRICS_PORT: '0' })
    expect(new URL(app.metricsUrl).hostname).toBe(host)
    const { statusCode, body } = await request(`${app.metricsUrl}/readyz`, { headers: { host: 'payout-desk:9101' } })
    await body.dump()
    expect(statusCode).toBe(status)
    await app.stop()
  }
})

it('A server without a public address refuses whatever came through a proxy, and says what to set', async () => {
  const app = await startTestApp()
  const answer = await app.get('/api/overview', { 'x-forwarded-for': '203.0.113.1' })
  expect(answer).toMatchObject({ status: 400, json: { code: 'PROXY_REFUSED', params: { why: 'untrusted' } } })
  expect(answer.text).toContain('TRUSTED_PROXIES')
  const { headers } = await app.delete('/api/session')
  expect(headers['strict-transport-security'] ?? headers['clear-site-data']).toBeUndefined()
  await app.stop()
})
