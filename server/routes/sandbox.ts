import type { SandboxHelp } from '#shared/api/sandbox-help.ts'
import { sentinels } from '#shared/api/sandbox-sentinels.ts'
import type { AppDeps } from '../app-deps.ts'
import { Failure } from '../failure.ts'
import type { Endpoint } from '../http/endpoint.ts'

/** GET /api/sandbox: the last names that reach each outcome and error of the sandbox; 404 when the provider is real. */
export function sandbox(environment: AppDeps['environment']): Endpoint {
  return {
    path: '/api/sandbox',
    get: (_request, response) => {
      if (environment !== 'sandbox')
        throw new Failure('NOT_FOUND', 'This server talks to the real provider, not to the sandbox.')
      const help: SandboxHelp = { sentinels: sentinels.map(helpOf) }
      response.json(help)
    },
  }
}

function helpOf({ lastName, service, outcome, description }: SandboxHelp['sentinels'][number]) {
  return { lastName, service, outcome, description }
}
