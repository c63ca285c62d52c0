import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { request } from 'undici'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

const page = '<!doctype html><title>Payout Desk</title><style>p{margin:0}</style>'
const script = 'export const ready = true'
let app: TestApp
let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'web-files-'))
  await mkdir(join(directory, 'assets'))
  await writeFile(join(directory, 'index.html'), page)
  await writeFile(join(directory, 'favicon.svg'), '<svg/>')
  await mkdir(join(directory, '.vite'))
  const links = {
    '/payouts/new': { en: '</assets/en.js>; rel=modulepreload', es: '</assets/es.js>; rel=modulepreload' },
  }
  await writeFile(join(directory, '.vite/first-files.json'), JSON.stringify(links))
  await writeFile(join(directory, 'assets/app-1a2b.js'), script)
  await writeFile(join(directory, 'assets/app-1a2b.js.br'), brotliCompressSync(script))
  await writeFile(join(directory, 'assets/plain-3c4d.css'), 'a{}')
  app = await startTestApp({}, { webDirectory: directory })
})

afterAll(async () => {
  await app.stop()
  await rm(directory, { recursive: true })
})

it.each(['/', '/payouts/new', '/beneficiaries/7'])(
  'the page is served at %s to a browser, and asked for again each time',
  async (path) => {
    const answer = await app.get(path, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
    expect([answer.status, answer.text]).toEqual([200, page])
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' })
  },
)

it('the page is served at / to any client', async () => {
  expect((await app.get('/')).text).toBe(page)
})

it('the page is not served for a file that is not there', async () => {
  expect((await app.get('/assets/old-9z.js', { accept: 'text/html' })).status).toBe(404)
  expect(await app.get('/robots.txt', { accept: '*/*' })).toMatchObject({ status: 404, json: { code: 'NOT_FOUND' } })
})

it('the page names the scripts that its screen needs, with the words of the reader’s language', async () => {
  const link = async (path: string, language: string) =>
    (await app.get(path, { accept: 'text/html', 'accept-language': language })).headers.link
  expect(await link('/payouts/new', 'es-MX,es;q=0.9')).toBe('</assets/es.js>; rel=modulepreload')
  expect(await link('/payouts/new', 'de')).toBe('</assets/en.js>; rel=modulepreload')
  expect(await link('/about', 'es')).toBeUndefined()
})

it('the page allows its inline styles by their hash, and nothing else that is inline', async () => {
  const policyOf = async (path: string) =>
    String((await app.get(path, { accept: 'text/html' })).headers['content-security-policy'])
  const digest = createHash('sha256').update('p{margin:0}').digest('base64')
  expect(await policyOf('/payouts')).toContain(`style-src 'self' 'sha256-${digest}';`)
  expect(await policyOf('/payouts')).toContain("script-src 'self';")
  expect(await policyOf('/api/nothing')).toContain("style-src 'self';")
  expect(await policyOf('/assets/plain-3c4d.css')).toContain("style-src 'self';")
})

it('the page of a payee is the same at each link, with its own inline styles, and no other site may frame it', async () => {
  const payees = await startTestApp(
    { SIGN_IN: 'accounts', DETAILS_URL: 'http://localhost:3001', DETAILS_PORT: '0' },
    { webDirectory: '/nowhere', detailsDirectory: directory },
  )
  const digest = createHash('sha256').update('p{margin:0}').digest('base64')
  for (const path of ['/', '/dl_1', '/anything/else']) {
    const { statusCode, headers, body } = await request(`${payees.detailsUrl}${path}`, {
      headers: { accept: 'text/html' },
    })
    expect([path, statusCode, await body.text()]).toEqual([path, 200, page])
    expect(headers).toMatchObject({ 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' })
    expect(headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${digest}';`)
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['set-cookie']).toBe(undefined)
  }
  const { statusCode } = await request(`${payees.detailsUrl}/api/session`, { headers: { accept: 'text/html' } })
  expect(statusCode).toBe(404)
  await payees.stop()
})

it('the page takes no POST', async () => {
  expect(await app.post('/', {}, { accept: 'text/html' })).toMatchObject({
    status: 404,
    json: { code: 'NOT_FOUND' },
  })
})

it('an asset may be cached for a year, as its name changes with its content', async () => {
  const answer = await app.get('/assets/app-1a2b.js')
  expect(answer.text).toBe(script)
  expect(answer.headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable' })
})

it('an asset is sent as Brotli to anyone who takes it, under its own type', async () => {
  const answer = await request(`${app.url}/assets/app-1a2b.js`, { headers: { 'accept-encoding': 'gzip, br' } })
  expect(answer.headers).toMatchObject({ 'content-encoding': 'br', 'content-type': 'text/javascript; charset=utf-8' })
  expect(answer.headers.vary).toMatch(/accept-encoding/i)
  expect(answer.headers['cache-control']).toContain('immutable')
  expect(brotliDecompressSync(Buffer.from(await answer.body.arrayBuffer())).toString()).toBe(script)
})

it('an asset is sent as it is where it has no Brotli file', async () => {
  const answer = await app.get('/assets/plain-3c4d.css', { 'accept-encoding': 'br' })
  expect([answer.text, answer.headers['content-encoding']]).toEqual(['a{}', undefined])
})

it('other files are served as they are to a browser that opens them', async () => {
  expect((await app.get('/favicon.svg', { accept: 'text/html' })).text).toBe('<svg/>')
})

it('other files are asked for again each time', async () => {
  const answer = await app.get('/favicon.svg')
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'image/svg+xml' })
})

it.each([
  '/../config.ts',
  '/%2e%2e/config.ts',
  '/assets/..%2f..%2fpackage.json',
  '/.git/config',
  '/assets/',
  '/assets',
])('other files outside the folder are not served: %s', async (path) => {
  expect([400, 404]).toContain((await app.get(path)).status)
})
