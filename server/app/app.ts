import express, { type Express } from 'express'
import { knownBrowser } from '../accounts/known-browsers.ts'
import { spokenVersion } from '../http/api-version.ts'
import { createClientAddress, createExactAddress } from '../http/client-address.ts'
import { createCookies } from '../http/cookies.ts'
import {
  knownExpectation,
  knownWay,
  ownHost,
  refuseWhileStopping,
  sameSite,
  unambiguousMessage,
} from '../http/guards.ts'
import { notFound, problemResponses } from '../http/problems.ts'
import { requestId, requestLog } from '../http/request-log.ts'
import type { Route } from '../http/route.ts'
import { noIndex, noStore, securityHeaders } from '../http/security-headers.ts'
import { serveRoutes } from '../http/serve-routes.ts'
import { createTurns } from '../http/turns.ts'
import { webFiles } from '../http/web-files.ts'
import { createWriteLimits } from '../http/write-limits.ts'
import type { Log } from '../kernel/log.ts'
import { isLoopback } from '../kernel/loopback.ts'
import { accountRoutes } from '../routes/account.ts'
import { accountsRoutes } from '../routes/accounts.ts'
import { activityRoutes } from '../routes/activity.ts'
import { amountLimitRoutes } from '../routes/amount-limits.ts'
import type { AppDeps } from '../routes/app-deps.ts'
import { bankNameRoutes } from '../routes/bank-names.ts'
import { batchReviewRoutes } from '../routes/batch-review.ts'
import { batchRowRoutes } from '../routes/batch-rows.ts'
import { batchValidationRoutes } from '../routes/batch-validations.ts'
import { batchRoutes } from '../routes/batches.ts'
import { beneficiaryRoutes } from '../routes/beneficiaries.ts'
import { callBackRoutes } from '../routes/call-backs.ts'
import { detailsLinkListRoutes } from '../routes/details-link-lists.ts'
import { detailsLinkRoutes } from '../routes/details-links.ts'
import { draftRoutes } from '../routes/drafts.ts'
import { eventRoutes } from '../routes/events.ts'
import { exportRoutes } from '../routes/exports.ts'
import { listJobRoutes } from '../routes/list-jobs.ts'
import { notificationRoutes } from '../routes/notifications.ts'
import { oidcRoutes } from '../routes/oidc.ts'
import { outcomeRoutes } from '../routes/outcomes.ts'
import { ownListRoutes } from '../routes/own-lists.ts'
import { ownWorkRoutes } from '../routes/own-work.ts'
import { payeeRoutes } from '../routes/payee.ts'
import { payoutListRoutes } from '../routes/payout-lists.ts'
import { payoutRoutes } from '../routes/payouts.ts'
import { peopleRoutes } from '../routes/people.ts'
import { policyRoutes } from '../routes/policy.ts'
import { proposalRoutes } from '../routes/proposals.ts'
import { receivedDetailsRoutes } from '../routes/received-details.ts'
import { sampleDataRoutes } from '../routes/sample-data.ts'
import { localSignInRoutes, sessionRoutes } from '../routes/session.ts'
import { sheetRoutes } from '../routes/sheets.ts'
import { signInTrailRoutes } from '../routes/sign-ins.ts'
import { openapiRoute, operatorRoutes, overviewRoutes, ruleRoutes } from '../routes/system.ts'
import { tokenRoutes } from '../routes/tokens.ts'
import { validationRoutes } from '../routes/validations.ts'
import { webhookRoutes } from '../routes/webhooks.ts'

/** The table of contents: every request passes these lines from top to bottom. */
export function createApp(deps: AppDeps, log: Log): { readonly app: Express; readonly routes: readonly Route[] } {
  const isAlive = ({ path }: Route) => path === '/healthz'
  const operators = operatorRoutes(deps)
  const alive = operators.filter(isAlive)
  // Where others than this machine may ask, they learn that the process lives, and no more of how it does.
  const ofOperators = deps.signIn === 'local' ? operators.filter((route) => !isAlive(route)) : []
  const ofApi: readonly Route[] = [...apiRoutes(deps), openapiRoute(deps, () => routes)]
  const routes = [...ofApi, ...alive, ...ofOperators]
  const gate = gateOf(deps)
  const app = beginApp(deps, log)
  // Asked by an orchestrator, which comes past the proxy and knows the server by its number alone.
  app.use(serveRoutes(alive, gate))
  app.use(knownWay(gate.clientAddress))
  app.use(ownHost(deps))
  app.use(serveRoutes(ofApi, gate, [noStore, spokenVersion, sameSite(deps), refuseWhileStopping(deps.isStopping)]))
  app.use(serveRoutes(ofOperators, gate))
  app.use('/api', notFound)
  app.use(webFiles(deps.webDirectory))
  app.use(notFound)
  app.use(problemResponses(log))
  return { app, routes }
}

/** What METRICS_PORT serves: where this machine alone reaches it under its own names, else under any. */
export function createOperatorApp(deps: AppDeps, log: Log): Express {
  const app = beginApp(deps, log)
  if (isLoopback(deps.monitoring?.host ?? 'localhost')) app.use(ownHost({ host: 'localhost', publicUrl: undefined }))
  app.use(serveRoutes(operatorRoutes(deps), gateOf(deps)))
  app.use(notFound)
  app.use(problemResponses(log))
  return app
}

/** What answers at DETAILS_URL, for beneficiaries who give their own details: no session counts here, and strangers have limits of their own. */
export function createDetailsApp(deps: AppDeps, log: Log): Express | undefined {
  if (deps.details === undefined) return undefined
  const { url } = deps.details
  // On this machine it answers under any of its names, as the app itself does.
  const own = { ...deps, publicUrl: isLoopback(new URL(url).hostname) ? undefined : url }
  const gate = { ...gateOf(own), writeLimits: createWriteLimits(10 * payeeRequestsPerMinute, deps.clock) }
  const app = beginApp(own, log, deps.details.embedOrigins)
  app.use(noIndex)
  app.use(knownWay(gate.clientAddress))
  app.use(ownHost(own))
  app.use(serveRoutes(payeeRoutes(deps), gate, [noStore, sameSite(own), refuseWhileStopping(deps.isStopping)]))
  app.use('/api', notFound)
  app.use(webFiles(deps.detailsDirectory))
  app.use(notFound)
  app.use(problemResponses(log))
  return app
}

/** Of one address, behind which there may be a whole office; strangers have a tenth of what people have. */
const payeeRequestsPerMinute = 600

function beginApp(
  { metrics, publicUrl }: Pick<AppDeps, 'metrics' | 'publicUrl'>,
  log: Log,
  embedders: readonly string[] = [],
): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', 'simple')
  app.use(requestId)
  app.use(requestLog(log, metrics))
  app.use(securityHeaders(publicUrl, embedders))
  app.use(unambiguousMessage)
  app.use(knownExpectation)
  return app
}

function gateOf(deps: AppDeps) {
  const { signIn, publicUrl, sessions, tokens, refusals, store, writeLimits } = deps
  return {
    signIn,
    cookies: createCookies(publicUrl),
    checkSession: sessions.check,
    peekSession: sessions.peek,
    checkToken: tokens.check,
    knownBrowser: (token: string | undefined) => knownBrowser(store, token),
    clientAddress: createClientAddress(deps),
    exactAddress: createExactAddress(deps),
    writeLimits,
    turns: createTurns(),
    noteRefusal: refusals.note,
    refuse: sessions.refuse,
    now: store.now,
  }
}

function apiRoutes(deps: AppDeps): readonly Route[] {
  return [
    ...sessionRoutes(deps),
    ...signInRoutes(deps),
    ...accountRoutes(deps),
    ...draftRoutes(deps),
    ...activityRoutes(deps),
    ...eventRoutes(deps),
    ...beneficiaryRoutes(deps),
    ...callBackRoutes(deps),
    ...validationRoutes(deps),
    ...payoutRoutes(deps),
    ...listJobRoutes(deps),
    ...ownListRoutes(deps),
    ...ownWorkRoutes(deps),
    ...payoutListRoutes(deps),
    ...batchRoutes(deps),
    ...batchRowRoutes(deps),
    ...sheetRoutes(deps),
    ...batchReviewRoutes(deps),
    ...batchValidationRoutes(deps),
    ...exportRoutes(deps),
    ...outcomeRoutes(deps),
    ...bankNameRoutes(deps),
    ...amountLimitRoutes(deps),
    ...policyRoutes(deps),
    ...proposalRoutes(deps),
    ...(deps.signIn === 'local' ? [] : [...peopleRoutes(deps), ...signInTrailRoutes(deps), ...tokenRoutes(deps)]),
    ...(deps.details === undefined
      ? []
      : [
          ...detailsLinkRoutes({ ...deps, details: deps.details }),
          ...detailsLinkListRoutes({ ...deps, details: deps.details }),
          ...receivedDetailsRoutes(deps),
        ]),
    ...(deps.webhooks === undefined ? [] : webhookRoutes({ ...deps, webhooks: deps.webhooks })),
    ...(deps.mail === undefined ? [] : notificationRoutes(deps)),
    ...sampleDataRoutes(deps),
    ...overviewRoutes(deps),
    ...ruleRoutes(deps),
  ]
}

/** How one signs in, of which a server has one way. */
function signInRoutes(deps: AppDeps): readonly Route[] {
  if (deps.oidc !== undefined) return oidcRoutes(deps, deps.oidc)
  if (deps.signIn === 'local') return localSignInRoutes(deps)
  return deps.signIn === 'accounts' ? accountsRoutes(deps) : []
}
