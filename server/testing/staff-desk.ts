import { createServer } from 'node:http'
import { sessionCookieName } from '../http/cookies.ts'
import { deviceOf } from '../http/device.ts'
import { readConfig } from '../settings/config.ts'
import { putInBatch } from './in-batch.ts'
import { startMailServer } from './mail-server.ts'
import { memberSession } from './members.ts'
import { startTestApp } from './test-app.ts'
import { startWebhookReceiver } from './webhook-receiver.ts'

/** A server on which people have roles, and a second one that signs them in without a ceremony. */
export interface StaffDesk {
  readonly url: string
  /** Where beneficiaries give their own details. */
  readonly detailsUrl: string
  /** POST a NewMember here as JSON: answers the cookie of a session, just proven, for the browser that asks. To /batch, `{ batchId, ids }`: those payouts came with it. */
  readonly deskUrl: string
  /** A system of the merchant's, which answers webhooks: at /down with 503, at /gone with 410, elsewhere with 204. */
  readonly receiverUrl: string
  readonly stop: () => Promise<void>
}

const statuses: Readonly<Record<string, number>> = { '/down': 503, '/gone': 410 }

export async function startStaffDesk(): Promise<StaffDesk> {
  const receiver = await startWebhookReceiver()
  const webhooks = { WEBHOOKS: 'on', WEBHOOK_PRIVATE_HOSTS: 'localhost' }
  const details = { DETAILS_URL: 'http://localhost:3001', DETAILS_PORT: '0' }
  receiver.answer((response, { path }) => response.writeHead(statuses[path] ?? 204).end())
  const mailServer = await startMailServer({
    onRcptTo: ({ address }, _session, done) =>
      done(
        address.endsWith('@refused.example')
          ? Object.assign(new Error('No such mailbox.'), { responseCode: 550 })
          : null,
      ),
  })
  const mail = { SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`, MAIL_FROM: 'payouts@shop.example' }
  const app = await startTestApp(
    { LOG_LEVEL: 'silent', SIGN_IN: 'accounts', ...webhooks, ...mail, ...details },
    receiver,
  )
  const store = await app.openStore()
  const { sessionLife } = readConfig({})
  const name = sessionCookieName(new URL(app.url).host)
  const desk = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', async () => {
      const member = JSON.parse(Buffer.concat(parts).toString())
      if (request.url === '/batch') {
        await putInBatch(store, member.batchId, member.ids)
        response.end()
        return
      }
      const device = deviceOf(request.headers['user-agent'])
      const token = await memberSession(store, { signIn: 'accounts', sessionLife }, { ...member, device })
      response.end(`${name}=${token}`)
    })
  })
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve))
  const address = desk.address()
  if (address === null || typeof address === 'string') throw new Error('The desk listens on no port.')
  return {
    url: app.url,
    detailsUrl: app.detailsUrl,
    receiverUrl: `https://localhost:${receiver.port}`,
    deskUrl: `http://127.0.0.1:${address.port}`,
    async stop() {
      await new Promise((resolve) => desk.close(resolve))
      await app.stop()
      await receiver.stop()
      await mailServer.stop()
    },
  }
}
