import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'

interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Answers one request; `correlationId` is that of the request. */
export type Script = (response: ServerResponse, correlationId: string) => void

export interface ScriptedProvider {
  readonly baseUrl: string
  readonly received: readonly Received[]
  stop(): Promise<void>
}

/** A provider that answers its requests by a script, one entry a request, the last one for all that follow. */
export async function startScriptedProvider(...scripts: readonly Script[]): Promise<ScriptedProvider> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    received.push({ path: request.url ?? '', headers: request.headers, body })
    const script = scripts[received.length - 1] ?? scripts.at(-1)
    script?.(response, /"correlationId":"([^"]*)"/.exec(body)?.[1] ?? '')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    received,
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

export function reply(status: number, body: unknown, headers: Record<string, string> = {}): Script {
  return (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** A MerchantValidationResponse with the right echo, `extra` over it. */
export function outcome(status: number, validationStatusCode: unknown, extra: Record<string, unknown> = {}): Script {
  return (response, correlationId) =>
    reply(status, { validationStatusCode, validationResultReason: null, correlationId, ...extra })(
      response,
      correlationId,
    )
}
