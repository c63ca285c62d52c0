/** The process of `npm run bench:flood` that holds connections and sends as a crowd of strangers would, from addresses of this machine. */
import { connect as connectPlain, type Socket } from 'node:net'
import { connect } from 'node:tls'
import { Client } from 'undici'
import * as z from 'zod/mini'

const orderSchema = z.object({ url: z.string(), seconds: z.number(), connections: z.number(), addresses: z.number() })
const { url, seconds, connections, addresses } = orderSchema.parse(JSON.parse(process.env.FLOOD ?? ''))
const { host, port } = new URL(url)

/** As many requests are on their way at a time. */
const atOnce = 64

/** What strangers reach: signing in, and pages. */
const asked = [
  ['POST', '/api/sign-in/password', { password: 'wrong but long enough', code: '000000' }],
  ['POST', '/api/sign-in/passkey-options', {}],
  ['POST', '/api/sign-in/recovery', { recoveryCode: 'x'.repeat(26) }],
  ['POST', '/api/enrolment', { token: 'x'.repeat(43) }],
  ['GET', '/', undefined],
  ['GET', '/api/session', undefined],
  ['GET', '/payouts', undefined],
  ['GET', '/api/overview', undefined],
] as const

const statuses: Record<string, number> = {}
const idle = new Set<Socket>()
let reopened = 0
let isOver = false

const addressOf = (turn: number) => `127.7.${Math.floor((turn % addresses) / 250)}.${1 + ((turn % addresses) % 250)}`
const count = (what: string) => {
  statuses[what] = (statuses[what] ?? 0) + 1
}

process.on('message', (order) => {
  if (order === 'open') void openIdle().then(() => process.send?.(idle.size))
  if (order === 'send') for (let one = 0; one < atOnce; one += 1) void sendOn(one)
  if (order === 'report') {
    isOver = true
    process.send?.({ open: idle.size, reopened, statuses })
  }
})

async function openIdle(): Promise<void> {
  for (let turn = 0; turn < connections; turn += 50)
    await Promise.all(Array.from({ length: Math.min(50, connections - turn) }, (_, one) => openOne(turn + one)))
}

/** Half of them begin with TLS and send nothing then, the others not even that. What nginx closes is opened again. */
function openOne(turn: number): Promise<void> {
  return new Promise((done) => {
    const place = { host: '127.0.0.1', port: Number(port), localAddress: addressOf(turn) }
    const opened = () => {
      idle.add(socket)
      done()
    }
    const socket =
      turn % 2 === 0
        ? connect({ ...place, servername: 'localhost', rejectUnauthorized: false }, opened)
        : connectPlain(place, opened)
    socket.on('error', (error: NodeJS.ErrnoException) => count(`idle ${error.code}`))
    socket.once('close', () => {
      idle.delete(socket)
      done()
      if (isOver) return
      reopened += 1
      setTimeout(() => void openOne(turn), 100)
    })
  })
}

/** One connection after the other, each from another address, with some requests on each. */
async function sendOn(first: number): Promise<void> {
  const end = performance.now() + seconds * 1_000
  for (let turn = first; performance.now() < end; turn += atOnce) await sendFrom(turn)
}

const requestsOnOne = 5

async function sendFrom(turn: number): Promise<void> {
  const tls = { servername: 'localhost', rejectUnauthorized: false }
  const client = new Client(`https://127.0.0.1:${port}`, { localAddress: addressOf(turn), connect: tls })
  for (let one = 0; one < requestsOnOne; one += 1) {
    const [method, path, message] = asked[(turn * requestsOnOne + one) % asked.length] ?? asked[0]
    const body = message === undefined ? null : JSON.stringify(withEmail(message, turn))
    const stranger = addressOf(turn).replace('127.7', '198.18')
    const headers = { host, 'x-stranger': stranger, accept: 'text/html, */*', 'content-type': 'application/json' }
    const status = await client.request({ method, path, headers, body }).then(
      async (answer) => {
        await answer.body.dump()
        return answer.statusCode
      },
      (error: unknown) => String(error),
    )
    count(`${method} ${path} ${status}`)
  }
  await client.destroy()
}

/** Each turn guesses at another account: one account alone is soon paused. */
function withEmail(message: object, turn: number): object {
  return 'password' in message || 'recoveryCode' in message
    ? { ...message, email: `stranger-${turn}@example.com` }
    : message
}
