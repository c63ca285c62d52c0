import {
  batchReviewSchema,
  reviewLinesRequestSchema,
  reviewLinesSchema,
  reviewPageSchema,
} from '#shared/api/batch-review.ts'
import { payoutSearchSchema } from '#shared/api/payout-search.ts'
import { requireBatch } from '../batches/batches.ts'
import { named, type Route, route } from '../http/route.ts'
import { linesOfBatch, searchedReviewPage } from '../lists/review-lines.ts'
import { createReviewOrders, type ReviewOrders } from '../lists/review-order.ts'
import type { AppDeps } from './app-deps.ts'

type Deps = Pick<AppDeps, 'store' | 'signIn' | 'numberSearches'>

/** Reviewing payouts together: those of a batch, or that a search finds. */
export function batchReviewRoutes(deps: Deps): readonly Route[] {
  const orders = createReviewOrders(deps.store)
  return [orderRoute(deps, orders), linesRoute(deps, orders), searchRoute(deps)]
}

function orderRoute({ store }: Deps, orders: ReviewOrders): Route {
  return route({
    method: 'get',
    path: '/api/batches/:id/review',
    permission: 'read',
    isHeavy: true,
    summary:
      'Which payouts of a batch are waiting for review, those with something to check first, and what they come to.',
    answer: named('BatchReview', batchReviewSchema),
    handle: async ({ id }) => {
      await requireBatch(store, id)
      return { body: (await orders.of(id)).review }
    },
  })
}

function linesRoute({ store, signIn }: Deps, orders: ReviewOrders): Route {
  return route({
    method: 'post',
    path: '/api/batches/:id/review-lines',
    permission: 'read',
    isHeavy: true,
    summary: 'Payouts of a batch that are waiting for review, with all that belongs to deciding about them.',
    body: named('ReviewLinesRequest', reviewLinesRequestSchema),
    answer: named('ReviewLines', reviewLinesSchema),
    handle: async ({ person, id, body: { ids } }) => {
      await requireBatch(store, id)
      return { body: { lines: await linesOfBatch(store, signIn, person, await orders.of(id), ids) } }
    },
  })
}

function searchRoute({ store, signIn, numberSearches }: Deps): Route {
  return route({
    method: 'post',
    path: '/api/review-searches',
    permission: 'read',
    isHeavy: true,
    summary:
      'Matching payouts that are waiting for review, as the review of a batch shows its own; only those that you can approve.',
    body: named('PayoutSearch', payoutSearchSchema),
    answer: named('ReviewPage', reviewPageSchema),
    problems: ['TOO_MANY_SEARCHES'],
    handle: async (given) => {
      await numberSearches.byText(given, given.body.text)
      return { body: await searchedReviewPage(store, signIn, given.person, given.body) }
    },
  })
}
