import * as z from 'zod/mini'
import { type ActJob, actedPayoutsSchema, listActs } from '#shared/api/list-job.ts'
import { payoutsToSend } from '../batches/batch-rows.ts'
import type { JobKind } from '../jobs/job.ts'
import { listKind } from '../jobs/list-jobs.ts'
import { Failure } from '../kernel/failure.ts'
import type { NumberSearches } from '../search/number-searches.ts'
import type { Reader } from '../store/store.ts'
import { actOnPayouts, listOperation } from './act-on-list.ts'

const givenSchema = z.object({ act: z.enum(listActs), comment: z.optional(z.string()), address: z.string() })

/** Sends, withdraws, deletes or returns payouts, of one batch or not: what is refused is named by its row, too. */
export function actsKind({ numberSearches }: { readonly numberSearches: Pick<NumberSearches, 'byDeleting'> }): JobKind {
  return listKind({
    permission: ({ given }) => (givenSchema.parse(given).act === 'return' ? 'approve' : 'enter'),
    items: actedPayoutsSchema,
    act({ aboutId, personId, given }) {
      const { address, ...how } = givenSchema.parse(given)
      const operation = listOperation({ ...how, ...(aboutId !== '' && { batchId: aboutId }) })
      const { refused, ...own } = actOnPayouts(operation, (rows) => {
        if (how.act === 'delete') numberSearches.byDeleting({ person: { id: personId }, address }, rows)
      })
      return { ...own, refused: (payout, failure) => ({ ...payout, ...refused(payout, failure) }) }
    },
  })
}

/**
 * What is acted on: what a person has chosen; or all of a batch that can be sent, in the order of its rows, which is no more than they have confirmed.
 * @throws Failure NOT_FOUND where it is nothing, STATE_CONFLICT where it is more
 */
export async function payoutsOf({ db }: Reader, { act, batchId, list, payouts }: ActJob) {
  if (payouts !== undefined) return payouts
  const all = act === 'submit' && batchId !== undefined ? await payoutsToSend(db, batchId) : []
  if (all.length === 0) throw new Failure('NOT_FOUND', { params: { what: 'payouts' } })
  if (all.length > list.count) throw new Failure('STATE_CONFLICT', { params: { why: 'list' } })
  return all
}
