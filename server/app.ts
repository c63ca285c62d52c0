import express, { type Express } from 'express'
import type { AppDeps } from './app-deps.ts'
import { type Endpoint, endpoints } from './http/endpoint.ts'
import { knowPerson } from './http/know-person.ts'
import { ownHost, unambiguousMessage } from './http/message-guards.ts'
import { notFound, problemResponses } from './http/problems.ts'
import { requestId } from './http/request-id.ts'
import { requestLog } from './http/request-log.ts'
import { sameSite } from './http/same-site.ts'
import { noStore, securityHeaders } from './http/security-headers.ts'
import { webFiles } from './http/web-files.ts'
import type { Log } from './log.ts'
import { personOfToken } from './people/session-token.ts'
import { activity } from './routes/activity.ts'
import { bankValidations } from './routes/bank-validations.ts'
import { beneficiaries } from './routes/beneficiaries.ts'
import { beneficiaryActions } from './routes/beneficiary-actions.ts'
import { beneficiaryValidations } from './routes/beneficiary-validations.ts'
import { drafts } from './routes/drafts.ts'
import { exports } from './routes/exports.ts'
import { health, refuseWhileStopping } from './routes/health.ts'
import { identityValidations } from './routes/identity-validations.ts'
import { merchant } from './routes/merchant.ts'
import { metrics } from './routes/metrics.ts'
import { openapi } from './routes/openapi.ts'
import { overview } from './routes/overview.ts'
import { payoutActions } from './routes/payout-actions.ts'
import { payoutPreviews } from './routes/payout-previews.ts'
import { payoutValidations } from './routes/payout-validations.ts'
import { payoutWarnings } from './routes/payout-warnings.ts'
import { payouts } from './routes/payouts.ts'
import { rules } from './routes/rules.ts'
import { sandbox } from './routes/sandbox.ts'
import { session } from './routes/session.ts'
import { validationProgress } from './routes/validation-progress.ts'

/** The table of contents: every request passes these lines from top to bottom. */
export function createApp(deps: AppDeps, log: Log): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', 'simple')
  app.use(requestId)
  app.use(requestLog(log, deps.metrics))
  app.use(securityHeaders)
  app.use(unambiguousMessage)
  app.use(ownHost(deps.host))
  const guards = [noStore, sameSite, refuseWhileStopping(deps.isStopping), knowPerson(personOfToken(deps))]
  app.use(endpoints(guards, api(deps)))
  app.use(endpoints([], [...health(deps), metrics(deps)]))
  app.use('/api', notFound)
  app.use(webFiles(deps.webDirectory))
  app.use(notFound)
  app.use(problemResponses(log))
  return app
}

function api(deps: AppDeps): readonly Endpoint[] {
  return [
    session(deps),
    ...drafts(deps),
    activity(deps),
    beneficiaryValidations(deps),
    ...beneficiaries(deps),
    ...beneficiaryActions(deps),
    identityValidations(deps),
    bankValidations(deps),
    validationProgress(deps),
    payoutPreviews(deps),
    payoutWarnings(deps),
    payoutValidations(deps),
    ...payouts(deps),
    ...payoutActions(deps),
    ...exports(deps),
    overview(deps),
    merchant(deps),
    ...rules(),
    sandbox(deps.environment),
    openapi(deps),
  ]
}
