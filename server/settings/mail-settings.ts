import type { SignInMode } from '#shared/api/session.ts'
import type { Environment } from '../kernel/environment.ts'
import { isLoopback } from '../kernel/loopback.ts'

/** The merchant's mail server, and whose name is on what it is sent. The password leaves this value in the sender of mail only. */
export interface MailSettings {
  readonly host: string
  readonly port: number
  /** TLS from the first byte, TLS that STARTTLS begins before anything else is sent, or none: to this machine alone. */
  readonly tls: 'implicit' | 'starttls' | 'none'
  readonly credentials: { readonly user: string; readonly pass: string } | undefined
  readonly from: { readonly name: string; readonly address: string }
}

interface MailResult {
  /** Undefined: no mail is sent. */
  readonly mail: MailSettings | undefined
  readonly errors: readonly string[]
}

/** Reads SMTP_URL, MAIL_FROM and the password; `given` holds no blanks. */
export function readMailSettings(
  given: Environment,
  signIn: SignInMode,
  readFile: (path: string) => string,
): MailResult {
  const { SMTP_URL: address, MAIL_FROM: sender } = given
  if (address === undefined) {
    const unused = ['MAIL_FROM', 'SMTP_PASSWORD', 'SMTP_PASSWORD_FILE'].filter((name) => given[name] !== undefined)
    return { mail: undefined, errors: unused.map((name) => `${name} has no effect without SMTP_URL`) }
  }
  const server = readServer(address.trim())
  const from = readSender(sender?.trim() ?? '')
  const password = readPassword(given, readFile)
  const user = 'url' in server ? decodeURIComponent(server.url.username) : ''
  const errors = [
    ...('error' in server ? [`SMTP_URL ${server.error}`] : []),
    ...(signIn === 'local' ? ['SMTP_URL needs SIGN_IN=accounts or oidc: only members with an address get mail'] : []),
    ...(from === undefined ? ['MAIL_FROM must be an address such as payouts@example.com'] : []),
    ...password.errors,
    ...('url' in server && (user === '') !== (password.text === '') && password.errors.length === 0
      ? ['SMTP_URL needs a user and SMTP_PASSWORD (or SMTP_PASSWORD_FILE), or neither']
      : []),
  ]
  if (errors.length > 0 || 'error' in server || from === undefined) return { mail: undefined, errors }
  const { url, tls } = server
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = server.port === '' ? usualPorts[tls] : Number(server.port)
  const credentials = user === '' ? undefined : { user, pass: password.text }
  return { mail: { host, port, tls, credentials, from }, errors }
}

const usualPorts = { implicit: 465, starttls: 587, none: 25 } as const

const howItLooks = 'must be an address such as smtps://user@mail.example.com or smtp://user@mail.example.com:587'

interface MailServer {
  readonly url: URL
  readonly port: string
  readonly tls: MailSettings['tls']
}

function readServer(text: string): MailServer | { readonly error: string } {
  if (!URL.canParse(text) || !/^smtps?:[/][/]/i.test(text)) return { error: howItLooks }
  // Of other protocols than the web's, names of hosts are not checked: read as one of these they are.
  const { protocol, password, username, port } = new URL(text)
  const asWeb = text.replace(/^smtps?:/i, 'https:')
  if (!URL.canParse(asWeb) || !isEncoded(username) || port === '0') return { error: howItLooks }
  const url = new URL(asWeb)
  if (password !== '') return { error: 'must not hold a password: it goes into SMTP_PASSWORD_FILE' }
  if (url.pathname !== '/' || url.search || url.hash) return { error: 'must end after the host and its port' }
  if (protocol === 'smtps:') return { url, port, tls: 'implicit' }
  return { url, port, tls: isLoopback(url.hostname) ? 'none' : 'starttls' }
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** An address, or a name with the address in angle brackets. */
function readSender(text: string): MailSettings['from'] | undefined {
  const [, name = '', inBrackets] = /^([^<>"\r\n]{0,100})<([^<>]{1,254})>$/.exec(text) ?? []
  const address = (inBrackets ?? text).trim()
  const isAddress = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9.-]{1,190}$/i.test(address)
  return isAddress ? { name: name.trim() || 'Payout Desk', address } : undefined
}

function readPassword(
  given: Environment,
  readFile: (path: string) => string,
): { readonly text: string; readonly errors: readonly string[] } {
  const { SMTP_PASSWORD: password, SMTP_PASSWORD_FILE: path } = given
  if (password !== undefined && path !== undefined)
    return { text: '', errors: ['SMTP_PASSWORD and SMTP_PASSWORD_FILE are both set: keep one'] }
  if (path === undefined) return { text: password?.trim() ?? '', errors: [] }
  try {
    const text = readFile(path).trim()
    return { text, errors: text === '' ? ['SMTP_PASSWORD_FILE is an empty file'] : [] }
  } catch {
    return { text: '', errors: ['SMTP_PASSWORD_FILE cannot be read: check the path and its permissions'] }
  }
}
