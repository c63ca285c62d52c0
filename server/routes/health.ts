import type { RequestHandler } from 'express'
import type { AppDeps } from '../app-deps.ts'
import { Failure } from '../failure.ts'
import type { Endpoint } from '../http/endpoint.ts'

/** /healthz: the process lives. /readyz: it takes work, which needs the database, until it is asked to end. */
export function health({ isStopping, store }: Pick<AppDeps, 'isStopping' | 'store'>): readonly Endpoint[] {
  const alive: RequestHandler = (_request, response) => void response.json({ status: 'ok' })
  const ready: RequestHandler = async (_request, response) => {
    if (isStopping()) throw shuttingDown()
    await store.db.selectFrom('audit_head').select('seq').execute()
    response.json({ status: 'ready' })
  }
  return [
    { path: '/healthz', get: alive },
    { path: '/readyz', get: ready },
  ]
}

/** What is under way ends in peace; nothing new begins. */
export function refuseWhileStopping(isStopping: () => boolean): RequestHandler {
  return (_request, _response, next) => {
    if (isStopping()) throw shuttingDown()
    next()
  }
}

function shuttingDown(): Failure {
  return new Failure('SHUTTING_DOWN', 'It takes no new work. Try again in a few seconds.', {
    headers: { connection: 'close' },
  })
}
