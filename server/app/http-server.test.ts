import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { gate } from '../testing/gate.ts'
import { outcome, startScriptedProvider } from '../testing/scripted-provider.ts'
import { startTestApp } from '../testing/test-app.ts'
import { startHttpServer } from './http-server.ts'

const identity = { country: 'AR', firstName: 'Ana', lastName: 'Prueba', documentNumber: '12345678' }

async function appWithHeldAnswer() {
  const asked = gate<() => void>()
  const provider = await startScriptedProvider((response, id) => asked.open(() => outcome(200, 'OK')(response, id)))
  const account = { PROVIDER_BASE_URL: provider.baseUrl, PROVIDER_SHOP_ID: '4711', PROVIDER_API_TOKEN: 'token-7f3a' }
  return { app: await startTestApp(account), provider, asked: asked.opened }
}

/** A connection that has begun a request without ending it, so that the server still waits for the rest. */
async function begunRequest(url: string, line: string) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let text = ''
  socket.setEncoding('utf8').on('data', (piece) => {
    text += piece
  })
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(text)))
  await new Promise<void>((resolve) => socket.write(`${line}\r\nHost: 127.0.0.1\r\n`, () => resolve()))
  return { end: () => socket.write('\r\n'), closed }
}

it('the end of the app waits for a validation that is under way, answers it, and says that the connection ends with it', async () => {
  const { app, provider, asked } = await appWithHeldAnswer()
  const call = app.post('/api/identity-validations', identity)
  const release = await asked
  let stopped = false
  const stopping = app.endInPeace().then(() => {
    stopped = true
  })
  const lives = () =>
    fetch(`${app.url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(lives).toBe(false)
  expect(stopped).toBe(false)
  release()
  expect(await call).toMatchObject({ status: 200, json: { status: 'OK' }, headers: { connection: 'close' } })
  await stopping
  await app.stop()
  await provider.stop()
})

it('the end of the app is not ready any more and takes no new work, while it still lives', async () => {
  const { app, provider, asked } = await appWithHeldAnswer()
  const call = app.post('/api/identity-validations', identity)
  const release = await asked
  const paths = ['/readyz', '/api/rules', '/healthz']
  const begun = await Promise.all(paths.map((path) => begunRequest(app.url, `GET ${path} HTTP/1.1`)))
  await app.get('/healthz')
  const stopping = app.endInPeace()
  for (const { end } of begun) end()
  const [ready, rules, health] = await Promise.all(begun.map(({ closed }) => closed))
  expect(ready).toMatch(/^HTTP\/1\.1 503 .*SHUTTING_DOWN/s)
  expect(rules).toMatch(/^HTTP\/1\.1 503 .*SHUTTING_DOWN/s)
  expect(health).toMatch(/^HTTP\/1\.1 200 /)
  release()
  expect((await call).status).toBe(200)
  await stopping
  await app.stop()
  await provider.stop()
})

it('the app while it runs lives and is ready', async () => {
  const app = await startTestApp()
  expect((await app.get('/healthz')).json).toEqual({ status: 'ok' })
  expect((await app.get('/readyz')).json).toEqual({ status: 'ready' })
  await app.stop()
})

it('A connection that a browser opened ahead of time is closed without an answer, one with half a request gets a problem', async () => {
  const timeouts = { headersTimeout: 40, connectionsCheckingInterval: 20 }
  const server = await startHttpServer({ host: '127.0.0.1', port: 0 }, () => {}, timeouts)
  const unused = connect(Number(new URL(server.url).port), '127.0.0.1')
  let heard = ''
  unused.on('data', (piece) => {
    heard += piece
  })
  const half = await begunRequest(server.url, 'GET /healthz HTTP/1.1')
  await new Promise<void>((resolve) => unused.once('close', () => resolve()))
  expect(heard).toBe('')
  expect(await half.closed).toContain('MALFORMED_REQUEST')
  await server.stop()
})
