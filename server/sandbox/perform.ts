import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Behaviour, TransportFault } from '#shared/api/sandbox-sentinels.ts'
import type { Memory } from './memory.ts'
import { sendJson } from './messages.ts'
import type { ValidationRequest } from './read-request.ts'

/** What a behaviour needs to be played. */
export interface Stage {
  readonly response: ServerResponse
  readonly memory: Memory
  /** Writes the validation on the bill: called once it ran, whether or not the answer arrives. */
  readonly bill: () => void
  readonly service: 'identity' | 'bank'
  readonly request: ValidationRequest | undefined
  readonly echoName: string
}

const slowMs = 2_000

/** Plays a behaviour: bills what ran, then answers, or fails to. */
export async function perform(behaviour: Behaviour, stage: Stage): Promise<void> {
  switch (behaviour.kind) {
    case 'result':
      return answer(stage, behaviour.status, behaviour.reason)
    case 'not-validated-twice':
      return answer(stage, turnOf(stage, personOf(stage)) < 3 ? 'NOT_VALIDATED' : 'OK', null)
    case 'not-run':
      return sendJson(stage.response, 400, validationBody(stage, 'NOK', behaviour.reason))
    case 'error':
      return sendJson(stage.response, behaviour.status, { errorCode: behaviour.errorCode })
    case 'error-twice':
      if (turnOf(stage, stage.request?.correlationId ?? '') < 3)
        return sendJson(stage.response, 500, { errorCode: 'INTERNAL_SERVER_ERROR' })
      return answer(stage, 'OK', null)
    case 'slow':
      await wait(slowMs)
      return answer(stage, 'OK', null)
    case 'fault':
      stage.bill()
      transportFaults[behaviour.fault](stage.response, (status) => validationBody(stage, status, null))
  }
}

function answer(stage: Stage, status: string, reason: string | null): void {
  stage.bill()
  sendJson(stage.response, 200, validationBody(stage, status, reason))
}

/** A MerchantValidationResponse. Interface, part B. */
function validationBody({ request, echoName }: Stage, status: string, reason: string | null): Record<string, unknown> {
  return { validationStatusCode: status, validationResultReason: reason, [echoName]: request?.correlationId ?? null }
}

function turnOf({ memory, service }: Stage, key: string): number {
  return memory.turn(`${service} ${key}`, 3)
}

function personOf({ request }: Stage): string {
  return `${request?.country} ${request?.documentNumber}`
}

/** Spoils one answer; `body` gives the right one with some status code. */
type Spoiler = (response: ServerResponse, body: (status: string) => Record<string, unknown>) => void

const json = { 'content-type': 'application/json' }
const hugeBytes = 10 * 1024 * 1024

/** Everything that can go wrong between a validation that ran and its answer. */
const transportFaults: Readonly<Record<TransportFault, Spoiler>> = {
  'no-answer': () => {},
  cut: (response) => {
    response.socket?.destroy()
  },
  'cut-midway': (response, body) => {
    response.writeHead(200, { ...json, 'content-length': 500 })
    response.write(JSON.stringify(body('OK')).slice(0, 20), () => response.socket?.destroy())
  },
  garbled: (response, body) => {
    response.writeHead(200, json).end(JSON.stringify(body('OK')).slice(1))
  },
  html: (response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>')
  },
  'wrong-echo': (response, body) => {
    sendJson(response, 200, withForeignEcho(body('OK')))
  },
  'unknown-status': (response, body) => {
    sendJson(response, 200, body('MAYBE'))
  },
  redirect: (response) => {
    response.writeHead(307, { location: 'https://elsewhere.invalid/identity-validation' }).end()
  },
  huge: (response, body) => {
    sendJson(response, 200, { ...body('OK'), padding: 'x'.repeat(hugeBytes) })
  },
}

function withForeignEcho(body: Record<string, unknown>): Record<string, unknown> {
  const { validationStatusCode, validationResultReason, ...echo } = body
  const others = Object.fromEntries(Object.keys(echo).map((name) => [name, 'another-request']))
  return { validationStatusCode, validationResultReason, ...others }
}
