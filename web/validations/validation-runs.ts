import * as z from 'zod/mini'
import { validationOutcomeSchema } from '#shared/api/validation.ts'
import { validationFailureSchema } from './validation-failure.ts'

const recordSchema = z.discriminatedUnion('state', [
  /** Asked and not yet answered; `isWatched` is false once a person stopped waiting: the server goes on by itself. */
  z.object({ state: z.literal('running'), country: z.string(), idempotencyKey: z.string(), isWatched: z.boolean() }),
  /** `tries`: how often the same values came back as NOT_VALIDATED in a row. */
  z.object({ state: z.literal('done'), country: z.string(), outcome: validationOutcomeSchema, tries: z.number() }),
  /** With a key the answer was lost on the way: asking again with it fetches that answer and costs nothing. */
  z.object({
    state: z.literal('failed'),
    country: z.string(),
    // One that an older page has kept in words is no failure that this one can say.
    failure: z.catch(validationFailureSchema, { cause: 'unreadable' }),
    idempotencyKey: z.optional(z.string()),
  }),
])

export const checksSchema = z.object({
  records: z.record(z.string(), recordSchema),
  last: z.record(z.string(), z.string()),
})

/** What is known of one check that was asked with one exact request. */
export type ValidationRun = z.infer<typeof recordSchema>

/** The checks of a form, by service and request: an answer belongs to the values it was asked for. Kept with the form's draft. */
export type Checks = z.infer<typeof checksSchema>

export const noValidations: Checks = { records: {}, last: {} }

/** More are not kept: each holds somebody's details. */
const keptAtMost = 40

/** The same checks with one more record; the oldest goes when there are too many. */
export function withRecord(checks: Checks, auditKey: string, record: ValidationRun): Checks {
  const { [auditKey]: _before, ...others } = checks.records
  const kept = Object.entries(others).slice(1 - keptAtMost)
  return { ...checks, records: { ...Object.fromEntries(kept), [auditKey]: record } }
}

/** The same checks without what is known of people in one country; a check that runs goes on. */
export function withoutCountry(checks: Checks, country: string): Checks {
  const kept = Object.entries(checks.records).filter(
    ([, found]) => found.country !== country || found.state === 'running',
  )
  const last = Object.entries(checks.last).filter(([place]) => !place.endsWith(` ${country}`))
  return { records: Object.fromEntries(kept), last: Object.fromEntries(last) }
}
