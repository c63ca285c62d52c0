import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerOptions, type ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { Failure } from '../kernel/failure.ts'
import { problemOf } from '../problems/problem-for.ts'
import { ConfigError } from '../settings/config.ts'

export interface HttpServer {
  readonly url: string
  stop(): Promise<void>
}

interface Address {
  readonly host: string
  readonly port: number
}

const limits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // Longer than clients and proxies keep an idle connection (a minute, mostly): the one who ends it first must not be the one who cannot see a request on its way.
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16 * 1024,
  // Express answers a missing Host itself, as a problem.
  requireHostHeader: false,
}

const stopLimitMs = 10_000

/** How many turns of the event loop a server waits at most for one that brings no request. */
const mostTurns = 1_000

/**
 * So long after it was asked to stop, connections that a proxy keeps open stay so: a request may be on its way over one. A proxy that finds no
 * listener any more sends the next ones elsewhere, and what comes over these is answered with `Connection: close`.
 */
const drainBehindProxyMs = 1_000

interface ServerSettings extends Address {
  readonly monitoring: Address | undefined
  readonly details: { readonly port: number } | undefined
  readonly trustedProxies: readonly unknown[]
}

interface Listeners {
  readonly app: RequestListener
  readonly operatorApp: RequestListener
  readonly detailsApp: RequestListener | undefined
}

/**
 * The public server; one for monitoring, which reports the public one's state until it has ended; and one for beneficiaries who give their
 * own details.
 */
export async function startHttpServers(
  config: ServerSettings,
  { app, operatorApp, detailsApp }: Listeners,
): Promise<{ readonly server: HttpServer; readonly metricsServer?: HttpServer; readonly detailsServer?: HttpServer }> {
  const { monitoring, details, host, trustedProxies } = config
  const drain = { drainMs: trustedProxies.length > 0 ? drainBehindProxyMs : 0 }
  const started: HttpServer[] = []
  const start = async (starting: Promise<HttpServer>) => {
    const server = await starting
    started.push(server)
    return server
  }
  try {
    return {
      ...(monitoring !== undefined && {
        metricsServer: await start(startSecond('METRICS_PORT', monitoring, operatorApp)),
      }),
      ...(details !== undefined &&
        detailsApp !== undefined && {
          detailsServer: await start(startSecond('DETAILS_PORT', { host, port: details.port }, detailsApp, drain)),
        }),
      server: await startHttpServer(config, app, drain),
    }
  } catch (error) {
    for (const server of started) await server.stop()
    throw error
  }
}

/** @throws ConfigError */
async function startSecond(
  setting: string,
  address: Address,
  listener: RequestListener,
  options?: StopAndTimeouts,
): Promise<HttpServer> {
  try {
    return await startHttpServer(address, listener, options)
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    throw isTaken ? new ConfigError([`${setting} ${address.port} is in use: set it to another number`]) : error
  }
}

interface StopAndTimeouts extends Pick<ServerOptions, 'headersTimeout' | 'connectionsCheckingInterval'> {
  readonly drainMs?: number
}

/** Listens, and ends in peace: what is under way is answered, new work is refused, the rest is cut after ten seconds. */
export async function startHttpServer(
  { host, port }: Address,
  listener: RequestListener,
  { drainMs = 0, ...timeouts }: StopAndTimeouts = {},
): Promise<HttpServer> {
  let state: 'serving' | 'draining' | 'closing' = 'serving'
  const server = createServer({ ...limits, ...timeouts })
  const answering = new Map<Duplex, ServerResponse>()
  /** While it stops listening: how many connections and requests have come, and the requests themselves. */
  let arrived = 0
  let held: (() => void)[] | undefined
  server.on('connection', () => {
    arrived += 1
  })
  server.on('clientError', (_error, socket) => answerUnreadable(socket, answering.get(socket)))
  const track: RequestListener = (request, response) => {
    answering.set(request.socket, response)
    arrived += 1
    if (state !== 'serving') endAfter(response)
    response.once('close', () => {
      answering.delete(request.socket)
      // The headers of a long answer may have been sent before the stop.
      if (state === 'closing') server.closeIdleConnections()
    })
  }
  const hear: RequestListener = (request, response) => {
    track(request, response)
    if (held === undefined) listener(request, response)
    else held.push(() => listener(request, response))
  }
  server.on('request', hear)
  // Node itself would answer these without a body; the app refuses them as it refuses all else.
  server.on('checkExpectation', hear)
  server.listen(port, host)
  await once(server, 'listening')
  return {
    url: urlOf(server, host),
    stop: async () => {
      state = 'draining'
      for (const response of answering.values()) endAfter(response)
      // A connection that the system has accepted, and Node has not, would be reset: listening ends after a turn that brought none. Who
      // waits for an answer sends nothing more, so that turn comes soon.
      held = []
      for (let before = -1, turns = 0; before !== arrived && turns < mostTurns; turns += 1) {
        before = arrived
        await turn()
      }
      const closed = once(server, 'close')
      // Stops listening; http's own close ends what is idle, too.
      NetServer.prototype.close.call(server)
      for (const answer of held) answer()
      held = undefined
      await Promise.race([closed, pause(drainMs)])
      state = 'closing'
      server.close()
      const limit = setTimeout(() => server.closeAllConnections(), stopLimitMs)
      await closed
      clearTimeout(limit)
    },
  }
}

/** This answer is the last on its connection, and says so: its sender would meet a closed one otherwise. */
function endAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}

function urlOf(server: Server, host: string): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`
}

/** What Node's parser cannot read never reaches the app; it gets a problem all the same, unless an answer is on its way. */
function answerUnreadable(socket: Duplex, response: ServerResponse | undefined): void {
  // A browser opens connections before it has a request for them: an answer to nothing would be taken for that of its first request.
  const isUnused = 'bytesRead' in socket && socket.bytesRead === 0
  if (isUnused || !socket.writable) return void socket.destroy()
  if (response?.headersSent) return void socket.end()
  const requestId = randomUUID()
  const failure = new Failure('MALFORMED_REQUEST', { params: { why: 'http' } })
  const body = JSON.stringify(problemOf(failure, requestId))
  const head = [
    'HTTP/1.1 400 Bad Request',
    'content-type: application/problem+json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'cache-control: no-store',
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
