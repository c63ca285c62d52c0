import type { IncomingHttpHeaders } from 'node:http'
import { type Dispatcher, errors } from 'undici'
import type { ProblemParams } from '#shared/api/problem.ts'

/** One HTTP exchange with the provider, come to its end: what is known, and above all whether the call may have run. */
export type Exchange =
  | Reply
  /** Nothing left this machine: the call has not run. `again` when trying again at once makes sense. */
  | { readonly kind: 'unsent'; readonly params: ProblemParams; readonly again: boolean }
  /** The request went out and no answer came: the call may have run. */
  | { readonly kind: 'unanswered'; readonly params: ProblemParams }
  /** An answer came that cannot be read: the call may have run. */
  | { readonly kind: 'untrusted'; readonly params: ProblemParams }

export interface Reply {
  readonly kind: 'reply'
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Collects a reply of bounded size and reports every way in which an exchange can end. Settles once. */
export class ExchangeHandler implements Dispatcher.DispatchHandler {
  readonly #settle: (exchange: Exchange) => void
  readonly #maxBytes: number
  readonly #chunks: Buffer[] = []
  #controller: Dispatcher.DispatchController | undefined
  #settled = false
  #status = 0
  #headers: IncomingHttpHeaders = {}
  #bytes = 0

  constructor(maxBytes: number, settle: (exchange: Exchange) => void) {
    this.#maxBytes = maxBytes
    this.#settle = settle
  }

  /** The whole exchange took too long. */
  expire(): void {
    const sent = this.#controller !== undefined
    this.#end(sent ? { kind: 'unanswered', params: { why: 'late' } } : unsent({ why: 'late' }, false))
  }

  /** undici calls this once it has a connection, right before it writes the request. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#settled) controller.abort(new Error('the exchange is over'))
    else this.#controller = controller
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return
    this.#status = status
    this.#headers = headers
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length
    if (this.#bytes > this.#maxBytes) this.#end({ kind: 'untrusted', params: { why: 'size', most: this.#maxBytes } })
    else this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    this.#end({ kind: 'reply', status: this.#status, headers: this.#headers, body: Buffer.concat(this.#chunks) })
  }

  onResponseError(_controller: unknown, error: Error): void {
    if (this.#controller === undefined) this.#end(notSent(error))
    else this.#end(this.#status === 0 ? noAnswer(error) : brokenAnswer(error))
  }

  #end(exchange: Exchange): void {
    if (this.#settled) return
    this.#settled = true
    if (exchange.kind !== 'reply') this.#controller?.abort(new Error(exchange.kind))
    this.#settle(exchange)
  }
}

function unsent(params: ProblemParams, again: boolean): Exchange {
  return { kind: 'unsent', params, again }
}

function notSent(error: Error): Exchange {
  const reason = codeOf(error)
  return unsent({ reason }, reason === 'ECONNREFUSED' || reason === 'ECONNRESET' || reason === 'EPIPE')
}

function noAnswer(error: Error): Exchange {
  if (unreadable.some((kind) => error instanceof kind)) return { kind: 'untrusted', params: { why: 'http' } }
  // undici ends the socket itself on an unrequested 100 or 101: an answer, though an absurd one.
  if (/^bad (response|upgrade)$/.test(error.message)) return { kind: 'untrusted', params: { why: 'informational' } }
  return { kind: 'unanswered', params: { why: error instanceof errors.HeadersTimeoutError ? 'late' : 'cut' } }
}

/** Bytes came, but no HTTP of one meaning: headers without end, two lengths. */
const unreadable = [errors.HTTPParserError, errors.HeadersOverflowError, errors.ResponseContentLengthMismatchError]

function brokenAnswer(error: Error): Exchange {
  if (error instanceof errors.BodyTimeoutError) return { kind: 'unanswered', params: { why: 'part' } }
  return { kind: 'untrusted', params: { why: 'cut' } }
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

export type ReplyJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly params: ProblemParams }

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The JSON of a reply: its content type, its encoding and its text are checked, nothing is guessed. */
export function readReplyJson(reply: Reply): ReplyJson {
  const { 'content-type': type = 'none', 'content-encoding': encoding = 'identity' } = reply.headers
  const [mediaType = ''] = type.split(';')
  if (!/^application\/(?:[\w.-]+\+)?json$/i.test(mediaType.trimEnd())) return { ok: false, params: { why: 'type' } }
  if (encoding !== 'identity') return { ok: false, params: { why: 'compressed' } }
  try {
    return { ok: true, value: JSON.parse(utf8.decode(reply.body)) }
  } catch {
    return { ok: false, params: { why: 'json' } }
  }
}
