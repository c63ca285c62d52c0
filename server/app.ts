import express, { type Express } from 'express'
import type { AppDeps } from './app-deps.ts'
import { knownExpectation, ownHost, refuseWhileStopping, sameSite, unambiguousMessage } from './http/guards.ts'
import { notFound, problemResponses } from './http/problems.ts'
import { requestId, requestLog } from './http/request-log.ts'
import type { Route } from './http/route.ts'
import { noStore, securityHeaders } from './http/security-headers.ts'
import { serveRoutes } from './http/serve-routes.ts'
import { webFiles } from './http/web-files.ts'
import type { Log } from './log.ts'
import { activityRoutes } from './routes/activity.ts'
import { amountLimitRoutes } from './routes/amount-limits.ts'
import { bankNameRoutes } from './routes/bank-names.ts'
import { beneficiaryRoutes } from './routes/beneficiaries.ts'
import { draftRoutes } from './routes/drafts.ts'
import { exportRoutes } from './routes/exports.ts'
import { payoutRoutes } from './routes/payouts.ts'
import { sampleDataRoutes } from './routes/sample-data.ts'
import { localSignInRoutes, sessionRoutes } from './routes/session.ts'
import { openapiRoute, operatorRoutes, overviewRoutes, ruleRoutes } from './routes/system.ts'
import { validationRoutes } from './routes/validations.ts'

/** The table of contents: every request passes these lines from top to bottom. */
export function createApp(deps: AppDeps, log: Log): { readonly app: Express; readonly routes: readonly Route[] } {
  const ofOperators = operatorRoutes(deps)
  const ofApi: readonly Route[] = [...apiRoutes(deps), openapiRoute(deps, () => routes)]
  const routes = [...ofApi, ...ofOperators]
  const { signIn, sessions, refusals, store } = deps
  const gate = { signIn, checkSession: sessions.check, noteRefusal: refusals.note, now: store.now }
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', 'simple')
  app.use(requestId)
  app.use(requestLog(log, deps.metrics))
  app.use(securityHeaders)
  app.use(unambiguousMessage)
  app.use(knownExpectation)
  app.use(ownHost(deps.host))
  app.use(serveRoutes(ofApi, gate, [noStore, sameSite, refuseWhileStopping(deps.isStopping)]))
  app.use(serveRoutes(ofOperators, gate))
  app.use('/api', notFound)
  app.use(webFiles(deps.webDirectory))
  app.use(notFound)
  app.use(problemResponses(log))
  return { app, routes }
}

function apiRoutes(deps: AppDeps): readonly Route[] {
  return [
    ...sessionRoutes(deps),
    ...signInRoutes(deps),
    ...draftRoutes(deps),
    ...activityRoutes(deps),
    ...beneficiaryRoutes(deps),
    ...validationRoutes(deps),
    ...payoutRoutes(deps),
    ...exportRoutes(deps),
    ...bankNameRoutes(deps),
    ...amountLimitRoutes(deps),
    ...sampleDataRoutes(deps),
    ...overviewRoutes(deps),
    ...ruleRoutes(deps),
  ]
}

/** How one signs in, of which a server has one way. */
function signInRoutes(deps: AppDeps): readonly Route[] {
  return deps.signIn === 'local' ? localSignInRoutes(deps) : []
}
