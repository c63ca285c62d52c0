import * as z from 'zod/mini'
import { isProblemCode, problemCodes } from '#shared/api/problem.ts'
import { english } from '#shared/language/english.ts'
import type { JsonObject } from './schemas.ts'

/** The OpenAPI document as one page to read, without a script and without the network. */
export function documentPage(document: JsonObject): string {
  const { info, paths, components } = documentSchema.parse(document)
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...withParts(operation, components) })),
  )
  const tags = [...new Set(operations.flatMap((one) => one.tags))].toSorted()
  const [first, ...others] = operations.filter(({ path }) => path.startsWith('/api/'))
  const common = new Set(first?.codes.filter((code) => others.every(({ codes }) => codes.includes(code))))
  const schemas = Object.entries(components.schemas).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<title>${text(info.title)} API ${text(info.version)}</title><style>${style}</style></head><body>`,
    `<h1>${text(info.title)} API</h1><p>Version ${text(info.version)}. ${text(info.description)}</p>`,
    `<p>How to begin: <a href="../api.md">the guide</a>. For tools: <a href="openapi.json">openapi.json</a>.</p>`,
    `<p>Any request can be answered with ${[...common].map(problemLink).join(', ')}.</p>`,
    `<nav>${[...tags, 'problems', 'schemas'].map((tag) => `<a href="#of-${tag}">${tag}</a>`).join(' ')}</nav>`,
    ...tags.flatMap((tag) => [
      `<h2 id="of-${tag}">${tag}</h2>`,
      ...operations.filter((one) => one.tags.includes(tag)).map((one) => section(one, common)),
    ]),
    '<h2 id="of-problems">problems</h2><ul>',
    ...Object.keys(problemCodes)
      .filter(isProblemCode)
      .map(
        (code) =>
          `<li id="${code}">${problemCodes[code].status} <code>${code}</code>: ${text(english(`problem.${code}.title`))}</li>`,
      ),
    '</ul><h2 id="of-schemas">schemas</h2>',
    ...schemas.map(([name, schema]) => `<h3 id="${name}">${name}</h3>${shape(schema)}`),
    '</body></html>\n',
  ].join('\n')
}

type PageSchema = z.infer<typeof schemaSchema>

/** An operation with what it refers to, and the codes of its problems. */
function withParts(operation: z.infer<typeof operationSchema>, { responses, parameters }: Components) {
  const answers = Object.entries(operation.responses).map(([status, { $ref, content }]) => ({
    status,
    schema: bodyIn(responses[nameIn($ref)]?.content ?? content),
  }))
  const codesOf = (schema: PageSchema | undefined) =>
    schema?.allOf?.flatMap((one) => one.properties?.code?.enum ?? []) ?? []
  return {
    ...operation,
    given: operation.parameters.map((one) => parameters[nameIn(one.$ref)] ?? one),
    answers: answers.filter(({ schema }) => codesOf(schema).length === 0),
    codes: answers.flatMap(({ schema }) => codesOf(schema).map(String)),
  }
}

type Components = z.infer<typeof documentSchema>['components']
type Operation = ReturnType<typeof withParts> & { readonly path: string; readonly method: string }

function section(operation: Operation, common: ReadonlySet<string>): string {
  const { path, method, operationId, summary, security, given, answers } = operation
  const scopes = security.flatMap(({ token }) => (token === undefined ? [] : [token.join(', ') || 'any token']))
  const who = security.length === 0 ? 'anyone' : ['people', ...scopes.map((scope) => `programs (${scope})`)].join(', ')
  const body = bodyIn(operation.requestBody?.content)
  const codes = operation.codes.filter((code) => !common.has(code))
  const lines = [
    ...given.map(({ in: place = '', name = '', schema = {}, required, description }) =>
      [place, property(name, schema, required), small(description)].join(' '),
    ),
    ...(body === undefined ? [] : [`Body: ${type(body)}`]),
    ...answers.map(({ status, schema }) => `${status}: ${schema === undefined ? 'nothing, or a file' : type(schema)}`),
    ...(codes.length === 0 ? [] : [`Problems: ${codes.map(problemLink).join(', ')}`]),
  ]
  return [
    `<h3 id="${operationId}">${method.toUpperCase()} <code>${text(path)}</code></h3>`,
    `<p>${text(summary)} <small>For ${text(who)}.</small></p>`,
    `<ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`,
  ].join('')
}

function problemLink(code: string): string {
  return `<a href="#${code}"><code>${code}</code></a>`
}

function small(words: string | undefined): string {
  return words === undefined ? '' : `<small>${text(words)}</small>`
}

/** A schema in a line, and below it the properties of an object. */
function shape(schema: PageSchema): string {
  const { description, properties } = schema
  const about = description === undefined ? '' : `<p>${text(description)}</p>`
  return `${about}${properties === undefined ? `<p>${type(schema)}</p>` : members(schema)}`
}

function members({ properties = {}, required = [] }: PageSchema): string {
  const lines = Object.entries(properties).map(
    ([name, one]) => `<li>${property(name, one, required.includes(name))} ${small(one.description)}</li>`,
  )
  return `<ul>${lines.join('')}</ul>`
}

function property(name: string, schema: PageSchema, isRequired = false): string {
  return `<code>${text(name)}</code>${isRequired ? '' : '?'}: ${type(schema)}`
}

function type(schema: PageSchema): string {
  const { $ref, anyOf, allOf, items, properties, additionalProperties } = schema
  if ($ref !== undefined) return `<a href="#${nameIn($ref)}">${nameIn($ref)}</a>`
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ')
  if (anyOf !== undefined) return anyOf.map(type).join(' | ')
  if (properties !== undefined) return `object ${members(schema)}`
  if (allOf !== undefined) return allOf.map(type).join(' & ')
  if (items !== undefined) return `list of ${type(items)}`
  if (typeof additionalProperties === 'object') return `object of ${type(additionalProperties)}`
  const bounds = bounded.flatMap(([key, word]) =>
    schema[key] === undefined ? [] : [`${word} ${text(String(schema[key]))}`],
  )
  const like = schema.pattern === undefined ? [] : [`like <code>${text(schema.pattern)}</code>`]
  return [[schema.type ?? 'anything'].flat().join(' | '), ...bounds, ...like].join(', ')
}

const bounded = [
  ['minimum', 'at least'],
  ['maximum', 'at most'],
  ['minLength', 'length at least'],
  ['maxLength', 'length at most'],
] as const

function literal(value: unknown): string {
  return `<code>${text(JSON.stringify(value))}</code>`
}

function bodyIn(content: z.infer<typeof contentSchema> | undefined): PageSchema | undefined {
  return Object.entries(content ?? {}).find(([name]) => name.endsWith('json'))?.[1].schema
}

function nameIn(reference = ''): string {
  return reference.split('/').at(-1) ?? ''
}

function text(raw: string): string {
  return raw.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

const style = [
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}',
  'code{font-size:.9em}small{opacity:.8}h3{margin:1.5rem 0 .25rem}p{margin:.25rem 0}ul{margin:.25rem 0;padding-left:1.25rem}nav{columns:14rem}nav a{display:block}',
].join('')

/** What the page shows of a schema. */
const schemaSchema = z.object({
  $ref: z.optional(z.string()),
  description: z.optional(z.string()),
  type: z.optional(z.union([z.string(), z.array(z.string())])),
  const: z.optional(z.unknown()),
  enum: z.optional(z.array(z.unknown())),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
  minLength: z.optional(z.number()),
  maxLength: z.optional(z.number()),
  pattern: z.optional(z.string()),
  required: z.optional(z.array(z.string())),
  get properties() {
    return z.optional(z.record(z.string(), schemaSchema))
  },
  get additionalProperties() {
    return z.optional(z.union([z.boolean(), schemaSchema]))
  },
  get items() {
    return z.optional(schemaSchema)
  },
  get anyOf() {
    return z.optional(z.array(schemaSchema))
  },
  get allOf() {
    return z.optional(z.array(schemaSchema))
  },
})

const contentSchema = z.record(z.string(), z.object({ schema: z.optional(schemaSchema) }))

const parameterSchema = z.object({
  $ref: z.optional(z.string()),
  name: z.optional(z.string()),
  in: z.optional(z.string()),
  required: z.optional(z.boolean()),
  description: z.optional(z.string()),
  schema: z.optional(schemaSchema),
})

const responseSchema = z.object({ $ref: z.optional(z.string()), content: z.optional(contentSchema) })

const operationSchema = z.object({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z._default(z.array(parameterSchema), []),
  requestBody: z.optional(z.object({ content: contentSchema })),
  responses: z.record(z.string(), responseSchema),
})

const documentSchema = z.object({
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.object({
    schemas: z.record(z.string(), schemaSchema),
    responses: z.record(z.string(), responseSchema),
    parameters: z.record(z.string(), parameterSchema),
  }),
})
