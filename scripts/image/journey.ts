import assert from 'node:assert/strict'
import * as z from 'zod/mini'

const requestsSchema = z.array(z.object({ recipientPixKey: z.string(), amount: z.number() }))
const revealedSchema = z.object({ version: z.number(), requestHash: z.string(), warningsHash: z.string() })

/** One payout is entered, approved by another person, exported and fetched, over HTTP as a page does it. Where people sign in by name. */
export async function runJourney(url: string): Promise<void> {
  const ana = await signIn(url, 'Ana Souza')
  const bruno = await signIn(url, 'Bruno Lima')
  const entry = {
    country: 'BR',
    method: 'pix',
    beneficiaryFirstName: 'Carla',
    beneficiaryLastName: 'Dias',
    documentType: '1',
    documentNumber: '529.982.247-25',
    recipientPixKey: 'carla@example.com',
    amount: '1500.50',
  }
  const { id } = z
    .object({ id: z.string() })
    .parse((await ana('POST', '/api/payouts', { entry, confirmed: [], submit: true })).json)
  const { version, ...shown } = revealedSchema.parse((await bruno('POST', `/api/payouts/${id}/reveal`, {})).json)
  const approval = { ...shown, confirmed: [] }
  await bruno('POST', `/api/payouts/${id}/approve`, approval, { 'if-match': `"${version}"` })
  const list = { payoutIds: [id], format: 'json', again: false }
  const { location } = await ana('POST', '/api/exports', list)
  const { json } = await ana('GET', `${location}?format=json`)
  assert.deepEqual(requestsSchema.parse(json), [{ recipientPixKey: 'carla@example.com', amount: 1500.5 }])
}

type Ask = (
  method: string,
  path: string,
  body?: object,
  headers?: Record<string, string>,
) => Promise<{ readonly json: unknown; readonly location: string | null }>

async function signIn(url: string, name: string): Promise<Ask> {
  const json = { 'content-type': 'application/json' }
  const session = await fetch(`${url}/api/session`, { method: 'POST', headers: json, body: JSON.stringify({ name }) })
  const cookie = session.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return async (method, path, body, headers) => {
    const answer = await fetch(url + path, {
      method,
      headers: { ...json, cookie, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    assert.ok(answer.ok, `${method} ${path} answered ${answer.status}: ${text}`)
    return { json: JSON.parse(text), location: answer.headers.get('location') }
  }
}
