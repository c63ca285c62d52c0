import * as z from 'zod/mini'

/** The answer of GET /api/merchant: who the credentials belong to, and whether the provider is the sandbox. */
export const merchantSchema = z.object({
  merchantId: z.string(),
  environment: z.enum(['sandbox', 'provider']),
})
