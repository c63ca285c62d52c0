import * as z from 'zod/mini'
import { validationOutcomeSchema } from '#shared/api/validation.ts'
import { checkFailureSchema } from './check-failure.ts'

const recordSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('running') }),
  z.object({ state: z.literal('done'), outcome: validationOutcomeSchema }),
  z.object({ state: z.literal('failed'), failure: checkFailureSchema }),
])

const checksSchema = z.object({ records: z.record(z.string(), recordSchema), last: z.record(z.string(), z.string()) })

/** What is known of one check that was asked with one exact request. */
export type CheckRecord = z.infer<typeof recordSchema>

/** The checks of this tab, by service and request: an answer belongs to the values it was asked for. */
export type Checks = z.infer<typeof checksSchema>

const key = 'payout-desk:checks'

/**
 * The checks as they were before a reload. One that was running then is unknown now: the server keeps its answer, and
 * asking again with the same key fetches it.
 */
export function loadChecks(): Checks {
  const found = checksSchema.safeParse(stored())
  if (!found.success) return { records: {}, last: {} }
  const records = Object.entries(found.data.records).filter(([, { state }]) => state !== 'running')
  return { ...found.data, records: Object.fromEntries(records) }
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
