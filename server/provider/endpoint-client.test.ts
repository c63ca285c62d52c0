import { expect, it } from 'vitest'
import { Failure } from '../kernel/failure.ts'
import { gate } from '../testing/gate.ts'
import { type VirtualClock, virtualClock } from '../testing/virtual-clock.ts'
import { type Attempted, createEndpointClient, type EndpointClient } from './endpoint-client.ts'
import type { Exchange } from './exchange.ts'
import { failed } from './status-table.ts'

const policy = { maxAttempts: 3, backoffBaseMs: 500, timeoutMs: 10_000 }

function reply(status: number): Exchange {
  return { kind: 'reply', status, headers: {}, body: Buffer.alloc(0) }
}

const answered: Attempted<string> = { exchange: reply(200), result: { answered: true, answer: 'yes' } }
const broken: Attempted<string> = { exchange: reply(500), result: failed('PROVIDER_ERROR', {}, true) }
const limited: Attempted<string> = { exchange: reply(429), result: failed('RATE_LIMIT_EXCEEDED', {}, true) }
const lost: Attempted<string> = {
  exchange: { kind: 'unanswered', params: { why: 'cut' } },
  result: failed('PROVIDER_TIMEOUT'),
}
const refused: Attempted<string> = {
  exchange: { kind: 'unsent', params: { reason: 'ECONNREFUSED' }, again: true },
  result: failed('PROVIDER_UNREACHABLE', {}, true),
}
const unauthorized: Attempted<string> = { exchange: reply(401), result: failed('PROVIDER_UNAUTHORIZED') }
const notFound: Attempted<string> = { exchange: reply(404), result: failed('PROVIDER_PROTOCOL_ERROR') }

function setting(random?: number) {
  const clock = virtualClock(random)
  return { clock, endpointClient: createEndpointClient(policy, clock) }
}

/** One call, whatever time it takes: its code, or 'answered'. */
async function codeOf(endpointClient: EndpointClient, clock: VirtualClock, attempt: () => Promise<Attempted<string>>) {
  let code: string | undefined
  outcomeOf(endpointClient, attempt).then((found) => {
    code = found
  })
  for (let turn = 0; code === undefined && turn < 60; turn += 1) await clock.advance(turn === 0 ? 0 : 1_000)
  return code
}

function outcomeOf(
  endpointClient: EndpointClient,
  attempt: (number: number) => Promise<Attempted<string>>,
): Promise<string> {
  return endpointClient.ask(attempt).then(
    () => 'answered',
    (error: unknown) => (error instanceof Failure ? error.code : 'a bug'),
  )
}

async function fail(times: number, endpointClient: EndpointClient, clock: VirtualClock, with_ = lost) {
  const codes: (string | undefined)[] = []
  for (let count = 0; count < times; count += 1) codes.push(await codeOf(endpointClient, clock, async () => with_))
  return codes
}

it.each([
  ['answers 500', broken],
  ['refuses the connection', refused],
  ['does not answer', lost],
])('a provider that is dead: %s: gets at most 1.10 calls for each that is asked, over 10,000', async (_what, end) => {
  const { clock, endpointClient } = setting()
  let sent = 0
  const codes = new Map<string, number>()
  for (let asked = 0; asked < 10_000; asked += 1) {
    outcomeOf(endpointClient, async () => {
      sent += 1
      return end
    }).then((code) => codes.set(code, (codes.get(code) ?? 0) + 1))
    // A hundred calls a second.
    if (asked % 10 === 9) await clock.advance(100)
  }
  await clock.advance(60_000)
  expect([...codes.values()].reduce((sum, count) => sum + count, 0)).toBe(10_000)
  expect(codes.get('PROVIDER_PAUSED')).toBeGreaterThan(9_000)
  expect(sent).toBeGreaterThan(20)
  expect(sent / 10_000).toBeLessThanOrEqual(1.1)
})

it('a provider that is dead for four calls in ten: the breaker stays closed and the budget holds alone', async () => {
  const { clock, endpointClient } = setting()
  let sent = 0
  for (let asked = 0; asked < 10_000; asked += 1) {
    const end = asked % 10 < 4 ? broken : answered
    outcomeOf(endpointClient, async () => {
      sent += 1
      return end
    })
    if (asked % 10 === 9) await clock.advance(100)
  }
  await clock.advance(60_000)
  expect(endpointClient.breaker).toBe('closed')
  expect(sent).toBeGreaterThan(10_900)
  expect(sent).toBeLessThanOrEqual(10_000 + 10 + 1_000)
})

it('the breaker of an endpoint client answers at once that the provider is paused, and says for how long', async () => {
  const { clock, endpointClient } = setting()
  await fail(20, endpointClient, clock)
  await clock.advance(1_500)
  const failure = await endpointClient
    .ask(() => Promise.reject(new Error('it was asked')))
    .catch((error: Failure) => error)
  expect(failure).toMatchObject({ code: 'PROVIDER_PAUSED', particulars: { retryAfterSeconds: 4 } })
})

it('the breaker of an endpoint client lets one call through to probe, without repeats, and opens for all when it is answered', async () => {
  const { clock, endpointClient } = setting()
  await fail(20, endpointClient, clock)
  await clock.advance(5_000)
  let probes = 0
  const probe = async () => {
    probes += 1
    return broken
  }
  expect(await codeOf(endpointClient, clock, probe)).toBe('PROVIDER_ERROR')
  expect(probes).toBe(1)
  await clock.advance(5_000)
  const held = gate<Attempted<string>>()
  const probing = outcomeOf(endpointClient, () => held.opened)
  await clock.advance(0)
  expect(await codeOf(endpointClient, clock, async () => answered)).toBe('PROVIDER_PAUSED')
  held.open(answered)
  expect(await probing).toBe('answered')
  expect(await codeOf(endpointClient, clock, async () => answered)).toBe('answered')
})

it.each([
  ['401', unauthorized],
  ['404', notFound],
  ['429', limited],
])('the breaker of an endpoint client does not count %s: the provider works', async (_status, end) => {
  const { clock, endpointClient } = setting()
  expect(await fail(25, endpointClient, clock, end)).not.toContain('PROVIDER_PAUSED')
  expect(endpointClient.breaker).toBe('closed')
})

it('the breaker of an endpoint client closes for a probe that is answered with 401', async () => {
  const { clock, endpointClient } = setting()
  await fail(20, endpointClient, clock)
  await clock.advance(5_000)
  expect(await fail(2, endpointClient, clock, unauthorized)).toEqual(['PROVIDER_UNAUTHORIZED', 'PROVIDER_UNAUTHORIZED'])
})

it('the breaker of an endpoint client sends those away who wait for their turn when it opens', async () => {
  const { clock, endpointClient } = setting()
  await fail(19, endpointClient, clock)
  const twentieth = gate<Attempted<string>>()
  const held = gate<Attempted<string>>()
  const calls = Array.from({ length: 40 }, (_, index) =>
    outcomeOf(endpointClient, () => (index === 0 ? twentieth.opened : held.opened)),
  )
  await clock.advance(0)
  expect(endpointClient.waiting).toBe(10)
  twentieth.open(lost)
  // The one whose turn came as the twentieth ended is on its way; the other nine are not sent.
  expect(await Promise.all(calls.slice(31))).toEqual(Array(9).fill('PROVIDER_PAUSED'))
  expect(endpointClient.waiting).toBe(0)
})

it('the queue before an endpoint client sends thirty at a time, lets a hundred wait, and gives the others a time to retry', async () => {
  const { clock, endpointClient } = setting()
  const held = gate<Attempted<string>>()
  let sent = 0
  const calls = Array.from({ length: 131 }, () =>
    outcomeOf(endpointClient, () => {
      sent += 1
      return held.opened
    }),
  )
  expect(await calls[130]).toBe('QUEUE_FULL')
  expect([sent, endpointClient.waiting]).toEqual([30, 100])
  const failure = await endpointClient.ask(async () => answered).catch((error: Failure) => error)
  expect(failure).toMatchObject({ particulars: { retryAfterSeconds: 1 } })
  held.open(answered)
  await clock.advance(0)
  expect((await Promise.all(calls)).filter((code) => code === 'answered')).toHaveLength(130)
})

it('the queue before an endpoint client lets no call wait so long that a whole attempt has no time left', async () => {
  const { clock, endpointClient } = setting()
  const held = gate<Attempted<string>>()
  for (let call = 0; call < 30; call += 1) outcomeOf(endpointClient, () => held.opened)
  const late = endpointClient
    .ask(async () => answered)
    .then(
      () => 'answered',
      (error: Failure) => `${error.code} at ${clock.now()}`,
    )
  await clock.advance(30_000)
  expect(await late).toBe('QUEUE_FULL at 20000')
  expect(endpointClient.waiting).toBe(0)
})

it('the queue before an endpoint client goes at the pace that the provider takes', async () => {
  const { clock, endpointClient } = setting()
  const at: number[] = []
  const limit = 10
  const inSecond = () => at.filter((time) => Math.floor(time / 1000) === Math.floor(clock.now() / 1000)).length
  let refusals = 0
  // Twenty calls a second come for two minutes, twice what the provider takes.
  for (let second = 0; second < 120; second += 1) {
    for (let call = 0; call < 20; call += 1) {
      outcomeOf(endpointClient, async () => {
        at.push(clock.now())
        if (inSecond() <= limit) return answered
        if (second > 30) refusals += 1
        return limited
      })
      await clock.advance(50)
    }
  }
  const late = at.filter((time) => time > 30_000).length
  expect(late / 90).toBeGreaterThan(7)
  expect(refusals / late).toBeLessThan(0.05)
})

it('the queue before an endpoint client refuses everything once it is closed, and lets no repeat begin', async () => {
  const { clock, endpointClient } = setting()
  const held = gate<Attempted<string>>()
  const running = outcomeOf(endpointClient, () => held.opened)
  const others = Array.from({ length: 30 }, () => outcomeOf(endpointClient, () => held.opened))
  await clock.advance(0)
  endpointClient.close()
  expect(await others.at(-1)).toBe('SHUTTING_DOWN')
  expect(await outcomeOf(endpointClient, async () => answered)).toBe('SHUTTING_DOWN')
  held.open(broken)
  expect(await running).toBe('PROVIDER_ERROR')
})

it('a bug in what reads the answers is not swallowed, and does not block the endpoint client', async () => {
  const { clock, endpointClient } = setting()
  for (let call = 0; call < 40; call += 1) {
    await expect(endpointClient.ask(() => Promise.reject(new TypeError('bug')))).rejects.toThrow('bug')
  }
  expect(await codeOf(endpointClient, clock, async () => answered)).toBe('answered')
})
