import * as z from 'zod/mini'
import { validationOutcomeSchema } from '#shared/api/validation.ts'
import { checkFailureSchema } from './check-failure.ts'

const recordSchema = z.discriminatedUnion('state', [
  /** Asked and not yet answered; `isWatched` is false once a person stopped waiting: the server goes on by itself. */
  z.object({ state: z.literal('running'), idempotencyKey: z.string(), isWatched: z.boolean() }),
  /** `tries`: how often the same values came back as NOT_VALIDATED in a row. */
  z.object({ state: z.literal('done'), outcome: validationOutcomeSchema, tries: z.number() }),
  z.object({ state: z.literal('failed'), failure: checkFailureSchema }),
])

const checksSchema = z.object({ records: z.record(z.string(), recordSchema), last: z.record(z.string(), z.string()) })

/** What is known of one check that was asked with one exact request. */
export type CheckRecord = z.infer<typeof recordSchema>

/** The checks of this tab, by service and request: an answer belongs to the values it was asked for. */
export type Checks = z.infer<typeof checksSchema>

const key = 'payout-desk:checks'

/** The checks as they were before a reload, those still running included: the server keeps their answers. */
export function loadChecks(): Checks {
  const found = checksSchema.safeParse(stored())
  return found.success ? found.data : { records: {}, last: {} }
}

export function saveChecks(checks: Checks): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(checks))
  } catch {
    // Without storage the answers live as long as the page.
  }
}

function stored(): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}
