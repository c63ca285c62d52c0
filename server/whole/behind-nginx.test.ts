import { Agent, request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memberSession } from '../testing/members.ts'
import { hasNginx, type Nginx, prepareNginx } from '../testing/nginx.ts'
import { sendRaw } from '../testing/raw-message.ts'
import { type Answer, startTestApp, type TestApp } from '../testing/test-app.ts'

const cookieName = '__Host-payout-desk'

describe.runIf(hasNginx())('behind nginx', () => {
  let nginx: Nginx
  let app: TestApp
  let agent: Agent
  let sessions: { readonly ana: string; readonly bruno: string }
  /** More than these tests write, but for the one of limits. */
  const writesPerMinute = 20

  beforeAll(async () => {
    nginx = await prepareNginx()
    app = await startTestApp({
      SIGN_IN: 'accounts',
      PUBLIC_URL: nginx.url,
      TRUSTED_PROXIES: '127.0.0.1',
      METRICS_PORT: '0',
      DETAILS_URL: nginx.detailsUrl,
      DETAILS_PORT: '0',
      WRITES_PER_MINUTE: String(writesPerMinute),
    })
    const portOf = (url: string) => Number(new URL(url).port)
    await nginx.start([portOf(app.url)], [portOf(app.detailsUrl)])
    agent = new Agent({ connect: { ca: nginx.certificate } })
    const store = await app.openStore()
    const life = { signIn: 'accounts', sessionLife: { idleMs: 600_000, longestMs: 3_600_000 } } as const
    sessions = {
      ana: await memberSession(store, life, { name: 'Ana Souza', roles: ['clerk'] }),
      bruno: await memberSession(store, life, { name: 'Bruno Lima', roles: ['clerk'] }),
    }
  })

  afterAll(async () => {
    await agent.destroy()
    await app.stop()
    await nginx.stop()
  })

  async function ask(path: string, headers: Record<string, string> = {}, body?: unknown): Promise<Answer> {
    const message = body === undefined ? {} : { method: 'POST' as const, body: JSON.stringify(body) }
    const json = { 'content-type': 'application/json' }
    const answer = await request(nginx.url + path, { dispatcher: agent, headers: { ...json, ...headers }, ...message })
    const text = await answer.body.text()
    const isJson = /[/+]json\b/.test(String(answer.headers['content-type']))
    return { status: answer.statusCode, headers: answer.headers, text, json: isJson ? JSON.parse(text) : undefined }
  }

  const as = (token: string, headers: Record<string, string> = {}) => ({ cookie: `${cookieName}=${token}`, ...headers })
  const who = async (headers: Record<string, string>) => (await ask('/api/session', headers)).json

  it('behind nginx a session is held in a cookie of this very host, and every answer demands https for a year', async () => {
    const out = await request(`${nginx.url}/api/session`, { dispatcher: agent, method: 'DELETE' })
    await out.body.dump()
    expect(out.headers['set-cookie']).toBe(`${cookieName}=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Strict`)
    for (const path of ['/healthz', '/api/session', '/api/overview', '/nothing']) {
      const { headers } = await ask(path)
      expect(headers['strict-transport-security'], path).toBe('max-age=31536000; includeSubDomains')
      expect(headers.server, path).toBeUndefined()
    }
  })

  it.each([
    ['without its prefix', 'payout-desk'],
    ['with a port, as over http', 'payout-desk-443'],
    ['that another host of the domain could set', '__Secure-payout-desk'],
  ])('behind nginx a session in a cookie %s belongs to no one', async (_what, name) => {
    expect(await who({ cookie: `${name}=${sessions.ana}` })).toMatchObject({ person: null })
    expect(await who(as(sessions.ana))).toMatchObject({ person: { name: 'Ana Souza' } })
  })

  it('behind nginx nothing that a client says of its way here changes an answer', async () => {
    const spoofed = {
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-port': '80',
      forwarded: 'for=127.0.0.1;proto=http;host=evil.example',
      'x-real-ip': '127.0.0.1',
    }
    expect((await ask('/healthz', spoofed)).status).toBe(200)
    expect(await who(as(sessions.ana, spoofed))).toMatchObject({ person: { name: 'Ana Souza' } })
  })

  it('behind nginx limits count the address that nginx saw, whatever a client made up', async () => {
    const write = (turn: number) => ask('/api/enrolment', { 'x-forwarded-for': `203.0.113.${turn}` }, { token: 'none' })
    // Before anyone has signed in, a tenth.
    const answers = await Promise.all(Array.from({ length: 10 }, (_, turn) => write(turn)))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(10 - writesPerMinute / 10)
    expect(refused[0]?.json).toMatchObject({ code: 'TOO_MANY_WRITES' })
  })

  it('behind nginx beneficiaries reach their own page and calls, and nothing of the inside', async () => {
    const at = async (path: string, headers: Record<string, string> = {}, body?: object) => {
      const message = body === undefined ? {} : { method: 'POST' as const, body: JSON.stringify(body) }
      const json = { 'content-type': 'application/json' }
      const answer = await request(nginx.detailsUrl + path, {
        dispatcher: agent,
        headers: { ...json, ...headers },
        ...message,
      })
      await answer.body.dump()
      return answer
    }
    const dead = await at('/api/open', {}, { id: 'nothing', secret: 'wrong' })
    expect(dead.statusCode).toBe(410)
    expect(dead.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    expect(dead.headers.server).toBeUndefined()
    expect((await at('/api/open', { origin: 'https://evil.example' }, {})).statusCode).toBe(403)
    for (const path of ['/api/session', '/api/payouts', '/healthz', '/metrics'])
      expect([path, (await at(path, as(sessions.ana))).statusCode]).toEqual([path, 404])
    expect((await ask('/api/open', {}, { id: 'nothing', secret: 'wrong' })).status).toBe(404)
  })

  it('behind nginx a page of another site is refused, and so is another name for this server', async () => {
    expect((await ask('/api/session', { origin: nginx.url })).status).toBe(200)
    for (const origin of ['https://evil.example', nginx.plainUrl, 'null', `${nginx.url}.evil.example`]) {
      expect((await ask('/api/session', { origin })).status, origin).toBe(403)
    }
    const other = ['GET /healthz HTTP/1.1', 'Host: evil.example', 'Connection: close']
    expect(await sendRaw(nginx.url, other, '', nginx.certificate)).toBe('')
    const otherPort = ['GET /api/session HTTP/1.1', 'Host: localhost:1', 'Connection: close']
    expect(await sendRaw(nginx.url, otherPort, '', nginx.certificate)).toMatch(/^HTTP\/1\.1 400 .*MALFORMED_REQUEST/s)
  })

  it('behind nginx strangers get the page, /healthz and what a sign-in needs; metrics are for this machine', async () => {
    const asked = [
      '/healthz',
      '/api/session',
      '/readyz',
      '/metrics',
      '/api/rules',
      '/api/sandbox',
      '/api/openapi.json',
      '/api/overview',
    ]
    const statuses = await Promise.all(asked.map(async (path) => [path, (await ask(path)).status]))
    expect(Object.fromEntries(statuses)).toEqual({
      '/healthz': 200,
      '/api/session': 200,
      '/readyz': 404,
      '/metrics': 404,
      '/api/rules': 401,
      '/api/sandbox': 401,
      '/api/openapi.json': 401,
      '/api/overview': 401,
    })
  })

  it('behind nginx plain http leads to https, and to nothing else', async () => {
    const { statusCode, headers, body } = await request(`${nginx.plainUrl}/payouts?state=draft`)
    await body.dump()
    expect([statusCode, headers.location]).toEqual([301, 'https://localhost/payouts?state=draft'])
  })

  it('behind nginx an answer changes to no other protocol', async () => {
    const lines = [
      'GET /healthz HTTP/1.1',
      `Host: ${new URL(nginx.url).host}`,
      'Upgrade: websocket',
      'Connection: Upgrade, close',
    ]
    expect(await sendRaw(nginx.url, lines, '', nginx.certificate)).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('behind nginx the log has addresses without what follows the question mark', async () => {
    await ask('/api/overview?search=Canaryname&code=canary-code')
    await expect.poll(nginx.accessLog).toMatch(/^127\.0\.0\.1 .* "GET \/api\/overview" 401 /m)
    expect(nginx.accessLog()).not.toMatch(/canary/i)
  })

  /** Would be a message of its own for a server that takes another end for the first one's; the last message ends it. */
  const hidden = 'GET /healthz HTTP/1.1\r\nHost: localhost:00000\r\nX-Hidden: '
  const vectors: readonly (readonly [string, readonly string[], string])[] = [
    ['two lengths', ['Content-Length: 0', `Content-Length: ${hidden.length}`], hidden],
    ['two lengths in one header', [`Content-Length: 0, ${hidden.length}`], hidden],
    ['a length with a sign', [`Content-Length: +${hidden.length}`], hidden],
    ['a length and chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked'], `0\r\n\r\n${hidden}`],
    [
      'chunks and a length',
      ['Transfer-Encoding: chunked', `Content-Length: ${hidden.length + 5}`],
      `0\r\n\r\n${hidden}`,
    ],
    ['a folded header', ['Transfer-Encoding:', ' chunked'], `0\r\n\r\n${hidden}`],
    ['a folded value', ['X-One: a', ' Transfer-Encoding: chunked'], `0\r\n\r\n${hidden}`],
    ['chunks after a space', ['Transfer-Encoding : chunked'], `0\r\n\r\n${hidden}`],
    ['chunks after a tab', ['Transfer-Encoding:\tchunked', 'Content-Length: 5'], `0\r\n\r\n${hidden}`],
    ['chunks of another kind', ['Transfer-Encoding: xchunked'], `0\r\n\r\n${hidden}`],
    ['chunks twice', ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], `0\r\n\r\n${hidden}`],
    ['chunks in a list', ['Transfer-Encoding: identity, chunked'], `0\r\n\r\n${hidden}`],
    ['a chunk whose size has a sign', ['Transfer-Encoding: chunked'], `-1\r\n${hidden}\r\n0\r\n\r\n`],
    ['a chunk whose size is no number', ['Transfer-Encoding: chunked'], `0x5\r\n${hidden}\r\n0\r\n\r\n`],
    ['a chunk whose size overflows', ['Transfer-Encoding: chunked'], `FFFFFFFFFFFFFFFFF\r\n${hidden}\r\n0\r\n\r\n`],
    ['a chunk that is longer than it says', ['Transfer-Encoding: chunked'], `3\r\n${hidden}\r\n0\r\n\r\n`],
    ['a header with a zero byte', ['X-One: a\u0000b', 'Content-Length: 0'], hidden],
    ['a header name with a space', ['X One: a', 'Content-Length: 0'], hidden],
    ['a length under another letter', ['Content_Length: 0', `Content-Length: ${hidden.length}`], hidden],
  ]

  /** All that comes back for the vector, and for a last message behind it. */
  function smuggle(url: string, headers: readonly string[], body: string): Promise<string> {
    const { host } = new URL(nginx.url)
    const start = ['POST /api/session HTTP/1.1', `Host: ${host}`, 'Content-Type: application/json']
    const last = ['a', '', 'GET /nothing HTTP/1.1', `Host: ${host}`, 'Connection: close', '', ''].join('\r\n')
    return sendRaw(url, [...start, ...headers], body.replace('localhost:00000', host) + last, nginx.certificate)
  }

  it.each(vectors)(
    'behind nginx a message hides no second one that nginx does not see: %s',
    async (_what, headers, body) => {
      const answer = await smuggle(nginx.url, headers, body)
      expect(answer).toMatch(/^HTTP\/1\.1 (4\d\d|501) /)
      expect(answer).not.toContain('"status":"ok"')
      const seen = [...app.logged().matchAll(/"requestId":"([\w-]+)"[^}]*"msg":"request"/g)].map(([, id]) => id)
      expect(seen.length).toBeGreaterThan(0)
      await expect.poll(() => seen.filter((id) => !nginx.accessLog().includes(`request ${id}`))).toEqual([])
    },
  )

  // nginx accepts such lines, and rewrites them for the server.
  const bare = ['lines that end without a return', ['Transfer-Encoding: chunked'], `0\n\n${hidden}`] as const
  it.each([...vectors, bare])(
    'behind nginx the server takes no message for two either: %s',
    async (_what, headers, body) => {
      const answer = await smuggle(app.url, headers, body)
      expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
      expect(answer).not.toContain('"status":"ok"')
    },
  )

  it('behind nginx an address that floods the sign-in is refused before the server hears of it, and can still do all else', async () => {
    const answers = await Promise.all(Array.from({ length: 150 }, () => ask('/api/sign-in/nothing')))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(50)
    expect(refused.every(({ headers }) => headers['x-request-id'] === undefined)).toBe(true)
    expect(await who(as(sessions.ana))).toMatchObject({ person: { name: 'Ana Souza' } })
  })
})

it.runIf(hasNginx())(
  'behind nginx a server that is stopped under load leaves no request without an answer',
  async () => {
    const nginx = await prepareNginx()
    const settings = { PUBLIC_URL: nginx.url, TRUSTED_PROXIES: '127.0.0.1', SIGN_IN: 'accounts', METRICS_PORT: '0' }
    const apps = [await startTestApp(settings), await startTestApp(settings)]
    await nginx.start(apps.map(({ url }) => Number(new URL(url).port)))
    const agent = new Agent({ connect: { ca: nginx.certificate } })
    const statuses: number[] = []
    let isOver = false
    const asking = Array.from({ length: 8 }, async (_, one) => {
      while (!isOver) {
        const message = one % 2 === 0 ? { method: 'GET' as const } : { method: 'POST' as const, body: '{}' }
        const headers = { 'content-type': 'application/json' }
        const answer = await request(`${nginx.url}/api/overview`, { dispatcher: agent, headers, ...message })
        await answer.body.dump()
        statuses.push(answer.statusCode)
      }
    })
    await expect.poll(() => statuses.length).toBeGreaterThan(100)
    await apps[0]?.endInPeace()
    const atEnd = statuses.length
    await expect.poll(() => statuses.length).toBeGreaterThan(atEnd + 100)
    isOver = true
    await Promise.all(asking)
    await agent.destroy()
    await nginx.stop()
    for (const app of apps) await app.stop()
    expect(statuses.filter((status) => status === 502)).toEqual([])
  },
)
