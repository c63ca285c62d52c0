import { createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { systemClock } from '../kernel/clock.ts'
import type { MailSettings } from '../settings/mail-settings.ts'
import { type MailServer, startMailServer } from '../testing/mail-server.ts'
import { quickClock } from '../testing/virtual-clock.ts'
import { createSendMail } from './send-mail.ts'

const message = {
  id: 'evt_a.1',
  to: 'ana@example.com',
  subject: 'Três pagamentos esperam',
  text: 'Olá',
  html: '<p>Olá</p>',
  language: 'pt-BR',
}
const going = new AbortController().signal

describe('a mail server', () => {
  const stops: (() => Promise<void> | void)[] = []
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
  })
  const start = async (options: Parameters<typeof startMailServer>[0] = {}): Promise<MailServer> => {
    const server = await startMailServer(options)
    stops.push(server.stop)
    return server
  }
  const settings = (port: number, given: Partial<MailSettings> = {}): MailSettings => ({
    host: 'localhost',
    port,
    tls: 'starttls',
    credentials: { user: 'payouts', pass: 'geheim' },
    from: { name: 'Payout Desk', address: 'payouts@shop.example' },
    ...given,
  })
  const sendTo = (server: Pick<MailServer, 'port'> & Partial<MailServer>, given: Partial<MailSettings> = {}) =>
    createSendMail(settings(server.port, given), { clock: systemClock, ca: server.ca })(message, going)
  /** Speaks SMTP up to some command, and does what is given then. */
  const speaking = async (until: string, act: (socket: Socket) => void) => {
    const sockets = new Set<Socket>()
    const server = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      let isData = false
      const say = (line: string) => socket.write(`${line}\r\n`)
      if (until === 'greeting') return act(socket)
      say('220 mail.example')
      socket.on('data', (bytes) => {
        for (const line of String(bytes).split('\r\n').filter(Boolean)) {
          if (isData ? line === '.' && until === 'end' : line.startsWith(until)) return act(socket)
          if (isData) continue
          isData = line === 'DATA'
          say(isData ? '354 go on' : '250 ok')
        }
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    stops.push(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    const address = server.address()
    return { port: typeof address === 'object' && address !== null ? address.port : 0 }
  }
  const inClear = { tls: 'none', host: '127.0.0.1', credentials: undefined } as const

  it('A mail is handed over by STARTTLS and by TLS from the first byte, signed in, with its Message-ID, in text and HTML', async () => {
    for (const tls of ['starttls', 'implicit'] as const) {
      const server = await start({ secure: tls === 'implicit', authOptional: false })
      expect(await sendTo(server, { tls })).toMatchObject({ status: 250, why: null })
      expect(server.mails).toMatchObject([{ to: 'ana@example.com', isSecure: true }])
      const [{ raw = '' } = {}] = server.mails
      for (const part of [
        /^Message-ID: <evt_a\.1@shop\.example>\r$/m,
        /^From: Payout Desk <payouts@shop\.example>\r$/m,
        /^Auto-Submitted: auto-generated\r$/m,
        /^Content-Type: text\/plain; charset=utf-8\r$/m,
        /^Content-Type: text\/html; charset=utf-8\r$/m,
      ])
        expect(raw).toMatch(part)
      expect(raw).not.toMatch(/X-Mailer/i)
    }
  })

  it('Neither the password nor the mail leaves without TLS, and none is sent to a server whose certificate does not hold', async () => {
    const plain = await start({ hideSTARTTLS: true, disabledCommands: ['STARTTLS'] })
    expect(await sendTo(plain)).toMatchObject({ why: 'certificate' })
    const unknown = await start()
    expect(await sendTo({ port: unknown.port })).toMatchObject({ why: 'certificate' })
    const other = await start()
    expect(await sendTo(other, { host: '127.0.0.1' })).toMatchObject({ why: 'certificate' })
    expect([plain, unknown, other].flatMap(({ mails }) => mails)).toEqual([])
  })

  it('A wrong password, an address that is refused, greylisting and a server that is full are told apart', async () => {
    const server = await start()
    expect(await sendTo(server, { credentials: { user: 'payouts', pass: 'x' } })).toMatchObject({
      why: 'auth',
      status: 535,
    })
    const answering = (responseCode: number) =>
      start({ onRcptTo: (_address, _session, done) => done(Object.assign(new Error('No.'), { responseCode })) })
    expect(await sendTo(await answering(550))).toMatchObject({ why: 'refused', status: 550 })
    expect(await sendTo(await answering(450))).toMatchObject({ why: 'later', status: 450 })
    const full = await start({
      onData: (stream, _session, done) => {
        stream.resume()
        stream.on('end', () => done(Object.assign(new Error('Full.'), { responseCode: 452 })))
      },
    })
    expect(await sendTo(full)).toMatchObject({ why: 'later', status: 452 })
  })

  it('A server that is not there, has no address, never greets, or dies in the middle of a mail has not taken it', async () => {
    const gone = await start()
    await gone.stop()
    expect(await sendTo(gone)).toMatchObject({ status: null, why: 'connection' })
    expect(await sendTo(gone, { host: 'mail.invalid' })).toMatchObject({ status: null, why: 'unresolved' })
    for (const until of ['RCPT', 'end']) {
      const dying = await speaking(until, (socket) => socket.destroy())
      expect(await sendTo(dying, inClear)).toMatchObject({ status: null, why: 'connection' })
    }
  })

  it('A server that goes on saying a little is left after ten minutes', async () => {
    const slow = await speaking('MAIL', (socket) => {
      const timer = setInterval(() => socket.write('250-wait\r\n'), 10)
      socket.on('close', () => clearInterval(timer))
    })
    const send = createSendMail(settings(slow.port, inClear), { clock: quickClock(6_000) })
    expect(await send(message, going)).toMatchObject({ status: null, why: 'timeout' })
  })

  it('What is under way when the app ends is given up at once', async () => {
    const ending = new AbortController()
    const silent = await speaking('greeting', () => ending.abort())
    const send = createSendMail(settings(silent.port, inClear), { clock: systemClock })
    expect(await send(message, ending.signal)).toMatchObject({ status: null })
  })
})
