import { createTransport, type NodemailerError } from 'nodemailer'
import type { MailTrouble } from '#shared/api/mail.ts'
import type { DeliveryAnswer } from '../deliveries/deliver.ts'
import type { Clock } from '../kernel/clock.ts'
import { orAborted } from '../kernel/or-aborted.ts'
import type { MailSettings } from '../settings/mail-settings.ts'

export interface MailMessage {
  /** Of its first event and this recipient: what is sent again has the same. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Left out, it is plain text alone. */
  readonly html?: string
  readonly language: string
}

/** Hands a mail to the mail server once, and gives it up at the signal. Never rejects. */
export type SendMail = (message: MailMessage, ending: AbortSignal) => Promise<DeliveryAnswer>

interface MailDeps {
  readonly clock: Pick<Clock, 'now' | 'schedule'>
  /** The certificates that are trusted besides the system's: of tests. */
  readonly ca?: string | undefined
}

/** Until there is a connection, and until the server greets. */
const connectMs = 10_000

/** A server may look a mail over for long before it takes it: RFC 5321 says ten minutes. A minute without a byte is no such server. */
const silentMs = 60_000

/** Of one attempt: a server that says a byte at a time holds up no other mail for longer. */
const limitMs = 10 * 60_000

/** Beyond this machine the password and the mail leave over TLS alone, whose certificate holds. */
export function createSendMail(
  { host, port, tls, credentials, from }: MailSettings,
  { clock, ca }: MailDeps,
): SendMail {
  const transport = createTransport({
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    auth: credentials,
    tls: { minVersion: 'TLSv1.2', ...(ca && { ca }) },
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: silentMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  return async ({ id, to, subject, text, html, language }, ending) => {
    const startedAt = clock.now()
    const tookMs = () => Math.round(clock.now() - startedAt)
    const message = {
      ...{ from, to: { name: '', address: to }, subject, text, html },
      messageId: `<${id}@${domain}>`,
      // No program answers it, and no vacation notice does.
      headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
    }
    const limit = new AbortController()
    const cancel = clock.schedule(limitMs, () => limit.abort())
    const signal = AbortSignal.any([limit.signal, ending])
    try {
      await orAborted(transport.sendMail(message), signal)
      return { status: taken, why: null, tookMs: tookMs() }
    } catch (error) {
      if (signal.aborted) return { status: null, why: 'timeout', tookMs: tookMs() }
      return { ...troubleOf(error), tookMs: tookMs() }
    } finally {
      cancel()
    }
  }
}

/** The reply of a server that took a mail. */
const taken = 250

function troubleOf(error: unknown): { readonly status: number | null; readonly why: MailTrouble } {
  if (!(error instanceof Error)) return { status: null, why: 'connection' }
  const { code, responseCode, message }: Partial<NodemailerError> = error
  const status = responseCode ?? null
  if (code === 'EAUTH' || code === 'ENOAUTH') return { status, why: 'auth' }
  // The library gives what fails in TLS later than at STARTTLS the code of any socket.
  if (code === 'ETLS' || /certificate|SSL/i.test(message ?? '')) return { status, why: 'certificate' }
  const isOfMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (status !== null) return { status, why: status >= 500 && isOfMail ? 'refused' : 'later' }
  if (code === 'ETIMEDOUT') return { status, why: 'timeout' }
  return { status, why: code === 'EDNS' ? 'unresolved' : 'connection' }
}
