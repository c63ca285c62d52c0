import * as z from 'zod/mini'

/** The answer of GET /api/sandbox: which last name brings which outcome or error of the sandbox provider. */
export const sandboxHelpSchema = z.object({
  sentinels: z.array(
    z.object({
      lastName: z.string(),
      /** The validation that knows the name; the other one takes it for a name like any other. */
      service: z.enum(['identity', 'bank', 'both']),
      /** OK, NOK or NOT_VALIDATED when the validation runs, else the code of the problem. */
      outcome: z.string(),
      description: z.string(),
    }),
  ),
})
