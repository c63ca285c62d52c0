import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Request, type RequestHandler, type Response, Router } from 'express'
import type { ProblemParams } from '#shared/api/problem.ts'
import type { Person } from '#shared/api/session.ts'
import { idText } from '#shared/api/texts.ts'
import { Failure } from '../failure.ts'
import { isLoopback } from '../loopback.ts'
import type { Refusals } from '../refusals.ts'
import { readJson } from './json-body.ts'
import { sendProblem } from './problems.ts'
import { readBySchema, valueOrFailure } from './reading.ts'
import { idempotencyKeyIn, versionIfAnyIn, versionIn } from './request-headers.ts'
import { requestIdOf } from './request-log.ts'
import type { Answer, Given, Route } from './route.ts'
import { sessionCookie, sessionTokenOf } from './session-cookie.ts'

/** Whose session a token is; or why it is nobody's. */
type CheckSession = (
  token: string,
) => Promise<{ readonly person: Person } | { readonly ended: NonNullable<ProblemParams['why']> }>

/** What the server knows of who asks: whose session a token is, and that a request of theirs failed. */
interface Gate {
  readonly checkSession: CheckSession
  readonly noteRefusal: Refusals['note']
}

/**
 * Serves routes behind guards; any other method than those of an address is 405 and names them. They share one router, as Express waits
 * a turn of the event loop after each router that a request has passed in vain.
 */
export function serveRoutes(routes: readonly Route[], gate: Gate, guards: readonly RequestHandler[] = []): Router {
  const router = Router({ caseSensitive: true })
  for (const path of new Set(routes.map((route) => route.path))) {
    const address = router.route(path)
    if (guards.length > 0) address.all([...guards])
    const served = routes.filter((route) => route.path === path)
    for (const route of served) address[route.method](answering(route, gate))
    const allow = served
      .flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))
      .join(', ')
    address.all((request) => {
      throw new Failure('METHOD_NOT_ALLOWED', { params: { method: request.method, allow }, headers: { allow } })
    })
  }
  return router
}

/** The one place where a permission is checked: who may not ask is told so before anything else of the request is read. */
function answering(route: Route, { checkSession, noteRefusal }: Gate): RequestHandler {
  return async (request, response) => {
    const person = route.permission === 'public' ? undefined : await whoAsks(request, checkSession)
    const given = await readRequest(route, person, request, response)
    const answer = await answerTo(route, given, noteRefusal)
    await send(request, response, route, answer)
  }
}

async function answerTo(route: Route, given: Given, noteRefusal: Gate['noteRefusal']): Promise<Answer<unknown>> {
  try {
    return await route.handle(given)
  } catch (error) {
    const { method, path } = route
    const { person, id, requestId } = given
    if (person !== undefined) await noteRefusal({ person, method, path, id, error, requestId })
    throw error
  }
}

/** @throws Failure SIGN_IN_REQUIRED */
async function whoAsks(request: Request, checkSession: CheckSession): Promise<Person> {
  const token = sessionTokenOf(request)
  if (token === undefined) throw new Failure('SIGN_IN_REQUIRED')
  const session = await checkSession(token)
  if ('person' in session) return session.person
  throw new Failure('SIGN_IN_REQUIRED', { params: { why: session.ended } })
}

/** @throws Failure for the first part of the request that is not as declared; of the body with every error at once */
async function readRequest(
  route: Route,
  person: Person | undefined,
  request: Request,
  response: Response,
): Promise<Given> {
  const { headers } = request
  return {
    person,
    id: idIn(route, request),
    version: route.version && (route.version === 'seen' ? versionIn(headers) : versionIfAnyIn(headers)),
    idempotencyKey: route.isIdempotent === true ? idempotencyKeyIn(headers) : undefined,
    query: route.query && valueOrFailure(readBySchema(route.query, { ...request.query })),
    body: route.body && valueOrFailure(route.body.read(await readJson(request, route.bodyLimitKiB))),
    requestId: requestIdOf(response),
    address: addressOf(request),
    sessionToken: route.permission === 'public' ? sessionTokenOf(request) : undefined,
    isHead: request.method === 'HEAD',
  }
}

/** All addresses of this machine are one: a program here can take any of them. */
function addressOf({ socket }: Request): string {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  return isLoopback(address) ? 'loopback' : address
}

/** @throws Failure NOT_FOUND for what no id of this route looks like */
function idIn({ id = idText }: Route, { params }: Request): string | undefined {
  const [given] = Object.values(params)
  if (given === undefined) return undefined
  if (typeof given === 'string' && id.safeParse(given).success) return given
  throw new Failure('NOT_FOUND')
}

async function send(
  request: Request,
  response: Response,
  { status = 200 }: Route,
  answer: Answer<unknown>,
): Promise<void> {
  const { version, location, isReplay = false, sessionToken, headers = {} } = answer
  if (sessionToken !== undefined) response.setHeader('set-cookie', sessionCookie(request, sessionToken))
  if (version !== undefined) response.setHeader('etag', `"${version}"`)
  if (location !== undefined) response.setHeader('location', location)
  if (isReplay) response.setHeader('idempotency-replayed', 'true')
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  if ('problem' in answer) return sendProblem(response, answer.problem)
  response.statusCode = status
  if ('text' in answer) return sendText(response, answer, request.method === 'HEAD')
  if (status === 204) response.end()
  else sendWhole(response, 'application/json; charset=utf-8', JSON.stringify(answer.body))
}

async function sendText(
  response: Response,
  { text, contentType }: { readonly text: string | AsyncIterable<string>; readonly contentType: string },
  isHead: boolean,
): Promise<void> {
  if (typeof text === 'string') return sendWhole(response, contentType, text)
  response.setHeader('content-type', contentType)
  if (isHead) response.end()
  else await sendPieces(response, text)
}

/** Express's own `json` and `send` guess at types, charsets and freshness that are certain here. */
function sendWhole(response: Response, contentType: string, text: string): void {
  response.setHeader('content-type', contentType)
  response.setHeader('content-length', Buffer.byteLength(text))
  response.end(text)
}

/** Sends a long text as fast as it is taken. Who goes away in the middle is no error of ours. */
async function sendPieces(response: Response, pieces: AsyncIterable<string>): Promise<void> {
  await pipeline(Readable.from(pieces), response).catch((error: unknown) => {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
    if (!isGone) throw error
  })
}
