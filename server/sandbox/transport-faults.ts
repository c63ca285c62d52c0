import type { ServerResponse } from 'node:http'
import type { TransportFault } from '#shared/api/sandbox-sentinels.ts'
import { sendJson } from './messages.ts'

/** Spoils one answer; `body` gives the right one with some status code. */
type Spoiler = (response: ServerResponse, body: (status: string) => Record<string, unknown>) => void

const json = { 'content-type': 'application/json' }
const hugeBytes = 10 * 1024 * 1024

/** Everything that can go wrong between a validation that ran and its answer. */
export const transportFaults: Readonly<Record<TransportFault, Spoiler>> = {
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
