import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { startDeskUnderTest } from './testing/desk-under-test.ts'
import { gate } from './testing/gate.ts'
import { outcome, startScriptedProvider } from './testing/scripted-provider.ts'

const identity = { country: 'AR', firstName: 'Ana', lastName: 'Prueba', documentNumber: '12345678' }

async function deskWithHeldAnswer() {
  const asked = gate<() => void>()
  const provider = await startScriptedProvider((response, id) => asked.open(() => outcome(200, 'OK')(response, id)))
  const account = { PROVIDER_BASE_URL: provider.baseUrl, PROVIDER_SHOP_ID: '4711', PROVIDER_API_TOKEN: 'token-7f3a' }
  return { desk: await startDeskUnderTest(account), provider, asked: asked.opened }
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

describe('the end of the desk', () => {
  it('waits for a validation that is under way and answers it', async () => {
    const { desk, provider, asked } = await deskWithHeldAnswer()
    const call = desk.post('/api/identity-validations', identity)
    const release = await asked
    let stopped = false
    const stopping = desk.endInPeace().then(() => {
      stopped = true
    })
    const lives = () =>
      fetch(`${desk.url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
    await expect.poll(lives).toBe(false)
    expect(stopped).toBe(false)
    release()
    expect(await call).toMatchObject({ status: 200, json: { status: 'OK' } })
    await stopping
    await desk.stop()
    await provider.stop()
  })

  it('is not ready any more and takes no new work, while it still lives', async () => {
    const { desk, provider, asked } = await deskWithHeldAnswer()
    const call = desk.post('/api/identity-validations', identity)
    const release = await asked
    const paths = ['/readyz', '/api/rules', '/healthz']
    const begun = await Promise.all(paths.map((path) => begunRequest(desk.url, `GET ${path} HTTP/1.1`)))
    await desk.get('/healthz')
    const stopping = desk.endInPeace()
    for (const { end } of begun) end()
    const [ready, rules, health] = await Promise.all(begun.map(({ closed }) => closed))
    expect(ready).toMatch(/^HTTP\/1\.1 503 .*SHUTTING_DOWN/s)
    expect(rules).toMatch(/^HTTP\/1\.1 503 .*SHUTTING_DOWN/s)
    expect(health).toMatch(/^HTTP\/1\.1 200 /)
    release()
    expect((await call).status).toBe(200)
    await stopping
    await desk.stop()
    await provider.stop()
  })
})

describe('the desk while it runs', () => {
  it('lives and is ready', async () => {
    const desk = await startDeskUnderTest()
    expect((await desk.get('/healthz')).json).toEqual({ status: 'ok' })
    expect((await desk.get('/readyz')).json).toEqual({ status: 'ready' })
    await desk.stop()
  })
})
