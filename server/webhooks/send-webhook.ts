import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { Agent, type Dispatcher, request } from 'undici'
import type { DeliveryTrouble } from '#shared/api/webhooks.ts'
import { addressFault, hostOf } from '#shared/payout/web-address.ts'
import type { Clock } from '../kernel/clock.ts'
import { orAborted } from '../kernel/or-aborted.ts'

/** One signed message to one address. */
interface WebhookMessage {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** How it was answered; `why` is null for a success. */
export interface WebhookAnswer {
  readonly status: number | null
  readonly why: DeliveryTrouble | null
  readonly tookMs: number
}

/** Sends a message once, and gives it up at the signal. Never rejects. */
export type SendWebhook = (message: WebhookMessage, ending?: AbortSignal) => Promise<WebhookAnswer>

interface SendingDeps extends WebhookNetwork {
  readonly clock: Pick<Clock, 'now' | 'schedule'>
  /** Hosts of the merchant's own network, whose addresses may be private. */
  readonly privateHosts: ReadonlySet<string>
}

/** How hosts are found and trusted. */
export interface WebhookNetwork {
  /** All addresses of a name. */
  readonly resolve: (host: string) => Promise<readonly HostAddress[]>
  /** The certificates that are trusted besides the system's: of tests. */
  readonly ca?: string
}

interface HostAddress {
  readonly address: string
  readonly family: number
}

/** That of the system. */
export const webhookNetwork: WebhookNetwork = { resolve: (host) => lookup(host, { all: true }) }

/** Of one attempt, from the name's look-up to the end of the answer. */
const limitMs = 10_000

const mostBytes = 64 * 1024

/**
 * Sends to https alone. The name is resolved for each attempt, every address of it must be public, and the connection is made to exactly these: a name
 * that has another address a moment later changes nothing. Redirects are not followed.
 */
export function createSendWebhook({ clock, privateHosts, resolve, ca }: SendingDeps): SendWebhook {
  const publicAddresses = async (host: string): Promise<readonly HostAddress[]> => {
    const found = await resolve(host.replaceAll(/[[\]]/g, '')).catch(() => [])
    if (found.length === 0) throw new SendingError('unresolved')
    if (!privateHosts.has(host) && !found.every(isPublic)) throw new SendingError('private')
    return found
  }
  return async ({ url, headers, body }, ending) => {
    const beganAt = clock.now()
    const limit = new AbortController()
    const cancel = clock.schedule(limitMs, () => limit.abort())
    const signal = ending === undefined ? limit.signal : AbortSignal.any([limit.signal, ending])
    const answered = (status: number | null, why: DeliveryTrouble | null): WebhookAnswer => {
      return { status, why, tookMs: Math.round(clock.now() - beganAt) }
    }
    let dispatcher: Agent | undefined
    try {
      const host = hostOf(url) ?? ''
      if (!url.startsWith('https://') || isRefused(url, host, privateHosts)) throw new SendingError('private')
      const addresses = await orAborted(publicAddresses(host), signal)
      dispatcher = new Agent({
        ...agentLimits,
        connect: { lookup: pinned(addresses), ...(ca !== undefined && { ca }) },
      })
      const sent = { dispatcher, method: 'POST', headers, body, signal } as const
      // The signal alone does not end a connection that is being made.
      const answer = await orAborted(request(url, sent), signal)
      const isFlood = await orAborted(isTooLong(answer.body), signal)
      const { statusCode: status } = answer
      return answered(status, isFlood ? 'flood' : troubleOf(status))
    } catch (error) {
      if (signal.aborted) return answered(null, 'timeout')
      return answered(null, error instanceof SendingError ? error.why : troubleOfError(error))
    } finally {
      cancel()
      dispatcher?.destroy().catch(() => {})
    }
  }
}

/** What is wrong with an address that an admin types; the same is asked again for each attempt. */
export function isRefused(url: string, host: string, privateHosts: ReadonlySet<string>): boolean {
  const fault = addressFault(url)
  return fault !== undefined && !(fault === 'private' && privateHosts.has(host))
}

const agentLimits = { connections: 1, pipelining: 1, maxHeaderSize: 16 * 1024 } as const

class SendingError extends Error {
  readonly why: DeliveryTrouble

  constructor(why: DeliveryTrouble) {
    super(why)
    this.why = why
  }
}

function isPublic({ address, family }: HostAddress): boolean {
  return addressFault(`https://${family === 6 ? `[${address}]` : address}`) === undefined
}

/** Answers what was resolved before, whatever the name has become. */
function pinned(addresses: readonly HostAddress[]): LookupFunction {
  return (_, { all }, callback) => {
    const [first] = addresses
    if (all === true) callback(null, [...addresses])
    else callback(null, first?.address ?? '', first?.family ?? 4)
  }
}

/** Reads an answer to its end, or to where it is too long. */
async function isTooLong(body: Dispatcher.ResponseData['body']): Promise<boolean> {
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > mostBytes) return true
  }
  return false
}

function troubleOf(status: number): DeliveryTrouble | null {
  if (status >= 200 && status <= 299) return null
  return status >= 300 && status <= 399 ? 'redirect' : 'answer'
}

function troubleOfError(error: unknown): DeliveryTrouble {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const isOfCertificate = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_)/.test(code)
  return isOfCertificate ? 'certificate' : 'connection'
}
