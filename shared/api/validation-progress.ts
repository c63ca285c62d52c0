import * as z from 'zod/mini'
import { problemSchema } from './problem.ts'
import { validationOutcomeSchema } from './validation.ts'

const service = z.enum(['identity', 'bank'])

/**
 * The answer of GET /api/validations/{idempotencyKey}: the state of a validation that was asked for under this Idempotency-Key in the last
 * 24 hours, also before a restart or of another process. 404 when nothing was asked.
 */
export const validationProgressSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('running'),
    service,
    /** 0 while it waits for its turn and nothing was sent; 1 is the first attempt. */
    attempt: z.number(),
    maxAttempts: z.number(),
    /** ISO 8601 in UTC. */
    startedAt: z.string(),
  }),
  z.object({
    state: z.literal('finished'),
    service,
    /** ISO 8601 in UTC. */
    finishedAt: z.string(),
    /** The HTTP status that the POST was or would have been answered with: 200 with an outcome, else a problem. */
    status: z.number(),
    /**
     * Whether the validation ran or may have run: then the same key gives this same answer again. Else the same key
     * asks again.
     */
    mayHaveRun: z.boolean(),
    answer: z.union([validationOutcomeSchema, problemSchema]),
  }),
])

export type ValidationProgress = z.infer<typeof validationProgressSchema>
