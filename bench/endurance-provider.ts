import { once } from 'node:events'
import { createServer } from 'node:http'
import * as z from 'zod/mini'

/** A provider that answers every identity validation OK, counts what it would bill, and can be down. */
export interface EnduranceProvider {
  readonly url: string
  /** How often each document was asked about. */
  readonly billed: ReadonlyMap<string, number>
  start(): Promise<void>
  stop(): Promise<void>
}

const askedSchema = z.object({ correlationId: z.string(), customer: z.object({ documentNumber: z.string() }) })

export function createProvider(port: number): EnduranceProvider {
  const billed = new Map<string, number>()
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const piece of request) text += piece
    const { correlationId, customer } = askedSchema.parse(JSON.parse(text))
    billed.set(customer.documentNumber, (billed.get(customer.documentNumber) ?? 0) + 1)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ validationStatusCode: 'OK', validationResultReason: null, correlationId }))
  })
  return {
    url: `http://127.0.0.1:${port}`,
    billed,
    start: async () => {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
