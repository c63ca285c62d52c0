import * as z from 'zod/mini'
import { Failure } from '../kernel/failure.ts'
import { type Exchange, type Reply, readReplyJson } from './exchange.ts'
import type { Attempt } from './retries.ts'
import { failed, judge, judgeStatus, untrusted } from './status-table.ts'

/** The body of POST {base_url}/data-api/graphql. Interface, part A. */
export const merchantQuery = JSON.stringify({ query: '{ currentMerchantId }' })

const errorSchema = z.object({
  extensions: z.optional(z.object({ code: z.optional(z.string()), retryable: z.optional(z.boolean()) })),
})

const replySchema = z.object({
  data: z.optional(z.nullable(z.object({ currentMerchantId: z.optional(z.nullable(z.string())) }))),
  errors: z.optional(z.array(errorSchema)),
})

/** What an exchange says about the merchant: its identifier, a numeric text. Interface, "Data query" and "Errors · Data query". */
export function judgeMerchant(exchange: Exchange): Attempt<string> {
  if (exchange.kind !== 'reply') return judge(exchange, readMerchantId)
  const error = firstError(exchange)
  return error === undefined ? judge(exchange, readMerchantId) : refusal(exchange, error)
}

function readMerchantId(reply: Reply): Attempt<string> {
  const json = readReplyJson(reply)
  if (!json.ok) return untrusted(json.params)
  const parsed = replySchema.safeParse(json.value)
  const merchantId = parsed.data?.data?.currentMerchantId
  if (!merchantId || !/^\d+$/.test(merchantId)) return untrusted({ why: 'merchant' })
  return { answered: true, answer: merchantId }
}

function firstError(reply: Reply): z.infer<typeof errorSchema> | undefined {
  const json = readReplyJson(reply)
  return json.ok ? replySchema.safeParse(json.value).data?.errors?.[0] : undefined
}

/** The code decides before the HTTP status, which the interface leaves open; the provider's `retryable` before our own table. */
function refusal(reply: Reply, error: z.infer<typeof errorSchema>): Attempt<never> {
  const { code, retryable } = error.extensions ?? {}
  const refused = refusalByCode(code) ?? judgeStatus(reply) ?? failed('PROVIDER_ERROR')
  if (retryable === undefined || refused.answered) return refused
  const { failure } = refused
  return {
    answered: false,
    failure: new Failure(failure.code, { ...failure.particulars, retryable }),
    mayRepeat: retryable,
  }
}

function refusalByCode(code: string | undefined): Attempt<never> | undefined {
  switch (code) {
    case 'UNAUTHORIZED':
      return failed('PROVIDER_UNAUTHORIZED')
    case 'MERCHANT_ID_MISSING':
      return failed('PROVIDER_MERCHANT_MISSING')
    default:
      return undefined
  }
}
