import { afterEach, expect, it } from 'vitest'
import { ana, clientOf, endAll, ends, failureOf } from '../testing/client-under-test.ts'
import { httpAnswer, okBody, type SocketScript, startRawProvider } from '../testing/raw-provider.ts'

afterEach(endAll)

async function against(onRequest: SocketScript, timeoutMs = 300) {
  const provider = await startRawProvider({ onRequest })
  ends.push(() => provider.stop())
  return { provider, client: clientOf(provider.baseUrl, { timeoutMs }) }
}

/** The result of a call, and how many requests were sent for it. */
async function endOf(onRequest: SocketScript, timeoutMs?: number) {
  const { provider, client } = await against(onRequest, timeoutMs)
  const { code } = await failureOf(client.validateIdentity(ana, 'trace'))
  return [code, provider.requests()]
}

const json = 'content-type: application/json'
const chunked = `HTTP/1.1 200 OK\r\n${json}\r\ntransfer-encoding: chunked\r\n\r\n`

it('a provider whose connection is accepted and hangs: it may have run, so it is asked once', async () => {
  expect(await endOf(() => {})).toEqual(['PROVIDER_TIMEOUT', 1])
})

it('a provider whose connection gives one byte after the other, never the whole answer in time', async () => {
  const timers: NodeJS.Timeout[] = []
  const drip: SocketScript = (socket, id) => {
    const answer = httpAnswer(okBody(id))
    let at = 0
    timers.push(setInterval(() => socket.write(answer[at++] ?? ''), 50))
  }
  expect(await endOf(drip)).toEqual(['PROVIDER_TIMEOUT', 1])
  for (const timer of timers) clearInterval(timer)
})

it('a provider whose connection is closed on its side without an answer', async () => {
  expect(await endOf((socket) => socket.end())).toEqual(['PROVIDER_TIMEOUT', 1])
})

it('a provider whose connection is reset after the request', async () => {
  expect(await endOf((socket) => socket.resetAndDestroy())).toEqual(['PROVIDER_TIMEOUT', 1])
})

it('a provider whose connection is reset before the request: it fails, and an answer that cannot be is never made up', async () => {
  const provider = await startRawProvider({ onConnection: (socket) => socket.resetAndDestroy() })
  ends.push(() => provider.stop())
  const failure = await failureOf(clientOf(provider.baseUrl, { timeoutMs: 300 }).validateIdentity(ana, 'trace'))
  expect(['PROVIDER_UNREACHABLE', 'PROVIDER_TIMEOUT']).toContain(failure.code)
  expect(provider.requests()).toBe(0)
})

it('a provider whose connection is cut in the middle of the headers', async () => {
  expect(await endOf((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-ty'))).toEqual(['PROVIDER_TIMEOUT', 1])
})

it('a provider whose connection is cut in the middle of the body', async () => {
  expect(await endOf((socket, id) => socket.end(httpAnswer(okBody(id)).slice(0, -5)))).toEqual([
    'PROVIDER_PROTOCOL_ERROR',
    1,
  ])
})

it('a provider whose connection is cut in the middle of a chunk, after a body that is whole JSON', async () => {
  const cut: SocketScript = (socket, id) =>
    socket.end(`${chunked}${okBody(id).length.toString(16)}\r\n${okBody(id)}\r\n`)
  expect(await endOf(cut)).toEqual(['PROVIDER_PROTOCOL_ERROR', 1])
})

it('an answer that is longer than its content-length: the rest is never read as another answer', async () => {
  const long: SocketScript = (socket, id) =>
    socket.write(`HTTP/1.1 200 OK\r\n${json}\r\ncontent-length: 10\r\n\r\n${okBody(id)}`)
  expect(await endOf(long)).toEqual(['PROVIDER_PROTOCOL_ERROR', 1])
})

it('an answer that is shorter than its content-length', async () => {
  const short: SocketScript = (socket, id) =>
    socket.end(`HTTP/1.1 200 OK\r\n${json}\r\ncontent-length: 9999\r\n\r\n${okBody(id)}`)
  expect(await endOf(short)).toEqual(['PROVIDER_PROTOCOL_ERROR', 1])
})

it('an answer with two lengths', async () => {
  const two: SocketScript = (socket, id) =>
    socket.end(`HTTP/1.1 200 OK\r\n${json}\r\ncontent-length: 5\r\n${httpAnswer(okBody(id)).slice(17)}`)
  expect(await endOf(two)).toEqual(['PROVIDER_PROTOCOL_ERROR', 1])
})

it('an answer of 10 MB', async () => {
  const huge: SocketScript = (socket, id) =>
    socket.end(httpAnswer(okBody(id).replace('{', `{"padding":"${'x'.repeat(10 * 1024 * 1024)}",`)))
  expect(await endOf(huge, 3_000)).toEqual(['PROVIDER_PROTOCOL_ERROR', 1])
})

it('an answer of 10 MB in chunks, which tell no length before', async () => {
  const huge: SocketScript = (socket) => {
    socket.write(chunked)
    for (let part = 0; part < 160; part += 1) socket.write(`10000\r\n${'x'.repeat(65_536)}\r\n`)
  }
  expect(await endOf(huge, 3_000)).toEqual(['PROVIDER_PROTOCOL_ERROR', 1])
})

it('an answer with 100 kB of headers', async () => {
  const headers = [json, ...Array.from({ length: 1000 }, (_, index) => `x-${index}: ${'y'.repeat(100)}`)]
  expect(await endOf((socket, id) => socket.end(httpAnswer(okBody(id), headers)))).toEqual([
    'PROVIDER_PROTOCOL_ERROR',
    1,
  ])
})

it('an answer that begins with 103 Early Hints is read to its end', async () => {
  const { client } = await against((socket, id) =>
    socket.write(`HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${httpAnswer(okBody(id))}`),
  )
  expect((await client.validateIdentity(ana, 'trace')).reply).toEqual({ ran: true, status: 'OK', reason: null })
})

it('an answer that comes twice: the second is never taken for the answer to the next request', async () => {
  const { client, provider } = await against((socket, id) =>
    socket.write(httpAnswer(okBody(id)) + httpAnswer(okBody(id).replace('OK', 'NOK'))),
  )
  for (let turn = 0; turn < 3; turn += 1) {
    const { correlationId, reply } = await client.validateIdentity(ana, 'trace')
    expect(reply).toEqual({ ran: true, status: 'OK', reason: null })
    expect(correlationId).not.toBe('')
  }
  expect([provider.requests(), provider.connections()]).toEqual([3, 3])
})
