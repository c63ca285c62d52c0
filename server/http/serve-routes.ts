import { type Request, type RequestHandler, type Response, Router } from 'express'
import { idText } from '#shared/api/texts.ts'
import { Failure } from '../kernel/failure.ts'
import { type Asker, requirePermission, requireScope } from '../people/permitted.ts'
import { inNameOf } from '../people/sender.ts'
import { type AskerGate, askerIn } from './asker.ts'
import type { ClientAddress } from './client-address.ts'
import { deviceOf } from './device.ts'
import { readForm, readJson } from './json-body.ts'
import { sendProblem } from './problems.ts'
import { readQuery, valueOrFailure } from './reading.ts'
import { idempotencyKeyIn, versionIfAnyIn, versionIn } from './request-headers.ts'
import { requestIdOf } from './request-log.ts'
import { type Answer, isStop, permissionOf, type Route, type RouteInput } from './route.ts'
import { sendText, sendWhole } from './send-body.ts'
import type { PersonTurns } from './turns.ts'
import type { WriteLimits } from './write-limits.ts'

/** What the server knows of who asks, where they are, how much they have sent, and that a request of theirs failed. */
interface Gate extends AskerGate {
  /** The browser that a token names, where a person has signed in with it. */
  readonly knownBrowser: (token: string | undefined) => string | undefined
  readonly clientAddress: ClientAddress
  readonly writeLimits: WriteLimits
  readonly turns: PersonTurns
  readonly now: () => Date
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

/** The one place where a permission is checked: a sender without the permission is refused before anything else of the request is read. */
function answering(route: Route, gate: Gate): RequestHandler {
  const permission = permissionOf(route, gate.signIn)
  return async (request, response) => {
    const { method, path } = route
    const requestId = requestIdOf(response)
    const ask = askerIn(request, route, gate, requestId)
    const asker = permission === undefined ? undefined : await ask()
    const noting = async <Result>(work: () => Promise<Result> | Result, id?: string): Promise<Result> => {
      try {
        return await work()
      } catch (error) {
        if (asker !== undefined) await gate.noteRefusal({ person: asker.person, method, path, id, error, requestId })
        throw error
      }
    }
    const requireAllowed = (who: Asker | undefined) =>
      noting(() => {
        if (who === undefined || permission === undefined) return
        if (who.scopes === undefined) requirePermission(who, permission, gate.now())
        else requireScope(who.scopes, permission, route.scope)
      })
    await requireAllowed(asker)
    if (method !== 'get' && route.isUnlimited !== true) limitWrites(request, response, route, { asker, gate })
    const isLate = asker !== undefined && !request.complete
    const read = await readRequest(route, gate, request, response)
    const turn = asker && (await gate.turns.take(route, asker.person.id, response))
    try {
      // The person may have been suspended or given other roles while the rest of the request was on its way, or waited.
      const mayHaveChanged = isLate || turn?.hasWaited === true
      const by = mayHaveChanged ? await ask() : asker
      if (mayHaveChanged) await requireAllowed(by)
      if (route.programsNeedKey === true && by?.scopes !== undefined && read.idempotencyKey === undefined)
        throw new Failure('IDEMPOTENCY_KEY_INVALID')
      const body = route.body && valueOrFailure(route.body.read(read.body))
      const given = { ...read, body, person: by?.person, session: by?.session }
      const answer = await noting(() => inNameOf(by ?? {}, response, () => route.handle(given)), given.id)
      for (const cookie of gate.cookies.holding(request, answer)) response.appendHeader('set-cookie', cookie)
      await send(request, response, route, answer)
    } finally {
      turn?.end()
    }
  }
}

/**
 * Its body is not checked yet.
 * @throws Failure for the first part of the request that is not as declared
 */
async function readRequest(
  route: Route,
  { clientAddress, cookies }: Gate,
  request: Request,
  response: Response,
): Promise<Omit<RouteInput, 'person' | 'session'>> {
  const { headers } = request
  return {
    id: idIn(route, request),
    version: route.version && (route.version === 'seen' ? versionIn(headers) : versionIfAnyIn(headers)),
    idempotencyKey: route.isIdempotent === true ? idempotencyKeyIn(headers) : undefined,
    query: queryIn(route, request),
    body: route.body && (await readBody(route, request)),
    requestId: requestIdOf(response),
    address: clientAddress(request),
    ...cookies.tokensOf(request),
    isFromElsewhere: ['cross-site', 'same-site'].includes(headers['sec-fetch-site'] ?? ''),
    device: deviceOf(request.headers['user-agent']),
    isHead: request.method === 'HEAD',
  }
}

/** @throws Failure MALFORMED_REQUEST, also for a parameter where the API takes none; probes and scrapers may send what they like. */
function queryIn({ query, path }: Route, request: Request): unknown {
  if (query !== undefined) return readQuery(query, request.query)
  const [field] = path.startsWith('/api/') ? Object.keys(request.query) : []
  if (field !== undefined) throw new Failure('MALFORMED_REQUEST', { params: { why: 'parameter', field } })
  return undefined
}

function readBody({ isForm = false, bodyLimitKiB }: Route, request: Request): Promise<unknown> {
  return isForm ? readForm(request, bodyLimitKiB) : readJson(request, bodyLimitKiB)
}

/**
 * Strangers share nothing with who has signed in.
 * @throws Failure TOO_MANY_WRITES
 */
function limitWrites(
  request: Request,
  response: Response,
  route: Route,
  {
    asker,
    gate: { clientAddress, cookies, knownBrowser, writeLimits },
  }: { readonly asker: Asker | undefined; readonly gate: Gate },
): void {
  const address = clientAddress(request)
  const known = () => knownBrowser(cookies.tokensOf(request).browserToken)
  const ofStranger = () => writeLimits.stranger(known() ?? `address ${address}`)
  const ofWriter = ({ person, session }: Asker) =>
    writeLimits[isStop(route) ? 'stop' : 'write']({ personId: person.id, sessionId: session.id, address })
  const waitMs = asker === undefined ? ofStranger() : ofWriter(asker)
  if (asker?.scopes !== undefined) sayQuota(response, writeLimits, asker.person.id)
  if (waitMs !== undefined) throw new Failure('TOO_MANY_WRITES', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
}

/** Says to a program how much it may still write, after the Internet-Draft draft-ietf-httpapi-ratelimit-headers-10. */
function sayQuota(response: Response, { most, leftTo }: WriteLimits, personId: string): void {
  response.setHeader('ratelimit-policy', `"writes";q=${most};w=60`)
  response.setHeader('ratelimit', `"writes";r=${leftTo(personId)};t=60`)
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
  const { version, location, isReplay = false, headers = {} } = answer
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
