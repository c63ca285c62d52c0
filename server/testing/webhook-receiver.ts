import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WebhookNetwork } from '../webhooks/send-webhook.ts'
import { makeCertificate } from './certificate.ts'

/** A call as it arrived. */
interface ReceivedCall {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly path: string
}

type Answering = (response: ServerResponse, call: ReceivedCall) => void

/** A system of the merchant's, over https at localhost, under any name that the network is asked for. */
export interface WebhookReceiver {
  readonly port: number
  readonly calls: ReceivedCall[]
  /** What it answers from now on; at first 204. */
  answer(how: Answering): void
  /** Has every name at this machine, and trusts the receiver's certificate. */
  readonly network: WebhookNetwork
  stop(): Promise<void>
}

/** `trustedFolder` has the certificate that a server which runs already trusts. */
export async function startWebhookReceiver({ isSecure = true, trustedFolder = '' } = {}): Promise<WebhookReceiver> {
  const folder = mkdtempSync(join(tmpdir(), 'payout-desk-receiver-'))
  const certificateFolder = trustedFolder || folder
  const ca = trustedFolder ? readFileSync(join(trustedFolder, 'fullchain.pem'), 'utf8') : makeCertificate(folder)
  const calls: ReceivedCall[] = []
  let answering: Answering = (response) => response.writeHead(204).end()
  const secure = { key: readFileSync(join(certificateFolder, 'privkey.pem')), cert: ca }
  const server = isSecure ? createSecureServer(secure) : createServer()
  server.on('request', async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const call = { headers: request.headers, body, path: request.url ?? '' }
    calls.push(call)
    answering(response, call)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    calls,
    answer: (how) => {
      answering = how
    },
    network: { resolve: async () => [{ address: '127.0.0.1', family: 4 }], ca },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true })
    },
  }
}
