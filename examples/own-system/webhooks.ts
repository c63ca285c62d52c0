import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

/**
 * Receives webhooks, behind what speaks https, and answers a wait for the next one. That is all they are used for here: what happened is read from
 * GET /api/events, so none that is missed, repeated or out of order does any harm.
 */
export function receiveWebhooks(
  port: number,
  secret: string,
): { readonly next: () => Promise<void>; readonly close: () => void } {
  const webhook = new Webhook(secret)
  let hasCome = false
  let wake = () => {}
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    try {
      const header = (name: string) => String(request.headers[name] ?? '')
      webhook.verify(body, {
        'webhook-id': header('webhook-id'),
        'webhook-timestamp': header('webhook-timestamp'),
        'webhook-signature': header('webhook-signature'),
      })
    } catch {
      response.writeHead(401).end()
      return
    }
    response.writeHead(204).end()
    hasCome = true
    wake()
  })
  server.listen(port, '127.0.0.1')
  return {
    async next() {
      if (!hasCome)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      hasCome = false
    },
    close: () => server.close(),
  }
}
