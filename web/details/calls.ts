import * as z from 'zod/mini'
import { closedLinkSchema, openedLinkSchema } from '#shared/api/details-links.ts'
import { errorSchema, type ReceivedIssue } from '#shared/api/issue.ts'

/** What the address of a link holds. */
export interface PayeeKey {
  readonly id: string
  readonly secret: string
}

/** What the page begins with. */
export type OpenedLink = z.infer<typeof openedLinkSchema>

/** The id is the path, and the secret the fragment, which no browser sends with a request. */
export function keyIn({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): PayeeKey {
  return { id: pathname.slice(1), secret: hash.slice(1) }
}

/** `ended`: nothing can be done with the link. `refused`: fields are wrong. `busy`: too often within an hour. `unreachable`: there was no answer. */
export type FailureReason = 'ended' | 'refused' | 'busy' | 'unreachable' | 'failed'

class CallFailure extends Error {
  override readonly name = 'CallFailure'
  readonly why: FailureReason
  /** What is wrong with what was sent. */
  readonly errors: readonly ReceivedIssue[]

  constructor(why: FailureReason, errors: readonly ReceivedIssue[] = []) {
    super(`Not done: ${why}`)
    this.why = why
    this.errors = errors
  }
}

/** @throws CallFailure */
export function callOpen(key: PayeeKey): Promise<OpenedLink> {
  return call('open', key, openedLinkSchema)
}

/** @throws CallFailure */
export function callClose(key: PayeeKey): Promise<unknown> {
  return call('close', key, closedLinkSchema)
}

/** Why a call failed, whatever was thrown. */
export function failureReason(cause: unknown): FailureReason {
  return cause instanceof CallFailure ? cause.why : 'failed'
}

async function call<Schema extends z.ZodMiniType>(
  what: 'open' | 'close',
  body: unknown,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const { status, found } = await answered(`/api/${what}`, body)
  const answer = status === 200 ? schema.safeParse(found) : undefined
  if (answer?.success) return answer.data
  throw new CallFailure(reasons[status] ?? 'failed', issuesIn(found))
}

const reasons: Readonly<Record<number, FailureReason>> = {
  410: 'ended',
  422: 'refused',
  429: 'busy',
  502: 'unreachable',
  503: 'unreachable',
}

async function answered(path: string, body: unknown) {
  const headers = { 'content-type': 'application/json', accept: 'application/json, application/problem+json' }
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      credentials: 'omit',
      redirect: 'error',
    })
    return { status: response.status, found: jsonIn(await response.text()) }
  } catch {
    throw new CallFailure('unreachable')
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const refusalSchema = z.object({ errors: z.array(errorSchema) })

function issuesIn(found: unknown): readonly ReceivedIssue[] {
  const refusal = refusalSchema.safeParse(found)
  return refusal.success
    ? refusal.data.errors.map((error) => ({ ...error, field: error.pointer.split('/').at(-1) ?? '' }))
    : []
}
