import { gzipSync } from 'node:zlib'
import { afterEach, expect, it } from 'vitest'
import { against, ana, endAll, failureOf } from '../testing/client-under-test.ts'
import { outcome, reply, type Script } from '../testing/scripted-provider.ts'

afterEach(endAll)

it.each(['OK', 'NOK', 'NOT_VALIDATED'])('HTTP 200: the validation ran: %s is an outcome', async (status) => {
  const { client } = await against(outcome(200, status, { validationResultReason: 'SOME_REASON' }))
  const answer = await client.validateIdentity(ana, 'trace')
  expect(answer.reply).toEqual({ ran: true, status, reason: 'SOME_REASON' })
  expect(answer).toMatchObject({ requestId: 'trace.1', attempts: 1 })
})

it('HTTP 200: the validation ran a reason may be missing, and fields that we do not know are tolerated', async () => {
  const { client } = await against((response, correlationId) =>
    reply(200, { validationStatusCode: 'OK', correlationId, plan: 'premium' })(response, correlationId),
  )
  expect((await client.validateIdentity(ana, 'trace')).reply).toEqual({ ran: true, status: 'OK', reason: null })
})

it.each([undefined, null, '', 'ok', 'MAYBE', 1, ['OK']])(
  'HTTP 200: the validation ran a status of %j is never an outcome',
  async (status) => {
    const { client, provider } = await against(outcome(200, status))
    expect((await failureOf(client.validateIdentity(ana, 'trace'))).code).toBe('PROVIDER_PROTOCOL_ERROR')
    expect(provider.received).toHaveLength(1)
  },
)

it.each<[string, Script]>([
  ['an echo that is not ours', outcome(200, 'OK', { correlationId: 'other' })],
  ['no echo', outcome(200, 'OK', { correlationId: undefined })],
  ['a reason that is no text', outcome(200, 'OK', { validationResultReason: 7 })],
  ['a list', reply(200, [])],
  ['null', reply(200, null)],
  [
    'JSON that breaks off',
    (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":'),
  ],
  ['nothing', (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end()],
  ['no content type', (response) => void response.writeHead(200).end('{}')],
  ['text', (response, id) => outcomeAs('text/plain')(response, id)],
  [
    'bytes that are not UTF-8',
    (response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.from([0x22, 0xff, 0x22])),
  ],
  [
    'a compressed body',
    (response) =>
      void response
        .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
        .end(gzipSync('{}')),
  ],
])('HTTP 200: the validation ran: %s is a protocol error, not repeated', async (_case, script) => {
  const { client, provider } = await against(script)
  expect((await failureOf(client.validateIdentity(ana, 'trace'))).code).toBe('PROVIDER_PROTOCOL_ERROR')
  expect(provider.received).toHaveLength(1)
})

function outcomeAs(type: string): Script {
  return (response, correlationId) =>
    void response
      .writeHead(200, { 'content-type': type })
      .end(JSON.stringify({ validationStatusCode: 'OK', correlationId }))
}

it('HTTP 400: the validation did not run says so, with the status and the reason that came along', async () => {
  const { client, provider } = await against(outcome(400, 'NOK', { validationResultReason: 'WHY' }))
  expect((await client.validateIdentity(ana, 'trace')).reply).toEqual({ ran: false, status: 'NOK', reason: 'WHY' })
  expect(provider.received).toHaveLength(1)
})

it('HTTP 400: the validation did not run is no outcome even with an OK in it', async () => {
  const { client } = await against(outcome(400, 'OK'))
  expect((await client.validateIdentity(ana, 'trace')).reply.ran).toBe(false)
})

it('HTTP 400: the validation did not run may carry no status', async () => {
  const { client } = await against(outcome(400, null))
  expect((await client.validateIdentity(ana, 'trace')).reply).toEqual({ ran: false, status: null, reason: null })
})

it('HTTP 400: the validation did not run must echo our identifier all the same', async () => {
  const { client } = await against(outcome(400, 'NOK', { correlationId: 'other' }))
  expect((await failureOf(client.validateIdentity(ana, 'trace'))).code).toBe('PROVIDER_PROTOCOL_ERROR')
})

it.each([
  [401, 'PROVIDER_UNAUTHORIZED', 1],
  [429, 'RATE_LIMIT_EXCEEDED', 3],
  [500, 'PROVIDER_ERROR', 3],
])('HTTP 401, 429 and 500: %i is %s after %i attempts', async (status, code, attempts) => {
  const { client, provider } = await against(reply(status, { errorCode: 'X' }))
  expect((await failureOf(client.validateIdentity(ana, 'trace'))).code).toBe(code)
  expect(provider.received).toHaveLength(attempts)
})

it.each([401, 429, 500])(
  'HTTP 401, 429 and 500: %i counts whatever its body: a gateway may have written it',
  async (status) => {
    const { client } = await against((response) => void response.writeHead(status).end('<h1>Busy</h1>'))
    expect((await failureOf(client.validateIdentity(ana, 'trace'))).code).not.toBe('PROVIDER_PROTOCOL_ERROR')
  },
)

it('HTTP 401, 429 and 500 repeats under the same correlation identifier and a new trace identifier', async () => {
  const { client, provider } = await against(reply(500, {}), reply(429, {}), outcome(200, 'OK'))
  const answer = await client.validateIdentity(ana, 'trace')
  expect(answer).toMatchObject({ attempts: 3, requestId: 'trace.3' })
  expect(provider.received.map(({ headers }) => headers['x-request-id'])).toEqual(['trace.1', 'trace.2', 'trace.3'])
  expect(new Set(provider.received.map(({ body }) => body)).size).toBe(1)
})

it('HTTP 401, 429 and 500 gives each validation that is asked for a correlation identifier of its own', async () => {
  const { client } = await against(outcome(200, 'NOT_VALIDATED'))
  const first = await client.validateIdentity(ana, 'trace')
  expect((await client.validateIdentity(ana, 'trace')).correlationId).not.toBe(first.correlationId)
})

it.each([201, 202, 204, 304, 402, 403, 404, 409, 418, 501, 502, 503, 504, 599])(
  'any other status: %i is a protocol error',
  async (status) => {
    const { client, provider } = await against((response, id) => outcome(status, 'OK')(response, id))
    expect((await failureOf(client.validateIdentity(ana, 'trace'))).code).toBe('PROVIDER_PROTOCOL_ERROR')
    expect(provider.received).toHaveLength(1)
  },
)

it.each([301, 302, 303, 307, 308])(
  'any other status: %i is not followed: the credentials go to no other host',
  async (status) => {
    const { provider: elsewhere } = await against(outcome(200, 'OK'))
    const { client } = await against(reply(status, {}, { location: `${elsewhere.baseUrl}/identity-validation` }))
    expect((await failureOf(client.validateIdentity(ana, 'trace'))).code).toBe('PROVIDER_PROTOCOL_ERROR')
    expect(elsewhere.received).toEqual([])
  },
)
