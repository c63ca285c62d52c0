import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problemSchema } from '#shared/api/problem.ts'
import { sendRaw } from '../testing/raw-message.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { apiVersion } from './api-version.ts'

const json = { 'content-type': 'application/json' }
const previews = '/api/payout-previews'
let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.stop())

describe('a request from another site', () => {
  const from = (headers: Record<string, string>) => app.post(previews, {}, headers)

  it.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:1' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    { origin: 'null', 'sec-fetch-site': 'none' },
  ])('a request from another site with %j is 403', async (headers) => {
    expect(await from(headers)).toMatchObject({ status: 403, json: { code: 'CROSS_SITE_REQUEST' } })
  })

  it.each([{ 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }, {}])(
    'a request from another site is none with %j',
    async (headers) => {
      expect((await from(headers)).status).toBe(422)
    },
  )

  it('a request from another site is none when the origin is our own', async () => {
    expect((await from({ origin: app.url })).status).toBe(422)
  })

  it('a request from another site may read: a browser keeps the answer from the other page', async () => {
    expect((await app.get('/api/rules', { 'sec-fetch-site': 'cross-site' })).status).toBe(200)
  })

  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const)(
    'a request from another site with %s is 403 as well',
    async (method) => {
      expect((await app.send(method, previews, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403)
    },
  )
})

it.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '10.0.0.1', '', 'a b', '127.0.0.1:x'])(
  'the Host header that says %j is refused: DNS may point any name at this machine',
  async (host) => {
    expect(await sendRaw(app.url, ['GET /api/rules HTTP/1.1', `Host: ${host}`, 'Connection: close'])).toMatch(
      /^HTTP\/1\.1 400 .*"code":"MALFORMED_REQUEST"/s,
    )
  },
)

it.each(['127.0.0.1', 'localhost:8080', '[::1]:3000', 'LOCALHOST'])(
  'the Host header that says %s is ours',
  async (host) => {
    expect(await sendRaw(app.url, ['GET /api/session HTTP/1.1', `Host: ${host}`, 'Connection: close'])).toMatch(
      /^HTTP\/1\.1 200 /,
    )
  },
)

it.each([
  ['two Host headers', ['GET /api/rules HTTP/1.1', 'Host: 127.0.0.1', 'Host: evil.example', 'Connection: close'], ''],
  [
    'a target that names another server',
    ['GET http://evil.example/api/rules HTTP/1.1', 'Host: 127.0.0.1', 'Connection: close'],
    '',
  ],
  ['no Host header', ['GET /api/rules HTTP/1.1', 'Connection: close'], ''],
  [
    'an unknown transfer coding',
    [
      `POST ${previews} HTTP/1.1`,
      'Host: 127.0.0.1',
      'Content-Type: application/json',
      'Transfer-Encoding: xchunked',
      'Connection: close',
    ],
    '2\r\n{}\r\n0\r\n\r\n',
  ],
  [
    'two transfer codings',
    [
      `POST ${previews} HTTP/1.1`,
      'Host: 127.0.0.1',
      'Content-Type: application/json',
      'Transfer-Encoding: gzip, chunked',
      'Connection: close',
    ],
    '2\r\n{}\r\n0\r\n\r\n',
  ],
  [
    'a length and a transfer coding',
    [
      `POST ${previews} HTTP/1.1`,
      'Host: 127.0.0.1',
      'Content-Type: application/json',
      'Content-Length: 2',
      'Transfer-Encoding: chunked',
      'Connection: close',
    ],
    '2\r\n{}\r\n0\r\n\r\n',
  ],
  [
    'two lengths',
    [`POST ${previews} HTTP/1.1`, 'Host: 127.0.0.1', 'Content-Length: 2', 'Content-Length: 3', 'Connection: close'],
    '{}',
  ],
  ['no HTTP', ['HELLO'], ''],
  ['headers of more than 16 KiB', ['GET / HTTP/1.1', 'Host: 127.0.0.1', `X: ${'x'.repeat(17_000)}`], ''],
])('a message that two servers could read differently with %s is 400, as a problem', async (_case, lines, body) => {
  const answer = await sendRaw(app.url, lines, body)
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  const problem = problemSchema.parse(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)))
  expect(problem.code).toBe('MALFORMED_REQUEST')
  expect(answer.toLowerCase()).toContain(`x-request-id: ${problem.requestId}`)
})

it('a message that two servers could read differently is none when it is chunked and no more', async () => {
  const lines = [
    `POST ${previews} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
    'Connection: close',
  ]
  expect(await sendRaw(app.url, lines, '2\r\n{}\r\n0\r\n\r\n')).toMatch(/^HTTP\/1\.1 422 /)
})

it.each([
  ['DELETE', previews, 'POST'],
  ['GET', previews, 'POST'],
  ['PUT', '/api/identity-validations', 'POST'],
  ['POST', '/api/rules', 'GET, HEAD'],
  ['OPTIONS', '/api/rules/AR', 'GET, HEAD'],
  ['POST', '/healthz', 'GET, HEAD'],
] as const)('addresses and methods: %s %s is 405 and says what is allowed', async (method, path, allow) => {
  const answer = await app.send(method, path, { headers: json })
  expect([answer.status, answer.headers.allow]).toEqual([405, allow])
  expect(answer.json).toMatchObject({ code: 'METHOD_NOT_ALLOWED' })
})

it.each(['/api/rules', '/', '/healthz'])(
  'addresses and methods: TRACE %s is refused, and echoes nothing',
  async (path) => {
    const lines = [`TRACE ${path} HTTP/1.1`, 'Host: 127.0.0.1', 'X-Echo: canary', 'Connection: close']
    const answer = await sendRaw(app.url, lines)
    expect(answer).toMatch(/^HTTP\/1\.1 40[45] /)
    expect(answer).not.toContain('canary')
  },
)

it.each([
  '/api',
  '/api/',
  '/api/nothing',
  '/api/rules/AR/more',
  '/api/Merchant',
  '/api/rules/%00',
  '/api/rules/constructor',
])('addresses and methods: GET %s is 404', async (path) => {
  expect(await app.get(path, { accept: 'text/html' })).toMatchObject({ status: 404, json: { code: 'NOT_FOUND' } })
})

it('addresses and methods an address that cannot be decoded is 400', async () => {
  expect(await app.get('/api/rules/%E0%A4%A')).toMatchObject({ status: 400, json: { code: 'MALFORMED_REQUEST' } })
})

describe('every answer', () => {
  const paths = ['/api/rules', '/api/nothing', '/healthz', '/nothing']

  it.each(paths)('every answer of %s carries a request identifier of its own', async (path) => {
    const [first, second] = [await app.get(path), await app.get(path)]
    expect(first.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(first.headers['x-request-id']).not.toBe(second.headers['x-request-id'])
  })

  it.each(paths)('every answer of %s lets a page use nothing but its own origin', async (path) => {
    const { headers } = await app.get(path)
    expect(headers['content-security-policy']).toContain("default-src 'self'")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['content-security-policy']).toContain("object-src 'none';base-uri 'none'")
    expect(headers['content-security-policy']).not.toContain('unsafe')
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    })
    expect(headers['x-powered-by']).toBeUndefined()
  })

  it.each(paths)('every answer of %s lets the pages of no other origin read it', async (path) => {
    const { headers } = await app.get(path, { origin: 'https://evil.example' })
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  })

  it.each(['/api/rules', '/api/merchant', '/api/nothing'])('every answer of %s is stored nowhere', async (path) => {
    expect((await app.get(path)).headers['cache-control']).toBe('no-store')
  })

  it('every answer that is a problem repeats the identifier in its body', async () => {
    const answer = await app.get('/api/nothing')
    expect(problemSchema.parse(answer.json).requestId).toBe(answer.headers['x-request-id'])
  })
})

it.each(['/api/rules', '/healthz', '/', '/api/beneficiaries'])(
  'an unknown expectation is refused with a problem at %s, and 100-continue is met',
  async (path) => {
    const ask = (expectation: string) =>
      sendRaw(app.url, [`GET ${path} HTTP/1.1`, 'Host: 127.0.0.1', `Expect: ${expectation}`, 'Connection: close'])
    const refused = await ask('x')
    expect(refused).toMatch(/^HTTP\/1\.1 417 .*application\/problem\+json.*"code":"EXPECTATION_FAILED"/s)
    expect(await ask('100-continue')).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 [245]/)
  },
)

describe('The version of the API', () => {
  const asking = (version: string) => app.get('/api/rules', { 'payout-desk-version': version })

  it('The version of the API is in each answer, also in a refusal', async () => {
    for (const answer of [await app.get('/api/rules'), await app.get('/api/payouts/none'), await app.post(previews, 1)])
      expect(answer.headers['payout-desk-version']).toBe(apiVersion)
  })

  it('The version of the API that a program names is spoken, or the request is refused with the one that is', async () => {
    expect((await asking(apiVersion)).status).toBe(200)
    for (const unknown of ['2020-01-01', '', `${apiVersion}, ${apiVersion}`]) {
      const { status, json } = await asking(unknown)
      expect(problemSchema.parse(json)).toMatchObject({ code: 'API_VERSION_UNKNOWN', params: { allow: apiVersion } })
      expect(status).toBe(400)
    }
  })

  it('The version of the API is the one that docs/api.md names', () => {
    expect(readFileSync('docs/api.md', 'utf8')).toContain(`Payout-Desk-Version: ${apiVersion}`)
  })
})
