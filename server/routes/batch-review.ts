import { batchReviewQuerySchema, batchReviewSchema } from '#shared/api/batch-review.ts'
import { payoutSearchSchema } from '#shared/api/payout-search.ts'
import { requireBatch } from '../batches/batches.ts'
import { named, type Route, route } from '../http/route.ts'
import { createReviewOrders } from '../lists/review-order.ts'
import { reviewPage, searchedReviewPage } from '../lists/review-page.ts'
import type { AppDeps } from './app-deps.ts'

type Deps = Pick<AppDeps, 'store' | 'signIn' | 'numberSearches'>

/** Reviewing payouts together: those of a batch, or that a search finds. */
export function batchReviewRoutes(deps: Deps): readonly Route[] {
  return [lookRoute(deps), searchRoute(deps)]
}

function lookRoute({ store, signIn }: Deps): Route {
  const orders = createReviewOrders(store)
  return route({
    method: 'get',
    path: '/api/batches/:id/review',
    permission: 'read',
    summary:
      'The payouts of a batch that are waiting for review, those with something to check first; and their totals, with the first page.',
    query: batchReviewQuerySchema,
    answer: named('BatchReview', batchReviewSchema),
    handle: async ({ person, id, query: { cursor, limit } }) => {
      await requireBatch(store, id)
      const order = await orders.of(id)
      const page = await reviewPage(store, signIn, person, order, {
        cursor,
        limit: limit === undefined ? limit : Number(limit),
      })
      return { body: { ...page, summary: cursor === undefined ? order.summary : null } }
    },
  })
}

function searchRoute({ store, signIn, numberSearches }: Deps): Route {
  return route({
    method: 'post',
    path: '/api/review-searches',
    permission: 'read',
    summary:
      'Matching payouts that are waiting for review, as the review of a batch shows its own; only those that you can approve.',
    body: named('PayoutSearch', payoutSearchSchema),
    answer: named('BatchReview', batchReviewSchema),
    problems: ['TOO_MANY_SEARCHES'],
    handle: async (given) => {
      await numberSearches.byText(given, given.body.text)
      return { body: { ...(await searchedReviewPage(store, signIn, given.person, given.body)), summary: null } }
    },
  })
}
