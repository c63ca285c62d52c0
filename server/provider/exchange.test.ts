import { createServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { against, ana, clientOf, endAll, ends, failureOf } from '../testing/client-under-test.ts'
import { outcome, startScriptedProvider } from '../testing/scripted-provider.ts'
import { type Exchange, ExchangeHandler } from './exchange.ts'

afterEach(endAll)

it('a provider that does not answer in time: the call may have run, so it is asked once only', async () => {
  const provider = await startScriptedProvider(() => {})
  ends.push(() => provider.stop())
  const client = clientOf(provider.baseUrl, { timeoutMs: 100 })
  expect((await failureOf(client.validateIdentity(ana, 'trace'))).code).toBe('PROVIDER_TIMEOUT')
  expect(provider.received).toHaveLength(1)
})

it('a provider that does not answer to the end in time: the same', async () => {
  const provider = await startScriptedProvider(
    (response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{'),
  )
  ends.push(() => provider.stop())
  const client = clientOf(provider.baseUrl, { timeoutMs: 100 })
  expect((await failureOf(client.validateIdentity(ana, 'trace'))).code).toBe('PROVIDER_TIMEOUT')
  expect(provider.received).toHaveLength(1)
})

it('a provider that does not answer but cuts the connection: the call may have run', async () => {
  const { client, provider } = await against((response) => void response.socket?.destroy())
  expect((await failureOf(client.validateIdentity(ana, 'trace'))).code).toBe('PROVIDER_TIMEOUT')
  expect(provider.received).toHaveLength(1)
})

it('a provider that does not answer but breaks off in the middle: an answer that cannot be trusted', async () => {
  const { client } = await against((response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 })
    response.write('{', () => response.socket?.destroy())
  })
  expect((await failureOf(client.validateIdentity(ana, 'trace'))).code).toBe('PROVIDER_PROTOCOL_ERROR')
})

it('a provider that does not answer but talks something else than HTTP', async () => {
  const server = createServer((socket) => void socket.once('data', () => socket.end('220 mail.example ESMTP\r\n')))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => new Promise((resolve) => server.close(() => resolve())))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const failure = await failureOf(clientOf(`http://127.0.0.1:${port}`).validateIdentity(ana, 'trace'))
  expect(failure.code).toBe('PROVIDER_PROTOCOL_ERROR')
})

it('a provider that does not listen: nothing was sent, so the call is retried', async () => {
  const provider = await startScriptedProvider()
  await provider.stop()
  const failure = await failureOf(clientOf(provider.baseUrl).validateIdentity(ana, 'trace'))
  expect(failure.code).toBe('PROVIDER_UNREACHABLE')
  expect(failure.particulars.params?.attempts).toBe(3)
})

it('a provider that does not answer because its name is not known', async () => {
  const failure = await failureOf(clientOf('http://provider.invalid').validateIdentity(ana, 'trace'))
  expect(failure.code).toBe('PROVIDER_UNREACHABLE')
})

it('an answer of any size passes up to 1 MiB', async () => {
  const { client } = await against(outcome(200, 'OK', { padding: 'x'.repeat(1_000_000) }))
  expect((await client.validateIdentity(ana, 'trace')).reply.ran).toBe(true)
})

it('an answer of any size is left unread beyond that', async () => {
  const { client } = await against(outcome(200, 'OK', { padding: 'x'.repeat(1_100_000) }))
  expect((await failureOf(client.validateIdentity(ana, 'trace'))).code).toBe('PROVIDER_PROTOCOL_ERROR')
})

describe('an exchange that takes too long before a connection is made', () => {
  const endOf = (steps: (handler: ExchangeHandler) => void) => {
    const ends: Exchange[] = []
    steps(new ExchangeHandler(1024, (exchange) => ends.push(exchange)))
    return ends
  }

  it('an exchange that takes too long before a connection is made was not sent, so it has not run', () => {
    expect(endOf((handler) => handler.expire())).toEqual([{ kind: 'unsent', params: { why: 'late' }, again: false }])
  })

  it('an exchange that takes too long before a connection is made is not sent afterwards either', () => {
    const aborted: Error[] = []
    const controller = {
      aborted: false,
      paused: false,
      reason: null,
      abort: (error: Error) => void aborted.push(error),
      pause() {},
      resume() {},
    }
    const ends = endOf((handler) => {
      handler.expire()
      handler.onRequestStart(controller)
    })
    expect(ends).toHaveLength(1)
    expect(aborted).toHaveLength(1)
  })
})
