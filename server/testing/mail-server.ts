import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { makeCertificate } from './certificate.ts'

interface ReceivedMail {
  readonly to: string
  readonly isSecure: boolean
  /** As it came, with its headers. */
  readonly raw: string
}

/** A real SMTP server on this machine, which takes `payouts` with the password `geheim`. */
export interface MailServer {
  readonly port: number
  readonly mails: ReceivedMail[]
  /** The certificate that it has. */
  readonly ca: string
  /** Breaks off all connections. */
  hangUp(): void
  stop(): Promise<void>
}

/** A mail as it comes; undefined where the client leaves in the middle. */
export async function mailIn(stream: AsyncIterable<unknown>): Promise<string | undefined> {
  let raw = ''
  try {
    for await (const part of stream) raw += part
  } catch {
    return undefined
  }
  return raw
}

export async function startMailServer(options: SMTPServerOptions = {}, port = 0): Promise<MailServer> {
  const folder = mkdtempSync(join(tmpdir(), 'payout-desk-mail-'))
  const ca = makeCertificate(folder)
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    key: readFileSync(join(folder, 'privkey.pem')),
    cert: ca,
    authOptional: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'payouts' && password === 'geheim' ? done(null, { user: username }) : done(new Error('Not you.')),
    onData: async (stream, session, done) => {
      const raw = await mailIn(stream)
      if (raw === undefined) return
      const to = session.envelope.rcptTo.map(({ address }) => address).join()
      mails.push({ to, isSecure: session.secure, raw })
      done()
    },
    ...options,
  })
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  // A client that leaves in the middle is no fault of the test.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    mails,
    ca,
    hangUp: () => {
      for (const socket of sockets) socket.destroy()
    },
    stop: async () => {
      await new Promise<void>((resolve) => server.close(() => resolve()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
