import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { quickClock } from '../testing/virtual-clock.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts'
import { createSendWebhook, type WebhookNetwork } from './send-webhook.ts'

const message = { headers: { 'content-type': 'application/json', 'webhook-id': 'evt_a' }, body: '{"id":"evt_a"}' }

let receiver: WebhookReceiver
beforeEach(async () => {
  receiver = await startWebhookReceiver()
})
afterEach(() => receiver.stop())

/** Sends to a host under the port of the receiver; `times` as fast as the clock of this machine. */
function sendTo(host: string, network: Partial<WebhookNetwork> = {}, times = 1, isPrivate = true) {
  const privateHosts = new Set(isPrivate ? [host] : [])
  const send = createSendWebhook({ clock: quickClock(times), privateHosts, ...receiver.network, ...network })
  return send({ ...message, url: `https://${host}:${receiver.port}/in?key=7` })
}

const at =
  (...addresses: readonly string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

it('A message is one POST to the address with its headers, and any answer of success is one', async () => {
  expect(await sendTo('localhost')).toEqual({ status: 204, why: null, tookMs: expect.any(Number) })
  expect(receiver.calls).toEqual([
    { path: '/in?key=7', body: message.body, headers: expect.objectContaining(message.headers) },
  ])
  receiver.answer((response) => response.writeHead(202).end('taken'))
  expect(await sendTo('localhost')).toMatchObject({ status: 202, why: null })
})

it.each([
  [500, 'answer'],
  [410, 'answer'],
  [404, 'answer'],
  [302, 'redirect'],
  [307, 'redirect'],
])('An answer of %i is none of success, and where it points is not called', async (status, why) => {
  receiver.answer((response) => response.writeHead(status, { location: '/elsewhere' }).end())
  expect(await sendTo('localhost')).toMatchObject({ status, why })
  expect(receiver.calls).toHaveLength(1)
})

it('A receiver that floods is cut off at 64 KiB, and one of just as much is read', async () => {
  receiver.answer((response) => response.end('x'.repeat(64 * 1024)))
  expect(await sendTo('localhost')).toMatchObject({ status: 200, why: null })
  receiver.answer((response) => {
    const more = () => {
      while (response.writable && response.write('x'.repeat(16_384)));
    }
    response.on('drain', more)
    more()
  })
  expect(await sendTo('localhost')).toMatchObject({ status: 200, why: 'flood' })
})

it('A receiver that never answers, drips, or whose name is not resolved is left after ten seconds', async () => {
  receiver.answer(() => {})
  expect(await sendTo('localhost', {}, 20)).toMatchObject({ status: null, why: 'timeout' })
  receiver.answer((response) => void response.writeHead(200).write('x'))
  expect(await sendTo('localhost', {}, 20)).toMatchObject({ status: null, why: 'timeout' })
  expect(await sendTo('localhost', { resolve: () => new Promise(() => {}) }, 20)).toMatchObject({ why: 'timeout' })
})

it('A server that takes connections and says nothing is left after ten seconds, and at once at the signal', async () => {
  const silent = createServer((socket) => socket.on('error', () => {})).listen(0)
  onTestFinished(() => void silent.close())
  await once(silent, 'listening')
  const address = silent.address()
  if (address === null || typeof address === 'string') throw new Error('It listens at a port.')
  const clock = quickClock(20)
  const send = createSendWebhook({ clock, privateHosts: new Set(['localhost']), ...receiver.network })
  const sent = { ...message, url: `https://localhost:${address.port}/in` }
  const beganAt = clock.now()
  expect(await send(sent)).toMatchObject({ status: null, why: 'timeout' })
  // By undici's own clock, which is that of this machine, the connection would be given up after ten seconds: two hundred of these.
  expect(clock.now() - beganAt).toBeLessThan(100_000)
  expect(await send(sent, AbortSignal.abort())).toMatchObject({ status: null, why: 'timeout' })
})

it.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '::1',
  'fe80::1',
  'fd00::7',
  '::ffff:127.0.0.1',
  '64:ff9b::a00:1',
  '2002:7f00:1::',
])('A public name whose address is %s is refused without a connection', async (address) => {
  const resolve = at(address)
  expect(await sendTo('hooks.example.com', { resolve }, 1, false)).toMatchObject({ status: null, why: 'private' })
  const mixed = at('93.184.215.14', address)
  expect(await sendTo('hooks.example.com', { resolve: mixed }, 1, false)).toMatchObject({ why: 'private' })
  expect(receiver.calls).toEqual([])
})

it.each(['127.0.0.1', '[::1]', 'localhost', 'erp.internal', '0x7f.1', '2130706433'])(
  '%s itself is refused unless it is among the private hosts',
  async (host) => {
    expect(await sendTo(host, { resolve: at('127.0.0.1') }, 1, false)).toMatchObject({ why: 'private' })
    expect(receiver.calls).toEqual([])
  },
)

it('A name is resolved once for each attempt, and the connection goes to that address, whatever the name is a moment later', async () => {
  let asked = 0
  const resolve = async () => {
    asked += 1
    return [{ address: asked === 1 ? '127.0.0.1' : '192.0.2.1', family: 4 }]
  }
  // Of no other address could its certificate be seen.
  expect(await sendTo('erp.invalid', { resolve })).toMatchObject({ why: 'certificate' })
  expect(asked).toBe(1)
})

it('Plain http, a wrong certificate and a port where nothing listens are failures with their names', async () => {
  const clock = quickClock(1)
  const send = createSendWebhook({
    clock,
    privateHosts: new Set(['localhost', 'other.localhost']),
    ...receiver.network,
  })
  const url = `://localhost:${receiver.port}/`
  expect(await send({ ...message, url: `http${url}` })).toMatchObject({ why: 'private' })
  expect(await send({ ...message, url: `https://other.localhost:${receiver.port}/` })).toMatchObject({
    why: 'certificate',
  })
  const { resolve } = receiver.network
  const strict = createSendWebhook({ clock, privateHosts: new Set(['localhost']), resolve })
  expect(await strict({ ...message, url: `https${url}` })).toMatchObject({ why: 'certificate' })
  expect(await send({ ...message, url: 'https://localhost:9/' })).toMatchObject({ why: 'connection' })
  expect(await sendTo('localhost', { resolve: async () => [] })).toMatchObject({ why: 'unresolved' })
  expect(receiver.calls).toEqual([])
})
