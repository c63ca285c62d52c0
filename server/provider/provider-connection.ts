import { type Dispatcher, Pool } from 'undici'
import { withoutTail } from '#shared/rule-book/cleaning.ts'
import { type Exchange, ExchangeHandler } from './exchange.ts'
import type { ProviderAccount } from './provider-account.ts'

/** The HTTP connection to the provider: bounded in time, size and number, and the only place that knows the token. */
export interface ProviderConnection {
  /** Sends one POST and reports how it ended; never throws, never repeats, follows no redirect. */
  post(path: string, headers: Readonly<Record<string, string>>, body: string): Promise<Exchange>
  close(): Promise<void>
}

const maxReplyBytes = 1024 * 1024
const connections = 64
const connectTimeoutMs = 3_000

export function connectProvider(account: ProviderAccount, timeoutMs: number): ProviderConnection {
  const base = new URL(account.baseUrl)
  const prefix = withoutTail(base.pathname, /\//)
  const pool = openPool(base.origin, timeoutMs)
  const fixedHeaders = {
    accept: 'application/json',
    'accept-encoding': 'identity',
    authorization: basicCredentials(account),
    'content-type': 'application/json',
  }
  return {
    post: (path, headers, body) =>
      exchange(
        pool,
        { path: prefix + path, method: 'POST', headers: { ...fixedHeaders, ...headers }, body },
        timeoutMs,
      ),
    close: () => pool.destroy(),
  }
}

function exchange(pool: Pool, request: Dispatcher.DispatchOptions, timeoutMs: number): Promise<Exchange> {
  return new Promise((resolve) => {
    const handler = new ExchangeHandler(maxReplyBytes, (exchange) => {
      clearTimeout(limit)
      resolve(exchange)
    })
    const limit = setTimeout(() => handler.expire(), timeoutMs)
    pool.dispatch(request, handler)
  })
}

function openPool(origin: string, timeoutMs: number): Pool {
  return new Pool(origin, {
    connections,
    pipelining: 1,
    connect: { timeout: Math.min(connectTimeoutMs, timeoutMs) },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: 4_000,
    maxHeaderSize: 16 * 1024,
  })
}

function basicCredentials(account: ProviderAccount): string {
  return `Basic ${Buffer.from(`${account.shopId}:${account.apiToken}`).toString('base64')}`
}
