/**
 * The peer: what a first version of this request looks like. With BENCH_SAVES it also writes the rows of a validation, `once` after the
 * call or `twice`, before and after it. Twice is the least that it costs to neither lose nor repeat a validation.
 */
import { once } from 'node:events'
import express from 'express'
import { askProvider } from './bare-hop.ts'
import { listening } from './report-cpu.ts'
import { openSameRows } from './same-rows.ts'

const { DATA_DIR: dataDirectory = '', DATABASE_URL: databaseUrl, BENCH_SAVES: saves } = process.env
const rows = saves === undefined ? undefined : await openSameRows({ dataDirectory, databaseUrl })

const app = express()
app.use(express.json())
app.post('/api/identity-validations', async (request, response) => {
  const intent = saves === 'twice' ? await rows?.begin() : undefined
  const { statusCode, answer } = await askProvider(request.body)
  await (intent === undefined ? rows?.atOnce() : rows?.end(intent))
  response.status(statusCode).json(answer)
})
const server = app.listen(0, '127.0.0.1')
await once(server, 'listening')
listening(server)
