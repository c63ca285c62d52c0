import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** Plays with the socket of a connection once a whole request has come; `correlationId` is that of the request. */
export type SocketScript = (socket: Socket, correlationId: string) => void

export interface RawProvider {
  readonly baseUrl: string
  /** How many connections were made, and how many whole requests came. */
  readonly connections: () => number
  readonly requests: () => number
  stop(): Promise<void>
}

interface Scripts {
  readonly onConnection?: (socket: Socket) => void
  readonly onRequest?: SocketScript
}

/** A provider below HTTP: for what no HTTP server would do. */
export async function startRawProvider({ onConnection, onRequest }: Scripts): Promise<RawProvider> {
  const sockets = new Set<Socket>()
  let connections = 0
  let requests = 0
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    onConnection?.(socket)
    let text = ''
    socket.setEncoding('latin1').on('data', (piece) => {
      text += piece
      if (!isWhole(text)) return
      const [, correlationId = ''] = /"correlationId":"([^"]*)"/.exec(text) ?? []
      text = ''
      requests += 1
      onRequest?.(socket, correlationId)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    connections: () => connections,
    requests: () => requests,
    stop: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  const [, length = '0'] = /\r\ncontent-length: (\d+)\r\n/i.exec(text) ?? []
  return end >= 0 && text.length >= end + 4 + Number(length)
}

/** An answer as it goes over the wire; `headers` replace the usual ones. */
export function httpAnswer(body: string, headers = ['content-type: application/json'], status = '200 OK'): string {
  return [`HTTP/1.1 ${status}`, ...headers, `content-length: ${Buffer.byteLength(body)}`, '', body].join('\r\n')
}

export function okBody(correlationId: string): string {
  return JSON.stringify({ validationStatusCode: 'OK', validationResultReason: null, correlationId })
}
