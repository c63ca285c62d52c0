import express, { type Express } from 'express'
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
import { beneficiaryActs } from './routes/beneficiary-acts.ts'
import { beneficiaryChecks } from './routes/beneficiary-checks.ts'
import { drafts } from './routes/drafts.ts'
import { exports } from './routes/exports.ts'
import { health, refuseWhileStopping } from './routes/health.ts'
import { identityValidations } from './routes/identity-validations.ts'
import { merchant } from './routes/merchant.ts'
import { metrics } from './routes/metrics.ts'
import { openapi } from './routes/openapi.ts'
import { overview } from './routes/overview.ts'
import { payoutActs } from './routes/payout-acts.ts'
import { payoutChecks } from './routes/payout-checks.ts'
import { payoutPreviews } from './routes/payout-previews.ts'
import { payoutWarnings } from './routes/payout-warnings.ts'
import { payouts } from './routes/payouts.ts'
import { rules } from './routes/rules.ts'
import { sandbox } from './routes/sandbox.ts'
import { session } from './routes/session.ts'
import { validationProgress } from './routes/validation-progress.ts'
import type { ServiceParts } from './service-parts.ts'

/** The table of contents: every request passes these lines from top to bottom. */
export function createApp(parts: ServiceParts, log: Log): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', 'simple')
  app.use(requestId)
  app.use(requestLog(log, parts.metrics))
  app.use(securityHeaders)
  app.use(unambiguousMessage)
  app.use(ownHost(parts.host))
  const guards = [noStore, sameSite, refuseWhileStopping(parts.isStopping), knowPerson(personOfToken(parts))]
  app.use(endpoints(guards, api(parts)))
  app.use(endpoints([], [...health(parts), metrics(parts)]))
  app.use('/api', notFound)
  app.use(webFiles(parts.webDirectory))
  app.use(notFound)
  app.use(problemResponses(log))
  return app
}

function api(parts: ServiceParts): readonly Endpoint[] {
  return [
    session(parts),
    ...drafts(parts),
    activity(parts),
    beneficiaryChecks(parts),
    ...beneficiaries(parts),
    ...beneficiaryActs(parts),
    identityValidations(parts),
    bankValidations(parts),
    validationProgress(parts),
    payoutPreviews(),
    payoutWarnings(parts),
    payoutChecks(parts),
    ...payouts(parts),
    ...payoutActs(parts),
    ...exports(parts),
    overview(parts),
    merchant(parts),
    ...rules(),
    sandbox(parts.environment),
    openapi(),
  ]
}
