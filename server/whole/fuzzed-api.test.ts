import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import * as z from 'zod/mini'
import { roles } from '#shared/api/permissions.ts'
import { newTokenSchema, tokenScopes } from '#shared/api/tokens.ts'
import type { Route } from '../http/route.ts'
import { administration, ownAccount, passwordAccount, type Two } from '../testing/account-journeys.ts'
import { confirmAll } from '../testing/confirmed.ts'
import { examplesIn, sendTo } from '../testing/example-requests.ts'
import { oneOf, type Random, randomOf } from '../testing/hostile-values.ts'
import { bodiesWith, type Described, mutantOf, type Sent } from '../testing/mutants.ts'
import { detailsLinks, oneBatch, onePayout } from '../testing/payout-journeys.ts'
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'
import { tokenWrite } from '../testing/tokens.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts'

const settings = {
  ...{ SIGN_IN: 'accounts', WEBHOOKS: 'on', WEBHOOK_PRIVATE_HOSTS: 'localhost' },
  ...{ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'payouts@shop.example' },
  ...{ DETAILS_URL: 'http://localhost:3001', DETAILS_PORT: '0' },
}

const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        parameters: z.optional(z.array(z.object({ in: z.optional(z.string()), name: z.optional(z.string()) }))),
        requestBody: z.optional(z.object({ content: z.record(z.string(), z.object({ schema: z.unknown() })) })),
      }),
    ),
  ),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
})

let receiver: WebhookReceiver
let app: TestApp
let described: ReadonlyMap<string, Described>

beforeAll(async () => {
  receiver = await startWebhookReceiver()
  const { network } = receiver
  app = await startTestApp(settings, { network, enrolledAt: '2026-01-01T00:00:00.000Z' })
  const viewer = await app.asMember({ name: 'Vera Dias', roles: ['clerk'] })
  const { paths, components } = documentSchema.parse((await viewer.get('/api/openapi.json')).json)
  described = new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters = [], requestBody }]) => {
        const query = parameters.flatMap((one) => (one.in === 'query' && one.name !== undefined ? [one.name] : []))
        const body = Object.values(requestBody?.content ?? {})[0]?.schema
        return [`${method} ${path}`, { query, body, schemas: components.schemas }] as const
      }),
    ),
  )
})

afterAll(async () => {
  await app.stop()
  await receiver.stop()
})

const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path.replace(/:(\w+)/, '{$1}')}`

/** The operation that a request is sent to. */
function operationOf({ method, path }: Sent): string | undefined {
  const address = path.split('?')[0] ?? ''
  const found = app.routes.find(
    (route) =>
      route.method === method.toLowerCase() && new RegExp(`^${route.path.replace(/:\w+/, '[^/]+')}$`).test(address),
  )
  return found && nameOf(found)
}

type Watch = (by: Visitor, request: Sent, status: number) => Promise<void>

/** A visitor each of whose requests is looked at once it was answered. */
function watched(visitor: Visitor, after: Watch): Visitor {
  const send: Visitor['send'] = async (method, path, message = {}) => {
    const { headers = {}, body } = message
    const request = { method, path, headers, ...(typeof body === 'string' && { body }) }
    const answer = await visitor.send(method, path, message)
    await after(visitor, request, answer.status)
    return answer
  }
  const sending =
    (method: 'POST' | 'PUT') =>
    (path: string, body: unknown, headers: Record<string, string> = {}) =>
      send(method, path, { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })
  return {
    send,
    get: (path, headers = {}) => send('GET', path, { headers }),
    delete: (path, headers = {}) => send('DELETE', path, { headers }),
    post: sending('POST'),
    put: sending('PUT'),
  }
}

/** Everyone who sends what others would: each role, no one, and programs. */
async function senders(round: number): Promise<readonly Visitor[]> {
  const members = [roles, ['clerk'], ['reviewer'], ['admin'], []] as const
  const people = await Promise.all(
    members.map((held, place) => app.asMember({ name: `Sender ${'abcde'[place]}`, roles: held })),
  )
  const [admin] = people
  const tokens: string[] = []
  for (const scope of tokenScopes) {
    const made = await admin?.post(
      '/api/tokens',
      tokenWrite({ name: `${scope.replace(':', ' ')} ${round}`, scopes: [scope] }),
    )
    tokens.push(newTokenSchema.parse(made?.json).token)
  }
  await confirmAll(app)
  const nobody = app.asNobody()
  const withToken = (token: string): Visitor => ({
    ...nobody,
    send: (method, path, { headers, ...message } = {}) =>
      nobody.send(method, path, { ...message, headers: { authorization: `Bearer ${token}`, ...headers } }),
  })
  return [...people, nobody, ...tokens.map(withToken)]
}

/** Everything that people do, once. `fail` is told what went wrong on the way. */
async function everything(desk: TestApp, round: number, fail: (error: unknown) => void): Promise<void> {
  const name = (what: string) => `${what} ${'abcdefghij'[round % 10]}${'abcdefghij'[Math.floor(round / 10) % 10]}`
  const two: Two = {
    ana: await desk.asMember({ name: 'Ana Souza', roles }),
    bruno: await desk.asMember({ name: 'Bruno Lima', roles }),
  }
  const url = `https://localhost:${receiver.port}/in`
  await ownAccount(desk, name('Olga')).catch(fail)
  await passwordAccount(desk, name('Paula')).catch(fail)
  await administration(desk, two, name('Iris'), url).catch(fail)
  await onePayout(desk, two, name('Rosa')).catch(fail)
  await oneBatch(two, name('July')).catch(fail)
  await detailsLinks(desk, two, name('Rui')).catch(fail)
  await eachRoute(desk, two).catch(fail)
}

/** A good request to each route, of one who may send it. */
async function eachRoute(desk: TestApp, { ana, bruno }: Two): Promise<void> {
  const examples = await examplesIn({ ...desk, ...ana, as: () => bruno })
  const isLast = ({ method, path }: Route) => Number(method === 'delete' || /erase|delete/.test(path))
  // Who is asked goes on after this.
  const asked = desk.routes.filter((route) => nameOf(route) !== 'delete /api/session')
  for (const route of asked.toSorted((one, other) => isLast(one) - isLast(other)))
    for (const by of [ana, bruno]) {
      const example = await examples.of(route)
      if ((await sendTo(by, route, { ...example, body: example.body ?? (route.body && {}) })).status < 300) break
    }
}

const isSoak = inject('testSet') === 'soak'
const rounds = isSoak ? 90 : 1
const mutantsEach = isSoak ? 20 : 3

it('Every operation of the OpenAPI document answers a good request, and no bad one with a failure of ours or with what the document does not know', {
  timeout: 2 * 60 * 60_000,
}, async () => {
  const answered = new Set<string>()
  const asked = new Map<string, { readonly by: Visitor; readonly request: Sent }>()
  const wrong: string[] = []
  const seen: unknown[] = []
  let count = 0

  const send = async (by: Visitor, { method, path, ...message }: Sent) => {
    count += 1
    const failed = (error: unknown) => ({ status: 500, text: String(error) })
    const { status, text } = await by.send(method, path, message).catch(failed)
    const about = `${method} ${path.slice(0, 200)} ${JSON.stringify(message).slice(0, 500)}`
    if (status >= 500) wrong.push(`${about}: ${status} ${text}`)
  }
  const spoil = async (by: Visitor, request: Sent, others: readonly Visitor[], random: Random) => {
    const about = described.get(operationOf(request) ?? '')
    // It takes half a second.
    if (about === undefined || request.path === '/api/sample-data') return
    for (let place = 0; place < mutantsEach; place += 1)
      await send(random() < 0.5 ? by : oneOf(others, random), mutantOf(request, about, seen, random))
  }
  const deskOf = (after: Watch): TestApp => {
    const watch = (visitor: Visitor) =>
      watched(visitor, async (by, request, status) => {
        const name = operationOf(request) ?? ''
        if (status < 300) answered.add(name)
        if (status < 300 || !asked.has(name)) asked.set(name, { by, request })
        seen.push(...[request.path.split('/')[3] ?? '', ...leaves(JSON.parse(request.body ?? 'null'))].slice(0, 20))
        seen.splice(0, seen.length - 300)
        await after(by, request, status)
      })
    return {
      ...app,
      asNobody: () => watch(app.asNobody()),
      asNewBrowser: () => watch(app.asNewBrowser()),
      asMember: async (member) => watch(await app.asMember(member)),
    }
  }

  const broken: unknown[] = []
  const desk = deskOf(async () => {})
  await everything(desk, 0, (error) => broken.push(error))
  expect(broken).toEqual([])
  const never = [...described.keys()].filter((name) => !answered.has(name))
  // Such as pausing a list, which is over too soon, or erasing sign-ins, for which one is suspended for a week.
  expect(never.length, never.join()).toBeLessThan(described.size / 20)

  for (const { by, request } of asked.values())
    for (const body of bodiesWith(() => ['a\0b'], JSON.parse(request.body ?? 'null')))
      await send(by, { ...request, body: JSON.stringify(body) })
  for (let round = 1; round <= rounds; round += 1) {
    const random = randomOf(20_261_123 + round)
    const others = await senders(round)
    for (const { by, request } of [...asked.values()]) await spoil(by, request, others, random)
    // What was spoiled may be in the way of what follows.
    await everything(
      deskOf((by, request) => spoil(by, request, others, random)),
      round,
      () => {},
    )
  }
  expect(wrong).toEqual([])
  expect(count).toBeGreaterThan(2_000)
})

function leaves(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value]
}
