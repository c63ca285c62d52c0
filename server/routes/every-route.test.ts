import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type ProblemCode, problemSchema } from '#shared/api/problem.ts'
import type { Route } from '../http/route.ts'
import { type Example, type Examples, examplesIn, sendTo } from '../testing/example-requests.ts'
import { type Answer, startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'

const responseSchema = z.object({
  content: z.optional(
    z.object({
      'application/json': z.optional(z.object({ schema: z.object({ $ref: z.optional(z.string()) }) })),
      'application/problem+json': z.optional(
        z.object({
          schema: z.object({
            allOf: z.tuple([
              z.unknown(),
              z.object({ properties: z.object({ code: z.object({ enum: z.array(z.string()) }) }) }),
            ]),
          }),
        }),
      ),
    }),
  ),
})
const operationSchema = z.object({
  security: z.array(z.record(z.string(), z.unknown())),
  responses: z.record(z.string(), responseSchema),
  parameters: z.optional(z.array(z.object({ in: z.optional(z.string()), name: z.optional(z.string()) }))),
})
const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
})

const namedSchema = z.object({ components: z.object({ responses: z.record(z.string(), z.unknown()) }) })
const referenceSchema = z.object({ $ref: z.string() })

type Operation = z.infer<typeof operationSchema>

let app: TestApp
let examples: Examples
let described: ReadonlyMap<string, Operation>

beforeAll(async () => {
  app = await startTestApp()
  examples = await examplesIn(app)
  const { text } = await app.get('/api/openapi.json')
  const { responses } = namedSchema.parse(JSON.parse(text)).components
  const inline = (_key: string, value: unknown) => {
    const reference = /^#\/components\/responses\/(.+)$/.exec(referenceSchema.safeParse(value).data?.$ref ?? '')
    return reference === null ? value : responses[reference[1] ?? '']
  }
  const { paths } = documentSchema.parse(JSON.parse(text, inline))
  described = new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
    ),
  )
})

afterAll(() => app.stop())

const nameOf = ({ method, path }: Route) => `${method.toUpperCase()} ${path.replace(/:(\w+)/, '{$1}')}`

/** What the document says of a route. */
function operationOf(route: Route): Operation {
  const operation = described.get(nameOf(route))
  if (operation === undefined) throw new Error(`${nameOf(route)} is not described`)
  return operation
}

function problemsOf(route: Route): readonly string[] {
  return Object.values(operationOf(route).responses).flatMap(
    ({ content }) => content?.['application/problem+json']?.schema.allOf[1].properties.code.enum ?? [],
  )
}

function codeOf({ status, json }: Answer): string | undefined {
  return status < 400 ? undefined : problemSchema.parse(json).code
}

it('Every route is described, and nothing else is', () => {
  expect(app.routes.length).toBeGreaterThan(40)
  expect([...described.keys()].toSorted()).toEqual(app.routes.map(nameOf).toSorted())
})

it('Every route is served, at an address that takes exactly the methods described', async () => {
  for (const route of app.routes) {
    const { status, headers } = await app.send('PATCH', examples.addressOf(route))
    const methodsHere = [...described.keys()].filter((name) => name.endsWith(` ${nameOf(route).split(' ')[1]}`))
    const allow = methodsHere.flatMap((name) => (name.startsWith('GET') ? ['GET', 'HEAD'] : [name.split(' ')[0]]))
    expect([status, `${headers.allow}`.split(', ').toSorted()], nameOf(route)).toEqual([405, allow.toSorted()])
  }
})

/** Of this app, where names are taken on trust. */
function isForEverybody({ permission }: Route): boolean {
  return permission === 'public' || permission === 'public-locally'
}

it('Every route answers a request without a session with 401 and does nothing, unless it declares itself public', async () => {
  const nobody = app.asNobody()
  for (const route of app.routes) {
    const { status, json } = await sendTo(nobody, route, await examples.of(route))
    const isPublic = isForEverybody(route)
    expect([status === 401, operationOf(route).security], nameOf(route)).toEqual(
      isPublic ? [false, []] : [true, [{ session: [] }]],
    )
    if (!isPublic) expect(json).toMatchObject({ code: 'SIGN_IN_REQUIRED' })
  }
})

it('Every route answers an unknown session with 401, unless it declares itself public', async () => {
  const cookie = `payout-desk-${new URL(app.url).port}=${'A'.repeat(43)}`
  for (const route of app.routes) {
    const example = await examples.of(route)
    const { status } = await sendTo(app.asNobody(), route, { ...example, headers: { ...example.headers, cookie } })
    expect(status === 401, nameOf(route)).toBe(!isForEverybody(route))
  }
})

it('Every route is public only where everybody may know the answer', () => {
  expect(app.routes.filter(isForEverybody).map(nameOf)).toEqual([
    'GET /api/session',
    'DELETE /api/session',
    'POST /api/session',
    'POST /api/payout-previews',
    'GET /api/sandbox',
    'GET /api/rules',
    'GET /api/rules/{country}',
    'GET /api/openapi.json',
    'GET /healthz',
    'GET /readyz',
    'GET /metrics',
  ])
})

it.each<[ProblemCode, (route: Route) => boolean, (example: Example, route: Route) => Example]>([
  ['NOT_FOUND', hasId, (example, route) => ({ ...example, address: examples.addressOf(route, '-') })],
  ['NOT_FOUND', hasId, (example, route) => ({ ...example, address: examples.addressOf(route, 'no such') })],
  ['VERSION_REQUIRED', always, without('if-match')],
  ['IDEMPOTENCY_KEY_INVALID', always, withHeader('idempotency-key', 'two words')],
  ['CROSS_SITE_REQUEST', always, withHeader('sec-fetch-site', 'cross-site')],
  ['MALFORMED_BODY', always, (example) => ({ ...example, body: '{' })],
  ['UNSUPPORTED_MEDIA_TYPE', always, withHeader('content-type', 'text/plain')],
  ['BODY_TOO_LARGE', always, (example) => ({ ...example, body: ' '.repeat(2 * 1024 * 1024 + 1) })],
  ['FIELDS_INVALID', hasBody, (example) => ({ ...example, body: { colour: 'red' } })],
  ['FIELDS_INVALID', hasQuery, (example) => ({ ...example, address: `${example.address}?colour=red` })],
])('Every route answers %s where it is described, and nowhere else', async (code, isMeant, spoil) => {
  const isAsked = (route: Route) => !isEnding(route) || problemsOf(route).includes(code)
  const asked = app.routes.filter((route) => isMeant(route) && isAsked(route))
  const answered = asked.map(async (route) => {
    const answer = await sendTo(senderOf(route), route, spoil(await examples.of(route), route))
    return codeOf(answer) === code && nameOf(route)
  })
  const described = asked.map((route) => problemsOf(route).includes(code) && nameOf(route))
  expect(described.filter(Boolean).length).toBeGreaterThan(1)
  expect(await Promise.all(answered)).toEqual(described)
})

it('Every route refuses a parameter of its query that is given twice, and names it', async () => {
  const given = app.routes.flatMap((route) =>
    (operationOf(route).parameters ?? []).flatMap(({ in: place, name = '' }) =>
      place === 'query' ? [{ name, address: `${examples.addressOf(route)}?${name}=one&${name}=two` }] : [],
    ),
  )
  expect(given.length).toBeGreaterThan(20)
  for (const { name, address } of given)
    expect(await app.get(address), address).toMatchObject({
      status: 400,
      json: {
        code: 'MALFORMED_REQUEST',
        detail: `The query parameter “${name}” is given more than once. Give it once.`,
        params: { why: 'twice', field: name },
      },
    })
})

it('Every route of the API that takes no query refuses one, and does nothing', async () => {
  const asked = app.routes.filter((route) => !hasQuery(route) && route.path.startsWith('/api/'))
  expect(asked.length).toBeGreaterThan(40)
  for (const route of asked) {
    const example = await examples.of(route)
    const answer = await sendTo(senderOf(route), route, { ...example, address: `${example.address}?dryRun=true` })
    expect(answer, nameOf(route)).toMatchObject({
      status: 400,
      json: { detail: 'There is no query parameter “dryRun” at this address. Leave it out.' },
    })
  }
})

it('Every route that is read by GET leaves all as it is', async () => {
  const changes = async () => (await app.get('/api/activity?kind=changes')).text
  const before = await changes()
  const read = app.routes.filter(({ method }) => method === 'get')
  for (const route of read) await sendTo(app, route, await examples.of(route))
  expect(await changes()).toBe(before)
  expect(read.length).toBeGreaterThan(20)
})

// Last, as it deletes and erases.
it('Every route answers a good request as it is described', async () => {
  const byEnd = app.routes.toSorted((one, other) => Number(isEnding(one)) - Number(isEnding(other)))
  const good: string[] = []
  for (const route of byEnd) {
    const answer = await sendTo(senderOf(route), route, await examples.of(route))
    const { responses } = operationOf(route)
    expect(Object.keys(responses), `${nameOf(route)} ${answer.text}`).toContain(String(answer.status))
    if (answer.status >= 400) continue
    good.push(nameOf(route))
    const { $ref } = responses[answer.status]?.content?.['application/json']?.schema ?? {}
    if ($ref !== undefined) expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  }
  // The rest is described as refused: there are warnings to confirm, or the payout is in another state.
  expect(good.length).toBeGreaterThan(30)
})

/** What ends a session ends no other person's. */
function senderOf({ path }: Route): Visitor {
  return path === '/api/session' ? app.as('Bea Lima') : app
}

/** After these, other requests would find nothing. */
function isEnding({ method, path }: Route): boolean {
  return method === 'delete' || path.endsWith('/erase') || path.endsWith('/delete')
}

function always(): boolean {
  return true
}

function hasId({ path }: Route): boolean {
  return path.includes(':')
}

function hasBody({ body }: Route): boolean {
  return body !== undefined
}

function hasQuery({ query }: Route): boolean {
  return query !== undefined
}

function withHeader(name: string, value: string) {
  return (example: Example): Example => ({ ...example, headers: { ...example.headers, [name]: value } })
}

function without(name: string) {
  return ({ headers: { [name]: _, ...headers }, ...example }: Example): Example => ({ ...example, headers })
}
