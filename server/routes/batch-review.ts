import * as z from 'zod/mini'
import {
  approvalJobSchema,
  type BatchApproval,
  batchApprovalSchema,
  batchReviewQuerySchema,
  batchReviewSchema,
} from '#shared/api/batch-review.ts'
import { payoutSearchSchema } from '#shared/api/payout-search.ts'
import { requireBatch } from '../batches/batches.ts'
import { named, type Route, route } from '../http/route.ts'
import { actOf } from '../lists/approval-job.ts'
import { actUnderWay, presentAct } from '../lists/present-approval.ts'
import { createReviewOrders } from '../lists/review-order.ts'
import { reviewPage, searchedReviewPage } from '../lists/review-page.ts'
import { pauseApproval, runApproval, settledAct, takeApproval, undoApproval } from '../lists/run-approval.ts'
import type { Member } from '../people/member.ts'
import type { AppDeps } from './app-deps.ts'

type Deps = Pick<AppDeps, 'store' | 'writes' | 'signIn' | 'jobRunner' | 'numberSearches'>

const approval = named('BatchApproval', batchApprovalSchema)
const madeSchema = z.object({ id: z.string() })

/** Reviewing payouts together: those of a batch, or that a search finds. */
export function batchReviewRoutes(deps: Deps): readonly Route[] {
  return [lookRoute(deps), searchRoute(deps), giveRoute(deps), ...actRoutes(deps)]
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
      const isFirst = cursor === undefined
      const underWay = isFirst ? await actUnderWay(store, person, id) : null
      return { body: { ...page, underWay, summary: isFirst ? order.summary : null } }
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
      const page = await searchedReviewPage(store, signIn, given.person, given.body)
      const underWay = given.body.cursor === undefined ? await actUnderWay(store, given.person, '') : null
      return { body: { ...page, underWay, summary: null } }
    },
  })
}

function giveRoute(deps: Deps): Route {
  const { writes, signIn, jobRunner } = deps
  return route({
    method: 'post',
    path: '/api/approval-jobs',
    permission: 'approve',
    summary:
      'Gives payouts of a list, identified by the root of its tree of hashes, some at a time: 512, or what is left. Once all are there, each is approved or refused.',
    isIdempotent: true,
    body: named('ApprovalJob', approvalJobSchema),
    bodyLimitKiB: 2048,
    answer: approval,
    status: 201,
    problems: ['NOT_FOUND', 'STATE_CONFLICT', 'APPROVAL_STALE', 'TAMPERED', 'CEREMONY_EXPIRED'],
    handle: async ({ person, idempotencyKey: key, body }) => {
      // A signature is good for one list: the same act is asked for again without another one.
      const { signatureId: _, ...list } = body
      const intent = { key, personId: person.id, route: 'POST /api/approval-jobs', body: list }
      const { body: made, ...rest } = await writes.once(intent, madeSchema, async (tx) => ({
        body: { id: await takeApproval(tx, signIn, person, body) },
      }))
      jobRunner.wake()
      return { ...rest, body: await settledAct(deps, person, made.id) }
    },
  })
}

function actRoutes(deps: Deps): readonly Route[] {
  const { store, jobRunner } = deps
  return [
    route({
      method: 'get',
      path: '/api/batch-approvals/:id',
      permission: 'sign',
      summary:
        'The progress of your own list of approvals, and what was refused of it. It is deleted a day after it started.',
      answer: approval,
      problems: ['TAMPERED', 'CEREMONY_EXPIRED'],
      handle: async ({ person, id }) => ({ body: await presented(store, person, id) }),
    }),
    route({
      method: 'post',
      path: '/api/batch-approvals/:id/run',
      permission: 'sign',
      summary:
        'Continues a list of approvals, and answers its progress after about a second: repeat until it is done. It continues without that, too. A payout that is not as it was shown is refused alone.',
      answer: approval,
      problems: ['STATE_CONFLICT', 'APPROVAL_STALE', 'TAMPERED', 'CEREMONY_EXPIRED'],
      handle: async ({ person, id }) => ({ body: await runApproval(deps, person, id) }),
    }),
    route({
      method: 'post',
      path: '/api/batch-approvals/:id/pause',
      permission: 'sign',
      summary: 'Pauses your own list of approvals until it is resumed.',
      isUnlimited: true,
      answer: approval,
      problems: ['STATE_CONFLICT', 'TAMPERED', 'CEREMONY_EXPIRED'],
      handle: async ({ person, id }) => {
        await pauseApproval(store, person, id)
        return { body: await presented(store, person, id) }
      },
    }),
    route({
      method: 'post',
      path: '/api/batch-approvals/:id/undo',
      permission: 'undo',
      summary: 'Begins to undo all of your own list of approvals, within ten seconds of its last approval.',
      answer: approval,
      problems: ['UNDO_REFUSED', 'TAMPERED', 'CEREMONY_EXPIRED'],
      handle: async ({ person, id }) => {
        await undoApproval(store, person, id)
        jobRunner.wake()
        return { body: await presented(store, person, id) }
      },
    }),
  ]
}

async function presented(store: Deps['store'], person: Member, id: string): Promise<BatchApproval> {
  return presentAct(store, await actOf(store, person, id))
}
