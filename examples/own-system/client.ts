import createClient from 'openapi-fetch'
import type { components, paths } from './payout-desk-api.ts'

export type AppEvent = components['schemas']['AppEvent']
export type PayoutEntry = components['schemas']['PayoutEntry']
export type Client = ReturnType<typeof connect>

/** Requests, answers and problems are typed by the OpenAPI document of the server. */
export function connect(baseUrl: string, token: string) {
  return createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` }, fetch: patiently })
}

const mostAttempts = 5

/** Sends again what got no answer or was turned away for now: a payout has its Idempotency-Key, and a repeated report of an outcome changes nothing. */
async function patiently(request: Request): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(request.clone()).catch((error: unknown) => {
      if (attempt === mostAttempts) throw error
    })
    const isForNow = answer === undefined || answer.status === 429 || answer.status === 503
    if (answer !== undefined && (!isForNow || attempt === mostAttempts)) return answer
    const seconds = Number(answer?.headers.get('retry-after') ?? 2 ** attempt)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
  }
}

interface Answer<Data> {
  readonly data?: Data | undefined
  readonly error?: { readonly code: string; readonly detail: string; readonly requestId: string } | undefined
}

/** What a request was answered; a problem that the program does not handle ends it, with what support needs to find it. */
export function orThrow<Data>({ data, error }: Answer<Data>): NonNullable<Data> {
  if (error !== undefined) throw new Error(`${error.code}: ${error.detail} (request ${error.requestId})`)
  if (data === undefined || data === null) throw new Error('The answer is empty.')
  return data
}
