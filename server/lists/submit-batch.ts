import { type SubmissionJob, sentPayoutsSchema } from '#shared/api/list-job.ts'
import { payoutsToSend } from '../batches/batch-rows.ts'
import { listKind } from '../jobs/list-jobs.ts'
import { Failure } from '../kernel/failure.ts'
import { type PayoutSubmission, submitPayouts } from '../payouts/submit-payouts.ts'
import type { Reader } from '../store/store.ts'
import { type ActOnSome, actOnPayouts } from './act-on-list.ts'

/** Sends payouts of a batch to review. */
export function submitOf(batchId: string): ActOnSome<PayoutSubmission> {
  return (tx, person, some, isTime) => submitPayouts(tx, person, some, { isTime, batchId })
}

/** The same of all of them: what is refused is named by its row, too. */
export const submissionKind = listKind({
  permission: 'enter',
  items: sentPayoutsSchema,
  act({ aboutId }) {
    const { act, refused } = actOnPayouts(submitOf(aboutId))
    return { act, refused: (given, failure) => ({ ...given, ...refused(given, failure) }) }
  },
})

/**
 * What is to be sent: what a person has chosen; or all that can be, in the order of its rows, which is no more than they have confirmed.
 * @throws Failure NOT_FOUND where it is nothing, STATE_CONFLICT where it is more
 */
export async function submissionsOf({ db }: Reader, { batchId, list, payouts }: SubmissionJob) {
  if (payouts !== undefined) return payouts
  const all = await payoutsToSend(db, batchId)
  if (all.length === 0) throw new Failure('NOT_FOUND', { params: { what: 'payouts' } })
  if (all.length > list.count) throw new Failure('STATE_CONFLICT', { params: { why: 'list' } })
  return all.map((payout) => ({ ...payout, confirmed: [] }))
}
