import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { runs } from '#shared/testing/runs.ts'
import { systemClock } from '../kernel/clock.ts'
import { Failure } from '../kernel/failure.ts'
import { ana, endAll, ends, token } from '../testing/client-under-test.ts'
import { startRawProvider } from '../testing/raw-provider.ts'
import { validationOutcome } from '../validations/validation-answer.ts'
import { createProviderClient } from './provider-client.ts'
import { connectProvider } from './provider-connection.ts'
import { readWireNames } from './wire-names.ts'

afterAll(endAll)

const notOk = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('NOK', 'NOT_VALIDATED') },
  fc.constantFrom('ok', 'Ok', ' OK', 'OK ', 'OK\u0000', '0K', 'ОК', '', 'true'),
  fc.constantFrom(null, true, 1, 0),
  fc.constant(['OK']),
  fc.constant({ OK: 'OK' }),
  fc.string().filter((text) => text !== 'OK'),
)

const reason = fc.oneof({ weight: 4, arbitrary: fc.option(fc.string()) }, fc.jsonValue({ maxDepth: 1 }))

/** Bodies in the shape of the interface, but for what makes an OK: a 200 with OK and our own echo. */
const shapedBody = fc.oneof(
  fc.record({ validationStatusCode: notOk, validationResultReason: reason }, { requiredKeys: [] }).map((body) => ({
    ...body,
    echo: true,
  })),
  fc.record({
    validationStatusCode: fc.constant('OK'),
    validationResultReason: reason,
    echo: fc.constant(false),
  }),
)

interface Reply {
  readonly status: string
  readonly headers: readonly string[]
  readonly body: string
  /** How many bytes of it are cut off at the end; or where a byte is changed. */
  readonly cut: number
  readonly flip: readonly [number, number] | undefined
}

const type = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-8',
  'application/problem+json',
  'text/html',
  '',
)
const status = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('200 OK', '400 Bad Request') },
  fc.integer({ min: 200, max: 599 }).map(String),
  fc.constantFrom('401 No', '429 Slow', '500 Oh', '0', '99', '1000', 'OK', '-1', '200', '2e2'),
)

const reply: fc.Arbitrary<Reply> = fc.record({
  status,
  headers: type.map((text) => (text === '' ? [] : [`content-type: ${text}`])),
  body: fc.oneof(
    {
      weight: 4,
      arbitrary: shapedBody.map((body) => JSON.stringify(body).replace('"echo":true', '"correlationId":"ECHO"')),
    },
    fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value)),
    fc.string(),
    fc.constant('{"validationStatusCode":"NOT_VALIDATED","validationResultReason":null,"correlationId":"ECHO"}'),
  ),
  cut: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, fc.nat(60)),
  flip: fc.option(fc.tuple(fc.nat(300), fc.nat(255)), { freq: 3, nil: undefined }),
})

/** The bytes of a reply. Flipping never touches a status that could become an OK: NOT_VALIDATED and the rest are too far from it. */
function bytesOf({ status, headers, body, cut, flip }: Reply, correlationId: string): Buffer {
  const content = body.replace('ECHO', correlationId)
  const head = [`HTTP/1.1 ${status}`, ...headers, `content-length: ${Buffer.byteLength(content)}`, '', '']
  const bytes = Buffer.from(head.join('\r\n') + content)
  if (flip !== undefined && !body.includes('"NOK"') && flip[0] < bytes.length) bytes[flip[0]] = flip[1]
  return bytes.subarray(0, bytes.length - cut)
}

async function clientFor(replies: Map<string, Reply>) {
  const provider = await startRawProvider({
    onRequest: (socket, correlationId) => {
      const [[key, next] = []] = replies
      if (key !== undefined) replies.delete(key)
      socket.end(next === undefined ? '' : bytesOf(next, correlationId))
    },
  })
  const naming = readWireNames({})
  if (!naming.ok) throw new Error(naming.error)
  const connection = connectProvider({ baseUrl: provider.baseUrl, shopId: '4711', apiToken: token }, 2_000)
  ends.push(
    () => connection.close(),
    () => provider.stop(),
  )
  const quiet = {
    log: { info: () => {}, error: () => {}, trouble: () => {} },
    counter: { called: () => {}, attempted: () => {} },
  }
  const policy = { timeoutMs: 2_000, maxAttempts: 1, backoffBaseMs: 0 }
  // A client each time, as the breaker of one would keep it from asking.
  return () => createProviderClient({ connection, names: naming.names, policy, clock: systemClock, ...quiet })
}

it('thousands of replies of a provider gone mad are never an OK, and never an error of ours', async () => {
  const seen = new Map<string, number>()
  const replies = new Map<string, Reply>()
  const newClient = await clientFor(replies)
  const ask = async (index: number, next: Reply) => {
    replies.set(String(index), next)
    const end = await newClient()
      .validateIdentity(ana, 'trace')
      .then((answer) => validationOutcome(answer, false, new Date(0)).status)
      .catch((error: unknown) => (error instanceof Failure ? error.code : `a bug: ${error}`))
    seen.set(end, (seen.get(end) ?? 0) + 1)
    expect(end).not.toMatch(/^OK|bug/)
  }
  const count = runs(10_000)
  const all = fc.sample(reply, { numRuns: count, seed: 20_261_121 })
  for (let at = 0; at < all.length; at += 20) {
    await Promise.all(all.slice(at, at + 20).map((next, index) => ask(at + index, next)))
  }
  expect([...seen.values()].reduce((sum, count) => sum + count, 0)).toBe(count)
  // It was no monotonous madness.
  expect(seen.get('NOK')).toBeGreaterThan(count / 200)
  expect(seen.get('NOT_VALIDATED')).toBeGreaterThan(count / 200)
  expect(seen.get('VALIDATION_NOT_RUN')).toBeGreaterThan(count / 200)
  expect(seen.get('PROVIDER_PROTOCOL_ERROR')).toBeGreaterThan(count / 10)
})
