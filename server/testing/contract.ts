import * as z from 'zod/mini'
import { problemSchema } from '#shared/api/problem.ts'
import { isFieldName } from '#shared/payout/fields.ts'
import type { Route } from '../http/route.ts'
import { problemsOf } from '../openapi/operation.ts'

/** As much of an answer as a route declares. */
interface Answer {
  readonly status: number
  readonly text: string
  readonly json: unknown
}

/** Ends a test with an answer that its route does not declare: another status or problem, or a body that is not of its schema. */
export function holdToContract(routes: readonly Route[]): (method: string, address: string, answer: Answer) => void {
  const patterns = routes.map((route) => ({ route, pattern: new RegExp(`^${route.path.replace(/:\w+/, '[^/]+')}$`) }))
  return (method, address, answer) => {
    const path = new URL(address, 'http://any').pathname
    const found = patterns.find(({ route, pattern }) => route.method === method.toLowerCase() && pattern.test(path))
    const error = found && breachOf(found.route, answer)
    if (error !== undefined) throw new Error(`${method} ${found?.route.path} ${error}: ${answer.text}`)
  }
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
