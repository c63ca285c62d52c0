import { createHmac, randomBytes } from 'node:crypto'

/** What both sides know, as the specification writes it: whsec_ and 256 random bits. */
export function makeWebhookSecret(): string {
  return `${prefix}${randomBytes(32).toString('base64')}`
}

interface SignedMessage {
  readonly id: string
  readonly at: Date
  readonly body: string
}

/** The headers of a message after the specification Standard Webhooks, signed with each secret: receivers accept any of the signatures. */
export function signedHeaders(secrets: readonly string[], { id, at, body }: SignedMessage): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') }
}

const prefix = 'whsec_'
