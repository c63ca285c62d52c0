/** What every peer of this bench does: the same request to the provider, by undici, without any of the product's protections. */
import { randomUUID } from 'node:crypto'
import { Pool } from 'undici'

const { PROVIDER_BASE_URL = '', PROVIDER_SHOP_ID, PROVIDER_API_TOKEN } = process.env
const pool = new Pool(PROVIDER_BASE_URL)
const authorization = `Basic ${Buffer.from(`${PROVIDER_SHOP_ID}:${PROVIDER_API_TOKEN}`).toString('base64')}`

export async function askProvider(given: Readonly<Record<string, unknown>>) {
  const { country, firstName, lastName, documentType, documentNumber } = given
  const correlationId = randomUUID()
  const customer = { firstName, lastName, documentType, documentNumber, country }
  const { statusCode, body } = await pool.request({
    path: '/identity-validation',
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', 'x-request-id': randomUUID() },
    body: JSON.stringify({ correlationId, customer }),
  })
  return { statusCode, answer: await body.json() }
}
