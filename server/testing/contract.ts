import { Ajv2020 } from 'ajv/dist/2020.js'
import * as z from 'zod/mini'
import { problemSchema } from '#shared/api/problem.ts'
import { isFieldName, payoutFields } from '#shared/payout/fields.ts'
import type { Route } from '../http/route.ts'
import { openapiDocument } from '../openapi/document.ts'
import { operationOf, problemsOf } from '../openapi/operation.ts'
import { responseHeaders } from '../openapi/response-headers.ts'

/** As much of an answer as a route declares. */
interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  readonly json: unknown
}

/** Why an answer is not as the OpenAPI document describes it; undefined where it is. */
type Description = (route: Route, answer: Answer) => string | undefined

/**
 * Ends a test with an answer that its route does not declare: another status, header or problem, or a body that is not of its schema, by our
 * own reader and by the OpenAPI document.
 * @param isAddedTo whether the test has added to the table of fields, which the document of other apps does not know
 */
export function holdToContract(
  routes: readonly Route[],
  isAddedTo = false,
): (method: string, address: string, answer: Answer) => void {
  const patterns = routes.map((route) => ({ route, pattern: new RegExp(`^${route.path.replace(/:\w+/, '[^/]+')}$`) }))
  const describes = isAddedTo ? () => undefined : descriptionOf(routes)
  return (method, address, answer) => {
    const path = new URL(address, 'http://any').pathname
    const found = patterns.find(({ route, pattern }) => route.method === method.toLowerCase() && pattern.test(path))
    const error = found && (breachOf(found.route, answer) ?? describes(found.route, answer))
    if (error !== undefined) throw new Error(`${method} ${found?.route.path} ${error}: ${answer.text}`)
  }
}

/** By the routes of an app: a process of tests starts hundreds of apps, and compiles what each answers once. */
const descriptions = new Map<string, Description>()

function descriptionOf(routes: readonly Route[]): Description {
  const served = routes.map(nameOf).join()
  return (route, answer) => {
    const describes = descriptions.get(served) ?? describing(routes)
    descriptions.set(served, describes)
    return describes(route, answer)
  }
}

/** A response: of a schema by its name, or of the problems of this status. */
const responseSchema = z.object({
  headers: z.record(z.string(), z.unknown()),
  content: z.optional(
    z.record(
      z.string(),
      z.object({
        schema: z.object({
          $ref: z.optional(z.string()),
          allOf: z.optional(
            z.tuple([
              z.object({ $ref: z.string() }),
              z.object({ properties: z.object({ code: z.object({ enum: z.array(z.string()) }) }) }),
            ]),
          ),
        }),
      }),
    ),
  ),
})

const responsesSchema = z.object({ responses: z.record(z.string(), responseSchema) })

function describing(routes: readonly Route[]): Description {
  const ajv = new Ajv2020({ strict: false, meta: false, validateSchema: false, inlineRefs: false })
  // Each schema is compiled once, when the first answer of it comes.
  ajv.addSchema({ components: openapiDocument(routes, payoutFields, 'local').components }, 'openapi')
  const operations = new Map<string, z.infer<typeof responsesSchema>>()
  return (route, { status, headers, json }) => {
    const operation = operations.get(nameOf(route)) ?? responsesSchema.parse(operationOf(route, 'local'))
    operations.set(nameOf(route), operation)
    const response = operation.responses[status]
    if (response === undefined) return `does not describe ${status}`
    const left = Object.keys(responseHeaders).filter((header) => header in headers && !(header in response.headers))
    if (left.length > 0) return `does not describe the headers ${left.join()} of ${status}`
    const [type = ''] = String(headers['content-type'] ?? '').split(';')
    if (response.content === undefined) return json === undefined ? undefined : `describes no body of ${status}`
    const { schema } = response.content[type] ?? {}
    if (schema === undefined) return `does not describe ${type} of ${status}`
    const $ref = schema.$ref ?? schema.allOf?.[0].$ref
    const codes = schema.allOf?.[1].properties.code.enum
    if (codes !== undefined && !codes.includes(problemSchema.parse(json).code)) return `is no problem of ${status}`
    const validate = $ref === undefined || json === undefined ? undefined : ajv.getSchema(`openapi${$ref}`)
    if (validate === undefined || validate(json)) return undefined
    return `is not as described: ${ajv.errorsText(validate.errors)}`
  }
}

function nameOf({ method, path }: Route): string {
  return `${method} ${path}`
}

function breachOf(route: Route, { status, json }: Answer): string | undefined {
  if (status >= 400) {
    const { code } = problemSchema.parse(json)
    return problemsOf(route).some((declared) => declared === code) ? undefined : `does not declare ${code}`
  }
  if (status !== (route.status ?? 200)) return `does not declare ${status}`
  if (route.answer === undefined || !('schema' in route.answer)) return undefined
  const read = z.safeParse(route.answer.schema, json)
  return read.success && holds(read.data, json) ? undefined : `does not answer a ${route.answer.name}`
}

/** Whether all that was answered is there once it was read: a schema drops what it does not name, and may fill in blanks. */
function holds(read: unknown, answered: unknown): boolean {
  if (typeof answered !== 'object' || answered === null) return Object.is(read, answered)
  if (typeof read !== 'object' || read === null || Array.isArray(read) !== Array.isArray(answered)) return false
  // The schemas of the pages do not know a field that a test has added to the table.
  return Object.entries(answered).every(([name, value]) => isAdded(read, name) || holds(Reflect.get(read, name), value))
}

/** Whether an entry lacks a name that the table of fields does not have. */
function isAdded(read: object, name: string): boolean {
  return 'beneficiaryFirstName' in read && 'method' in read && !isFieldName(name) && name !== 'method'
}
