import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { totpCeremonySchema } from '#shared/api/accounts.ts'
import { invitationSchema } from '#shared/api/people.ts'
import { newTokenSchema } from '#shared/api/tokens.ts'
import { totpAt } from '../accounts/totp.ts'
import { backup } from '../programs/data-programs.ts'
import {
  confirmedByPasskey,
  enrolByPassword,
  inviteTo,
  nextCode,
  okay,
  originOf,
  passkeyProof,
  sendAssertion,
  sendEnrolment,
} from '../testing/accounts.ts'
import { withDecoded } from '../testing/canaries.ts'
import { confirmAll } from '../testing/confirmed.ts'
import { keptFiles } from '../testing/kept-files.ts'
import { softwareAuthenticator } from '../testing/software-authenticator.ts'
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'
import { tokenWrite } from '../testing/tokens.ts'

/** A secret, and the request whose answer shows it once; undefined: none does. */
interface Secret {
  readonly what: string
  readonly text: string
  readonly shownBy?: string | undefined
}

interface Exchange {
  readonly request: string
  readonly told: string
}

const folder = mkdtempSync(join(tmpdir(), 'payout-app-canaries-'))
const dataDirectory = join(folder, 'data')
const exchanges: Exchange[] = []
const secrets: Secret[] = []
let app: TestApp

const passwords = ['seven grey herons wade', 'nine red foxes listen quietly', 'a wrong password of no use'] as const

beforeAll(async () => {
  mkdirSync(dataDirectory)
  vi.stubEnv('DATA_DIR', dataDirectory)
  app = await startTestApp({ SIGN_IN: 'accounts', DATA_DIR: dataDirectory, METRICS_PORT: '0', LOG_LEVEL: 'trace' })
  for (const text of passwords) secrets.push({ what: 'password', text })
  await withPasskeys()
  await withPasswords()
  await withAdmins()
  await withMistakes()
})

afterAll(async () => {
  await app.stop()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

/** A browser whose every exchange is recorded; each session that it is given is a secret, and so is everything shown only once. */
function browser(from: Visitor = app.asNewBrowser()): Visitor {
  const send: Visitor['send'] = async (method, path, message = {}) => {
    const answer = await from.send(method, path, message)
    const request = `${method} ${path}`
    // The cookie is where a session's token belongs.
    const { 'set-cookie': cookie, ...headers } = answer.headers
    const [, token] = /=([\w-]{43});/.exec(`${cookie}`) ?? []
    if (token !== undefined) secrets.push({ what: 'session', text: token })
    exchanges.push({ request, told: `${JSON.stringify(headers)} ${answer.text}` })
    for (const [name, text] of textsIn(answer.json)) {
      const what = onceNamed[name]
      if (what !== undefined && request !== describing) secrets.push({ what, text, shownBy: request })
    }
    return answer
  }
  const withBody =
    (method: 'POST' | 'PUT') =>
    (path: string, body: unknown, headers: Record<string, string> = {}) =>
      send(method, path, { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })
  return {
    send,
    get: (path, headers = {}) => send('GET', path, { headers }),
    post: withBody('POST'),
    put: withBody('PUT'),
    delete: (path, headers = {}) => send('DELETE', path, { headers }),
  }
}

/** Has the same names, of other things. */
const describing = 'GET /api/openapi.json'

/** What an answer shows once, by the name of its field. */
const onceNamed: Readonly<Record<string, string>> = {
  ceremonyId: 'ceremony',
  challenge: 'challenge',
  secret: 'TOTP secret',
  uri: 'TOTP address',
  token: 'link or API token',
  link: 'link or API token',
  recoveryCodes: 'recovery code',
  codes: 'recovery code',
}

/** Every text of an answer, with the name of its field. */
function textsIn(json: unknown, name = ''): readonly (readonly [string, string])[] {
  if (typeof json === 'string') return [[name, json]]
  if (typeof json !== 'object' || json === null) return []
  return Object.entries(json).flatMap(([key, value]) => textsIn(value, Array.isArray(json) ? name : key))
}

/** Enrols, signs in, proves, sets a password and loses a passkey, as people do. */
async function withPasskeys(): Promise<void> {
  const invitee = { name: 'Ana Souza', email: 'ana@example.com', roles: ['clerk', 'reviewer', 'admin'] as const }
  const token = await inviteTo(app, invitee)
  secrets.push({ what: 'invitation', text: token })
  const ana = browser()
  const authenticator = softwareAuthenticator(originOf(app))
  okay(await ana.post('/api/enrolment', { token }))
  okay(await sendEnrolment(ana, { token, name: 'Ana Souza', authenticator }))
  okay(await sendAssertion(browser(), authenticator))
  okay(await sendAssertion(ana, authenticator, passkeyProof))
  const person = { visitor: ana, authenticator }
  okay(await confirmedByPasskey(person, () => ana.post('/api/account/recovery-codes', undefined)))
  const { ceremonyId, secret } = totpCeremonySchema.parse(okay(await ana.post('/api/account/totp', {})))
  const typed = totpAt(secret, new Date())
  secrets.push({ what: 'TOTP code', text: typed })
  const change = { ceremonyId, password: passwords[1], code: typed }
  okay(await confirmedByPasskey(person, () => ana.put('/api/account/password', change)))
  const code = secrets.findLast(({ what }) => what === 'recovery code')?.text
  const lost = browser()
  okay(await lost.post('/api/sign-in/recovery', { email: invitee.email, recoveryCode: code }))
  await confirmAll(app)
  const link = secrets.findLast(({ what }) => what === 'link or API token')?.text ?? ''
  okay(
    await sendEnrolment(lost, { token: link, name: 'Ana Souza', authenticator: softwareAuthenticator(originOf(app)) }),
  )
  for (const path of ['/api/account', '/api/session', '/api/activity', '/api/overview', '/api/openapi.json'])
    okay(await lost.get(path))
}

/** Enrols with a password and an app, and signs in with a code. */
async function withPasswords(): Promise<void> {
  const invitee = { name: 'Bruno Lima', email: 'bruno@example.com', roles: ['clerk', 'reviewer', 'admin'] as const }
  const token = await inviteTo(app, invitee)
  secrets.push({ what: 'invitation', text: token })
  const bruno = browser()
  const { secret } = await enrolByPassword(bruno, { token, name: invitee.name, password: passwords[0] })
  const code = nextCode(secret)
  secrets.push({ what: 'TOTP code', text: code })
  const elsewhere = browser()
  okay(await elsewhere.post('/api/sign-in/password', { email: invitee.email, password: passwords[0], code }))
  for (const path of ['/api/account', '/api/session', '/api/activity']) okay(await elsewhere.get(path))
}

/** Invites, makes a token for a program, which uses it, and lists both. */
async function withAdmins(): Promise<void> {
  const admin = browser(await app.asMember({ name: 'Alma Reyes', roles: ['admin'] }))
  const invited = {
    email: 'carla@example.com',
    name: 'Carla Rojas',
    roles: ['clerk'],
    approveUpTo: {},
    approveUpToADay: {},
  }
  const { link } = invitationSchema.parse(okay(await admin.post('/api/invitations', invited)))
  secrets.push({ what: 'invitation', text: link?.split('#')[1] ?? '', shownBy: 'POST /api/invitations' })
  const write = tokenWrite({ name: 'Ledger' })
  const { token } = newTokenSchema.parse(okay(await admin.post('/api/tokens', write)))
  await confirmAll(app)
  const program = browser(app.asNobody())
  const authorization = `Bearer ${token}`
  okay(await program.post('/api/payout-searches', {}, { authorization }))
  await program.get('/api/people', { authorization })
  await program.post('/api/payouts', { token }, { authorization })
  await program.get('/api/exports', { authorization: `Bearer ${token}x` })
  for (const path of ['/api/people', '/api/tokens', '/api/activity']) okay(await admin.get(path))
}

/** Whatever can be sent to the wrong place: secrets in addresses, headers, wrong fields, broken bodies and old sessions. */
async function withMistakes(): Promise<void> {
  const outside = browser(app.asNobody())
  const kinds = [...new Set(secrets.map(({ what }) => what))]
  const tried = kinds.flatMap((kind) => secrets.find(({ what }) => what === kind) ?? [])
  for (const { text } of tried) {
    const headers = {
      authorization: `Bearer ${text}`,
      'idempotency-key': text.slice(0, 40).replace(/\s/g, '-'),
      'if-match': `"${encodeURIComponent(text)}"`,
    }
    await outside.get(`/api/account/${encodeURIComponent(text)}?${encodeURIComponent(text)}=1`)
    await outside.get(`/${encodeURIComponent(text)}?token=${encodeURIComponent(text)}`, { accept: 'text/html' })
    await outside.get('/api/overview', {
      ...headers,
      cookie: `payout-desk-${new URL(app.url).port}=${encodeURIComponent(text)}`,
    })
    await outside.post('/api/sign-in/password', { email: text, password: text, code: '000000' })
    await outside.post('/api/enrolment', { token: text })
    await outside.send('POST', '/api/sign-in/passkey', {
      headers: { 'content-type': 'application/json' },
      body: `{"${text}`,
    })
  }
  const wrong = { email: 'bruno@example.com', password: passwords[2], code: '000000' }
  for (let turn = 0; turn < 8; turn += 1) await outside.post('/api/sign-in/password', wrong)
}

/** The secrets that a text contains, by kind; a code of six digits only as a separate word. */
function found(text: string, meant: readonly Secret[] = secrets): readonly string[] {
  const searched = withDecoded(text)
  const stands = ({ what, text: secret }: Secret) =>
    what === 'TOTP code' ? new RegExp(`(?<![\\w.-])${secret}(?![\\w.-])`).test(text) : searched.includes(secret)
  return meant.filter(stands).map(({ what }) => what)
}

it('Sign-in canaries: There are secrets of every kind, or the searches below would prove nothing', () => {
  const kinds = new Set(secrets.map(({ what }) => what))
  expect([...kinds].sort()).toEqual([
    'TOTP address',
    'TOTP code',
    'TOTP secret',
    'ceremony',
    'challenge',
    'invitation',
    'link or API token',
    'password',
    'recovery code',
    'session',
  ])
  expect(secrets.length).toBeGreaterThan(40)
  expect(found(JSON.stringify(secrets.map(({ text }) => text)))).toHaveLength(secrets.length)
})

it('Sign-in canaries: No answer holds a secret but the one that shows it once', () => {
  const told = exchanges.flatMap(({ request, told }) =>
    found(
      told,
      secrets.filter(({ shownBy }) => shownBy !== request),
    ).map((what) => `${request}: ${what}`),
  )
  expect(told).toEqual([])
})

it('Sign-in canaries: Neither the log nor the metrics hold one, also where a request was refused', async () => {
  expect(app.logged().split('\n').length).toBeGreaterThan(60)
  expect(found(app.logged())).toEqual([])
  const metrics = await (await fetch(`${app.metricsUrl}/metrics`)).text()
  expect(metrics).toContain('/api/sign-in/password')
  expect(found(metrics)).toEqual([])
})

it('Sign-in canaries: Neither the audit log nor anything else of the database or a backup holds one in clear', async () => {
  const store = await app.openStore()
  const entries = await store.db.selectFrom('audit').selectAll().execute()
  expect(entries.length).toBeGreaterThan(10)
  expect(found(JSON.stringify(entries))).toEqual([])
  const notCodes = secrets.filter(({ what }) => what !== 'TOTP code')
  expect(found(keptFiles(dataDirectory), notCodes)).toEqual([])
  const file = join(folder, 'backup')
  expect(await backup([file], { postgresPrograms: undefined })).toMatchObject({ isDone: true })
  expect(found(readFileSync(file, 'latin1'), notCodes)).toEqual([])
})
