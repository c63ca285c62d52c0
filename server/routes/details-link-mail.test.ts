import { request } from 'undici'
import { expect, it, onTestFinished } from 'vitest'
import { newDetailsLinkSchema } from '#shared/api/details-links.ts'
import { startMailServer } from '../testing/mail-server.ts'
import { startTestApp } from '../testing/test-app.ts'

it('A link is mailed once to its payee as plain text in their language, by a person who has its address; nothing of it is kept', async () => {
  const server = await startMailServer({
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('no-one') ? Object.assign(new Error('No such mailbox.'), { responseCode: 550 }) : null),
  })
  onTestFinished(() => server.stop())
  const app = await startTestApp({
    SIGN_IN: 'accounts',
    ...{ DETAILS_URL: 'http://localhost:3001', DETAILS_PORT: '0', DETAILS_NAME: 'Frete Sul' },
    ...{ SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: 'payouts@shop.example' },
  })
  onTestFinished(() => app.stop())
  const clerk = await app.asMember({ name: 'Ana Souza', roles: ['clerk'] })
  const { json } = await clerk.post('/api/details-links', { name: 'Rui do frete', language: 'pt-BR' })
  const { url, details } = newDetailsLinkSchema.parse(json)
  const secret = new URL(url).hash.slice(1)
  const mail = async (email: string, key = secret) => {
    const answer = await clerk.post(`/api/details-links/${details.id}/mail`, { email, secret: key })
    return [answer.status, answer.json]
  }
  expect(await mail('Rui@Frete.example ')).toEqual([200, { isSent: true }])
  expect(server.mails.map(({ to }) => to)).toEqual(['rui@frete.example'])
  const raw = (server.mails[0]?.raw ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=')
  expect(raw).toContain(url)
  expect(raw).toContain('Content-Type: text/plain')
  expect(raw).toContain('Content-Language: pt-BR')
  expect(raw).not.toContain('Rui do frete')

  expect(await mail('no-one@frete.example')).toEqual([200, { isSent: false }])
  expect((await mail('rui@frete.example', 'x'.repeat(43)))[0]).toBe(410)
  expect((await mail('rui@frete.example\r\nBcc: all@frete.example'))[0]).toBe(422)
  expect(server.mails).toHaveLength(1)
  const store = await app.openStore()
  const entries = await store.entriesAbout([details.id])
  expect(entries.map(({ action }) => action)).toEqual(['details.asked', 'details.mailed', 'details.mailed'])
  const markOf = (email: string) => ({ to: store.encryption.hash('mailed address', email).slice(0, 16) })
  expect(entries.slice(1).map(({ facts }) => JSON.parse(facts))).toEqual(
    ['rui@frete.example', 'no-one@frete.example'].map(markOf),
  )
  for (const table of ['details_links', 'deliveries'] as const)
    expect(JSON.stringify(await store.db.selectFrom(table).selectAll().execute())).not.toMatch(
      new RegExp(`${secret}|frete\\.example`),
    )
  // What the payee has opens as before.
  const { statusCode } = await request(`${app.detailsUrl}/api/open`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: details.id, secret }),
  })
  expect(statusCode).toBe(200)

  const notMailed = { code: 'TOO_MANY_MAILED', params: { most: 200 } }
  const personId = entries[0]?.person_id ?? ''
  // Of other links.
  const mailed = () => ({ type: 'detailsLink', id: crypto.randomUUID() }) as const
  await store.write((tx) =>
    tx.audit(...Array.from({ length: 197 }, () => ({ personId, action: 'details.mailed' as const, thing: mailed() }))),
  )
  expect(await mail('rui@frete.example')).toEqual([200, { isSent: true }])
  expect(await mail('rui@frete.example')).toMatchObject([429, notMailed])
  expect(server.mails).toHaveLength(2)
  const other = await app.asMember({ name: 'Bia Lima', roles: ['clerk'] })
  const again = await other.post(`/api/details-links/${details.id}/mail`, { email: 'rui@frete.example', secret })
  expect(again.json).toEqual({ isSent: true })
})
