/** The peer without a framework: Node's own server and JSON.parse. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { askProvider } from './bare-hop.ts'
import { listening } from './report-cpu.ts'

const server = createServer(async (request, response) => {
  let text = ''
  for await (const piece of request) text += piece
  const { statusCode, answer } =
    request.url === '/api/identity-validations' ? await askProvider(JSON.parse(text)) : notFound
  response.writeHead(statusCode, { 'content-type': 'application/json' })
  response.end(JSON.stringify(answer))
}).listen(0, '127.0.0.1')
const notFound = { statusCode: 404, answer: {} }
await once(server, 'listening')
listening(server)
