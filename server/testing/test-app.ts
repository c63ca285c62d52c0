import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Agent, type Dispatcher, request } from 'undici'
import type { FieldTable } from '#shared/payout/fields.ts'
import { startApp } from '../app/start-app.ts'
import { sessionCookieName } from '../http/cookies.ts'
import type { Route } from '../http/route.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Environment } from '../kernel/environment.ts'
import { type Config, readConfig } from '../settings/config.ts'
import type { QueryLog } from '../store/database-kind.ts'
import { openStore } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import type { WebhookNetwork } from '../webhooks/send-webhook.ts'
import { holdToContract } from './contract.ts'
import { memberSession, type NewMember } from './members.ts'

/** An answer of the app, read to its end. */
export interface Answer {
  readonly status: number
  readonly headers: Dispatcher.ResponseData['headers']
  readonly text: string
  readonly json: unknown
}

/** The requests of one person, or of a client without a session. */
export interface Visitor {
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>
  put(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>
  delete(path: string, headers?: Record<string, string>): Promise<Answer>
  send(method: Dispatcher.HttpMethod, path: string, options?: Message): Promise<Answer>
}

/** An app, asked by Ana Souza unless a test says otherwise. */
export interface TestApp extends Visitor {
  readonly url: string
  readonly metricsUrl: string
  /** Where payees give their own details. */
  readonly detailsUrl: string
  readonly sandboxUrl: string
  /** All that it serves, but for the files of the pages. */
  readonly routes: readonly Route[]
  /** All lines that the app has logged. */
  readonly logged: () => string
  /** Another person, signed in with the first request. */
  as(name: string): Visitor
  /** A visitor who has not signed in. */
  asNobody(): Visitor
  /** A browser without a session yet: it holds the one that it is given. */
  asNewBrowser(): Visitor
  /** A new member of staff with these roles, whose session is proven; for modes in which no name is taken on trust. */
  asMember(member: NewMember): Promise<Visitor>
  /** The database of the app, opened once more. */
  openStore(): Promise<Store>
  /** Ends the app as a signal does, while our own connections stay open. */
  endInPeace(): Promise<void>
  stop(): Promise<void>
}

interface Message {
  readonly headers?: Record<string, string>
  /** One that is read is sent as it comes. */
  readonly body?: string | Buffer | Readable
  readonly signal?: AbortSignal
}

interface TestOptions {
  readonly webDirectory?: string
  readonly detailsDirectory?: string
  readonly fields?: FieldTable
  readonly queryLog?: QueryLog
  /** When the first person was let in, before the app starts: past a day, who has a new role is held. Left out: not yet. */
  readonly enrolledAt?: string
  /** How long a write waits for its turn; and how long one that does may go on once the app is asked to end. */
  readonly writerWaitMs?: number
  readonly graceMs?: number
  readonly clock?: Clock
  /** How the hosts of webhooks are found and trusted. */
  readonly network?: WebhookNetwork
}

/** Where nothing listens: for tests of SIGN_IN=oidc without a sign-in there. */
export const absentIdentityProvider = {
  OIDC_ISSUER: 'http://127.0.0.1:9',
  OIDC_CLIENT_ID: 'payout-desk',
  OIDC_CLIENT_SECRET: 'of nobody',
  OIDC_ROLES: '{"payouts-clerks":["clerk"]}',
}

/** A hundredth of what a password costs a server, which is half a second of a processor. */
const passwordCost = { logN: 10, r: 8, p: 1 }

/**
 * The real app (and sandbox, unless `environment` names a provider) on free ports, with retries that hardly wait and no limit for
 * a person. Its data are its own, unless `environment` says where, and go with it.
 */
export async function startTestApp(
  environment: Environment = {},
  {
    webDirectory,
    detailsDirectory,
    fields,
    queryLog,
    enrolledAt,
    writerWaitMs,
    graceMs,
    clock,
    network,
  }: TestOptions = {},
): Promise<TestApp> {
  const lines: string[] = []
  const dataDirectory = mkdtempSync(join(tmpdir(), 'payout-desk-'))
  const config = readConfig({
    PORT: '0',
    PROVIDER_BACKOFF_BASE_MS: '1',
    VALIDATIONS_PER_MINUTE: '100000',
    WRITES_PER_MINUTE: '100000',
    SIGN_INS_PER_MINUTE: '100000',
    NUMBER_SEARCHES_PER_MINUTE: '100000',
    REVEALS_PER_DAY: '100000',
    DATA_DIR: dataDirectory,
    ...absentIdentityProvider,
    ...environment,
  })
  if (enrolledAt !== undefined) await enrolFirst(config.data, enrolledAt)
  const app = await startApp(
    { ...config, passwordCost, ...(webDirectory && { webDirectory }), ...(detailsDirectory && { detailsDirectory }) },
    { logTo: { write: (line) => void lines.push(line) }, fields, queryLog, writerWaitMs, graceMs, clock, network },
  )
  const agent = new Agent()
  const hold = holdToContract(app.routes, fields !== undefined)
  let opened: Promise<Store> | undefined
  const ownStore = () => {
    opened ??= openStore(config.data, clock?.date ?? (() => new Date()))
    return opened
  }
  return {
    url: app.url,
    metricsUrl: app.metricsUrl ?? '',
    detailsUrl: app.detailsUrl ?? '',
    sandboxUrl: app.sandboxUrl ?? '',
    routes: app.routes,
    logged: () => lines.join(''),
    ...visitor(agent, app.url, 'Ana Souza', hold),
    as: (name) => visitor(agent, app.url, name, hold),
    asNobody: () => visitor(agent, app.url, undefined, hold),
    asNewBrowser: () => holder(agent, app.url, {}, hold),
    asMember: async (member) => {
      const token = await memberSession(await ownStore(), config, member)
      return holder(
        agent,
        app.url,
        { cookie: `${sessionCookieName(new URL(app.url).host, config.publicUrl)}=${token}` },
        hold,
      )
    },
    openStore: ownStore,
    endInPeace: () => app.stop(),
    stop: async () => {
      await agent.destroy()
      await app.stop()
      await (await opened)?.close()
      rmSync(dataDirectory, { recursive: true, force: true })
    },
  }
}

async function enrolFirst(data: Config['data'], at: string): Promise<void> {
  const store = await openStore(data, () => new Date(at))
  const thing = { type: 'person', id: 'founder' } as const
  await store.write((tx) =>
    tx.audit({ personId: thing.id, action: 'person.enrolled', thing, facts: { name: 'First Founder' } }),
  )
  await store.close()
}

/** Sends the cookie with each request to the API; undefined: none. `hold` looks at each answer. */
export function visitor(
  agent: Agent,
  url: string,
  name: string | undefined,
  hold: ReturnType<typeof holdToContract> = () => {},
): Visitor {
  let signedIn: Promise<Record<string, string>> | undefined
  const cookie = (path: string) => {
    if (name === undefined || !path.startsWith('/api/')) return {}
    signedIn ??= signIn(agent, url, name)
    return signedIn
  }
  // It has ended this session, or begun another: with the next request the visitor signs in again as who they are.
  const forget = () => {
    signedIn = undefined
  }
  return asking(agent, url, { cookie, onCookie: forget, hold })
}

/** Everyone at one address, each signed in once. */
export function visitorsAt(agent: Agent, url: string): (name: string) => Visitor {
  const known = new Map<string, Visitor>()
  return (name) => {
    const found = known.get(name) ?? visitor(agent, url, name)
    known.set(name, found)
    return found
  }
}

/** A visitor with a session that was begun elsewhere; what takes its place is held from then on. */
export function holder(
  agent: Agent,
  url: string,
  given: Record<string, string>,
  hold: ReturnType<typeof holdToContract> = () => {},
): Visitor {
  const held = new Map([['', given.cookie ?? '']])
  const onCookie = ({ headers }: Answer) => {
    for (const set of [headers['set-cookie'] ?? []].flat()) {
      const pair = set.slice(0, set.indexOf(';'))
      const name = pair.slice(0, pair.indexOf('='))
      // The session that it was given has no other name.
      if (!/-(browser|oidc)/.test(name)) held.delete('')
      held.set(name, pair.endsWith('=') ? '' : pair)
    }
  }
  const cookie = (): Record<string, string> => {
    const pairs = [...held.values()].filter((pair) => pair !== '')
    return pairs.length === 0 ? {} : { cookie: pairs.join('; ') }
  }
  return asking(agent, url, { cookie, onCookie, hold })
}

interface Asking {
  readonly cookie: (path: string) => Record<string, string> | Promise<Record<string, string>>
  readonly onCookie: (answer: Answer) => void
  readonly hold: ReturnType<typeof holdToContract>
}

function asking(agent: Agent, url: string, { cookie, onCookie, hold }: Asking): Visitor {
  const send: Visitor['send'] = async (method, path, message = {}) => {
    const headers = { ...(await cookie(path)), ...message.headers }
    const answer = await exchange(agent, method, url + path, { ...message, headers })
    hold(method, path, answer)
    if (answer.headers['set-cookie'] !== undefined) onCookie(answer)
    return answer
  }
  const sendJson = (method: Dispatcher.HttpMethod, path: string, body: unknown, headers: Record<string, string> = {}) =>
    send(method, path, { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })
  return {
    get: (path, headers = {}) => send('GET', path, { headers }),
    post: (path, body, headers) => sendJson('POST', path, body, headers),
    put: (path, body, headers) => sendJson('PUT', path, body, headers),
    delete: (path, headers = {}) => send('DELETE', path, { headers }),
    send,
  }
}

async function signIn(agent: Agent, url: string, name: string): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json' }
  return cookieIn(await exchange(agent, 'POST', `${url}/api/session`, { headers, body: JSON.stringify({ name }) }))
}

/** The session that an answer has the browser hold; none where it ended. */
function cookieIn({ headers }: Answer): Record<string, string> {
  const [cookie = ''] = [headers['set-cookie'] ?? []].flat()
  const held = cookie.slice(0, cookie.indexOf(';'))
  return held === '' || held.endsWith('=') ? {} : { cookie: held }
}

async function exchange(agent: Agent, method: Dispatcher.HttpMethod, url: string, message: Message): Promise<Answer> {
  const { statusCode, headers, body } = await request(url, { dispatcher: agent, method, ...message })
  const bytes = Buffer.from(await body.arrayBuffer())
  const text = bytes.toString('utf8')
  const isJson = /[/+]json\b/.test(String(headers['content-type']))
  return { status: statusCode, headers, text, json: isJson && text !== '' ? JSON.parse(text) : undefined }
}
