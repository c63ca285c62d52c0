/** The fastest provider there can be: an OK with the right echo. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { listening } from './report-cpu.ts'

const server = createServer(async (request, response) => {
  let body = ''
  for await (const piece of request) body += piece
  const [, correlationId = ''] = /"correlationId":"([^"]*)"/.exec(body) ?? []
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ validationStatusCode: 'OK', validationResultReason: null, correlationId }))
}).listen(0, '127.0.0.1')
await once(server, 'listening')
listening(server)
