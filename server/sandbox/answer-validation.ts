import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Behaviour, sentinelFor } from '#shared/api/sandbox-sentinels.ts'
import { bankVerdict, identityVerdict } from './field-rules.ts'
import type { Memory } from './memory.ts'
import { jsonOf, sendJson } from './messages.ts'
import { perform } from './perform.ts'
import { readRequest, type ValidationRequest } from './read-request.ts'
import type { SandboxClient, SandboxSettings } from './settings.ts'

interface SandboxExchange {
  readonly service: 'identity' | 'bank'
  readonly settings: SandboxSettings
  readonly memory: Memory
  readonly asker: SandboxClient
  readonly body: string
}

/** Both validations: credentials, rate limit, fields, then the sentinel of the last name. Interface, part B. */
export async function answerValidation(
  asked: SandboxExchange,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (asked.asker.kind === 'stranger') return sendJson(response, 401, { errorCode: 'UNAUTHORIZED' })
  const { service, memory, settings } = asked
  if (!memory.admit(service)) return sendJson(response, 429, { errorCode: 'RATE_LIMIT_EXCEEDED' })
  const request = readRequest(jsonOf(asked.body), settings.names)
  const isTest = message.headers['x-test-mode'] === 'true'
  const verdict = request && (service === 'identity' ? identityVerdict(request) : bankVerdict(request, settings.names))
  const bill = () =>
    memory.bill({ service, correlationId: request?.correlationId ?? '', requestId: idOf(message), isBillable: !isTest })
  const stage = { response, memory, bill, service, request, echoName: settings.names.correlationId }
  await perform(onPlan(settings.plan, service, behaviourFor(service, request, verdict, isTest)), stage)
}

function behaviourFor(
  service: SandboxExchange['service'],
  request: ValidationRequest | undefined,
  verdict: Behaviour | undefined,
  isTest: boolean,
): Behaviour {
  if (request === undefined) return { kind: 'not-run', reason: 'SANDBOX_BODY_INVALID' }
  if (verdict !== undefined) return verdict
  const behaviour = sentinelFor(service, request.lastName)?.behaviour
  return behaviour === undefined || (isTest && isPassedInTestMode(behaviour)) ? ok : behaviour
}

/** The basic plan returns the outcome of an identity validation without the reasons of the premium plan; bank reasons are not filtered. */
function onPlan(plan: SandboxSettings['plan'], service: SandboxExchange['service'], behaviour: Behaviour): Behaviour {
  const isFiltered = plan === 'basic' && service === 'identity' && behaviour.kind === 'result'
  return isFiltered && premiumReasons.has(behaviour.reason) ? { ...behaviour, reason: null } : behaviour
}

/** Interface, "Identity reasons, premium plan". */
const premiumReasons: ReadonlySet<string | null> = new Set([
  'CUSTOMER_IS_IN_INTERNATIONAL_LISTS',
  'CUSTOMER_IS_PEP',
  'CUSTOMER_IS_PEP_RELATED',
])

const ok: Behaviour = { kind: 'result', status: 'OK', reason: null }

/** A valid request is OK in test mode, and the shop's configuration is not looked at; rate limits and failures remain. */
function isPassedInTestMode({ kind }: Behaviour): boolean {
  return kind === 'result' || kind === 'not-validated-twice' || kind === 'not-run'
}

function idOf(message: IncomingMessage): string | null {
  const id = message.headers['x-request-id']
  return typeof id === 'string' ? id : null
}
