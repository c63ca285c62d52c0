/** The peer: what a first version of the hop looks like, with nothing that protects anybody. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import express from 'express'
import { Pool } from 'undici'
import { reportCpu } from './report-cpu.ts'

const { PROVIDER_BASE_URL = '', PROVIDER_SHOP_ID, PROVIDER_API_TOKEN } = process.env
const pool = new Pool(PROVIDER_BASE_URL)
const authorization = `Basic ${Buffer.from(`${PROVIDER_SHOP_ID}:${PROVIDER_API_TOKEN}`).toString('base64')}`

const app = express()
app.use(express.json())
app.post('/api/identity-validations', async (request, response) => {
  const { country, firstName, lastName, documentType, documentNumber } = request.body
  const correlationId = randomUUID()
  const customer = { firstName, lastName, documentType, documentNumber, country }
  const { statusCode, body } = await pool.request({
    path: '/identity-validation',
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', 'x-request-id': randomUUID() },
    body: JSON.stringify({ correlationId, customer }),
  })
  response.status(statusCode).json(await body.json())
})
const server = app.listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()
reportCpu(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`)
