import type { Dispatcher } from 'undici'
import * as z from 'zod/mini'
import { hostile, hostileNames, hostileTexts, oneOf, type Random } from './hostile-values.ts'

/** A request as it goes out. */
export interface Sent {
  readonly method: Dispatcher.HttpMethod
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** What the OpenAPI document says that a request holds. */
export interface Described {
  readonly query: readonly string[]
  readonly body?: unknown
  /** What a `$ref` names. */
  readonly schemas: Readonly<Record<string, unknown>>
}

/** The body once for each of its texts and each replacement of it. */
export function bodiesWith(change: (text: string) => readonly unknown[], body: unknown): readonly unknown[] {
  if (typeof body === 'string') return change(body)
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).flatMap(([name, value]) =>
    bodiesWith(change, value).map((changed) =>
      Array.isArray(body) ? body.with(Number(name), changed) : { ...body, [name]: changed },
    ),
  )
}

/** A good request with one thing changed: a value of the document, of another field, or one that breaks programs. */
export function mutantOf(request: Sent, described: Described, seen: readonly unknown[], random: Random): Sent {
  const ways = [
    ...(request.body === undefined ? [] : [otherValue, otherValue, otherValue, madeUp, brokenText]),
    ...(/[^/]+\/[^/]{20,}/.test(request.path) ? [otherAddress] : []),
    ...(described.query.length > 0 ? [otherQuery, otherQuery] : []),
    otherHeader,
  ]
  return oneOf(ways, random)(request, described, seen, random)
}

type Way = (request: Sent, described: Described, seen: readonly unknown[], random: Random) => Sent

/** One place of the body holds something else, or is left out, or is there many times. */
const otherValue: Way = (request, described, seen, random) => {
  const body: unknown = JSON.parse(request.body ?? 'null')
  const value = () =>
    oneOf([...hostile, ...hostileTexts(random), ...seen, madeOf(described.body, described, random)], random)
  return { ...request, body: JSON.stringify(changed(body, value, random)) ?? '' }
}

function changed(value: unknown, other: () => unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random() < 0.1) return other()
  if (Array.isArray(value)) {
    if (value.length === 0) return [other()]
    const place = Math.floor(random() * value.length)
    const copies = { 0: [], 1: Array.from({ length: 501 }, () => value[0]) }[Math.floor(random() * 8)]
    return copies ?? value.with(place, changed(value[place], other, random))
  }
  const names = Object.keys(value)
  const name = random() < 0.1 || names.length === 0 ? oneOf(hostileNames, random) : oneOf(names, random)
  if (random() < 0.15) return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))
  const within: unknown = Reflect.get(value, name)
  return Object.fromEntries([...Object.entries(value), [name, changed(within, other, random)]])
}

/** A body that follows from its schema alone. */
const madeUp: Way = (request, described, _, random) => ({
  ...request,
  body: JSON.stringify(madeOf(described.body, described, random)) ?? '',
})

const schemaSchema = z.object({
  $ref: z.optional(z.string()),
  enum: z.optional(z.array(z.unknown())),
  const: z.optional(z.unknown()),
  anyOf: z.optional(z.array(z.unknown())),
  oneOf: z.optional(z.array(z.unknown())),
  type: z.optional(z.union([z.string(), z.array(z.string())])),
  properties: z.optional(z.record(z.string(), z.unknown())),
  required: z.optional(z.array(z.string())),
  items: z.optional(z.unknown()),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
})

/** A value of a schema, but for its pattern; what may be left out is so half of the time. */
function madeOf(given: unknown, described: Described, random: Random, depth = 0): unknown {
  const schema = schemaSchema.safeParse(given).data
  if (schema === undefined || depth > 8) return null
  const inner = (one: unknown) => madeOf(one, described, random, depth + 1)
  if (schema.$ref !== undefined) return inner(described.schemas[schema.$ref.split('/').at(-1) ?? ''])
  if (schema.enum !== undefined && schema.enum.length > 0) return oneOf(schema.enum, random)
  if ('const' in schema) return schema.const
  const cases = schema.anyOf ?? schema.oneOf
  if (cases !== undefined) return inner(oneOf(cases, random))
  const { properties = {}, required = [], minimum = -1, maximum = 10 } = schema
  switch (oneOf([schema.type ?? 'null'].flat(), random)) {
    case 'object':
      return Object.fromEntries(
        Object.entries(properties).flatMap(([name, one]) =>
          required.includes(name) || random() < 0.5 ? [[name, inner(one)]] : [],
        ),
      )
    case 'array':
      return Array.from({ length: Math.floor(random() * 4) }, () => inner(schema.items))
    case 'string':
      return oneOf(['BR', 'BRL', '1', '10.5', '2026-11-23T00:00:00.000Z', 'Ana', ...hostileTexts(random)], random)
    case 'boolean':
      return random() < 0.5
    case 'null':
      return null
    default:
      return oneOf([minimum, maximum, 0, 1, 2.5, Number.MAX_SAFE_INTEGER], random)
  }
}

/** What is no JSON, or JSON that readers differ about. */
const brokenText: Way = (request, _, _seen, random) => {
  const body = request.body ?? ''
  const texts = [
    ...['', ' ', '{', 'null', '[]', '"a"', '0', 'true', '\ufeff{}', '{"a":1e999}', '{"a":-0}', '{"__proto__":{"a":1}}'],
    ...[
      body.slice(0, -1),
      `${body}${body}`,
      body.replace('{', '{"a":1,"a":2,'),
      body.replace(/"[^"]*"(?=[,}\]])/, '"\\ud800"'),
    ],
    ...[
      '['.repeat(100_000),
      `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
      body.replace(/:"?[^",{}[\]]+"?/, `:${'9'.repeat(400)}`),
    ],
  ]
  return { ...request, body: oneOf(texts, random) }
}

/** Another id in the address. */
const otherAddress: Way = (request, _, seen, random) => {
  const ids = seen.filter((value) => typeof value === 'string' && value !== '' && value.length < 200)
  const raw = ['%', '%00', '%ff', '%2e%2e', '..', '%2F', '-', '%ED%A0%80', 'a'.repeat(5_000)]
  const id = random() < 0.5 ? oneOf(raw, random) : encoded(oneOf([...ids, ...hostileTexts(random)], random))
  return { ...request, path: request.path.replace(/[^/?]{20,}/, () => id) }
}

/** Something in the query: what it may hold, twice, or unknown. */
const otherQuery: Way = (request, { query }, seen, random) => {
  const name = random() < 0.9 ? oneOf(query, random) : encoded(oneOf(hostileNames, random))
  const value = () =>
    encoded(
      oneOf(
        ['', '0', '-1', '2026-11-23', ...seen.filter((one) => typeof one === 'string'), ...hostileTexts(random)],
        random,
      ),
    )
  const twice = random() < 0.2 ? `&${name}=${value()}` : ''
  return { ...request, path: `${request.path.split('?')[0]}?${name}=${value()}${twice}` }
}

/** A header is another one, or is missing. */
const otherHeader: Way = (request, _, _seen, random) => {
  const name = oneOf(
    ['if-match', 'if-none-match', 'idempotency-key', 'content-type', 'accept', 'origin', 'authorization'],
    random,
  )
  const { [name]: _former, ...others } = request.headers
  const values = [
    '',
    '*',
    '"1"',
    '"0"',
    'W/"1"',
    '"99999999999999999999"',
    '"1", "2"',
    'a key',
    'k'.repeat(300),
    'text/plain',
  ]
  const more = [
    'application/json; charset=utf-16',
    'null',
    'http://elsewhere.example',
    'Basic YTpi',
    'Bearer ',
    `Bearer pd_${'A'.repeat(43)}`,
  ]
  return random() < 0.3
    ? { ...request, headers: others }
    : { ...request, headers: { ...others, [name]: oneOf([...values, ...more], random) } }
}

function encoded(value: unknown): string {
  return encodeURIComponent(Buffer.from(String(value)).toString())
}
