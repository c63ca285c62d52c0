import * as z from 'zod/mini'
import { type PauseReason, validationServices } from '#shared/api/batch-validation.ts'
import type { PieceResult } from '../jobs/job.ts'
import { findJob, type Job } from '../jobs/job-rows.ts'
import { Failure } from '../kernel/failure.ts'
import type { RowReader, Transaction } from '../store/store.ts'

/** What a person confirmed to be asked. */
const confirmedSchema = z.object({
  services: z.array(z.enum(validationServices)),
  testMode: z.boolean(),
  asksAgain: z.boolean(),
  billed: z.number(),
})

/** How the provider has answered: how many failures came one after the other, and of those how many whose answer was lost. */
const courseSchema = z.object({ failures: z.number(), unknowns: z.number(), rest_until: z.nullable(z.string()) })

/** Validations of a batch as a person confirmed them. */
export interface ConfirmedJob extends Job {
  readonly given: Readonly<z.infer<typeof confirmedSchema>>
  readonly course: Readonly<z.infer<typeof courseSchema>>
}

export const untroubled: ConfirmedJob['course'] = { failures: 0, unknowns: 0, rest_until: null }

export function confirmedJob(job: Job): ConfirmedJob {
  return { ...job, given: confirmedSchema.parse(job.given), course: courseSchema.parse(job.course) }
}

/** @throws Failure NOT_FOUND, TAMPERED */
export async function requireJob(reader: RowReader, id: string): Promise<ConfirmedJob> {
  const job = await findJob(reader, id)
  if (job?.kind !== 'validations') throw new Failure('NOT_FOUND', { params: { what: 'validations' } })
  return confirmedJob(job)
}

/** Has in the audit log that calls begin which may be billed, or that begun ones did not run: no row says more than that how many were made. */
export function auditCalls(
  tx: Transaction,
  { id, personId }: ConfirmedJob,
  facts: { readonly billed: number } | { readonly notRun: number },
): Promise<void> {
  return tx.audit({ personId, action: 'validations.sent', thing: { type: 'validation', id }, facts })
}

/** Pauses a job for a reason of the app's own; audited. */
export async function pauseFor(tx: Transaction, job: ConfirmedJob, why: PauseReason): Promise<PieceResult> {
  const thing = { type: 'batch', id: job.aboutId } as const
  await tx.audit({ personId: null, action: 'validations.paused', thing, facts: { job: job.id, cause: why } })
  return { state: 'paused', why, course: { ...job.course, rest_until: null } }
}
