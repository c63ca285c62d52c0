import { approvalSchema } from '#shared/api/approval.ts'
import { payoutSchema, returnSchema } from '#shared/api/payout.ts'
import type { ProblemCode } from '#shared/api/problem.ts'
import { approveOne } from '../batch-review/approve-one.ts'
import { named, type Route, route, versioned } from '../http/route.ts'
import { returnPayout, takeOverPayout, undoDecision, withdrawPayout } from '../payouts/act-on-payout.ts'
import { findOnePayout } from '../payouts/find-payouts.ts'
import { submitPayout } from '../payouts/submit-payouts.ts'
import type { AppDeps } from './app-deps.ts'

export const actionProblems: readonly ProblemCode[] = ['ERASED', 'STATE_CONFLICT', 'TAMPERED', 'VERSION_CONFLICT']

type Deps = Pick<AppDeps, 'store' | 'signIn'>

const action = {
  method: 'post',
  version: 'seen',
  answer: named('Payout', payoutSchema),
} as const

/** The way of a payout through review. */
export function payoutActionRoutes(deps: Deps): readonly Route[] {
  return [...entryRoutes(deps), ...reviewRoutes(deps)]
}

/** What those do with a payout who enter it. */
function entryRoutes({ store }: Deps): readonly Route[] {
  return [
    route({
      ...action,
      path: '/api/payouts/:id/submit',
      permission: 'enter',
      scope: 'payouts:write',
      summary: 'Sends a draft or what was returned to review, once all its warnings are confirmed.',
      problems: [...actionProblems, 'FIELDS_INVALID', 'WARNINGS_UNCONFIRMED'],
      handle: async ({ person, id, version }) => {
        await store.write((tx) => submitPayout(tx, person, { id, version }))
        return versioned(await findOnePayout(store, person, id))
      },
    }),
    route({
      ...action,
      path: '/api/payouts/:id/withdraw',
      permission: 'enter',
      scope: 'payouts:write',
      summary: 'Withdraws a payout from review; an approval ends.',
      problems: actionProblems,
      handle: async ({ person, id, version }) => {
        await store.write((tx) => withdrawPayout(tx, person, { id, version }))
        return versioned(await findOnePayout(store, person, id))
      },
    }),
    route({
      ...action,
      path: '/api/payouts/:id/take-over',
      permission: 'enter',
      summary: 'Takes over a draft, whoever entered it: whoever does so is an author of it too, and cannot approve it.',
      problems: actionProblems,
      handle: async ({ person, id, version }) => {
        await store.write((tx) => takeOverPayout(tx, person, { id, version }))
        return versioned(await findOnePayout(store, person, id))
      },
    }),
  ]
}

/** What reviewers do with one. */
function reviewRoutes({ store, signIn }: Deps): readonly Route[] {
  return [
    route({
      ...action,
      path: '/api/payouts/:id/approve',
      permission: 'approve',
      summary: 'Approves exactly the request that was shown. Nobody who entered or changed anything of it can.',
      body: named('Approval', approvalSchema),
      problems: [...actionProblems, 'OWN_ENTRY', 'APPROVAL_STALE', 'WARNINGS_UNREVIEWED'],
      handle: async ({ person, id, version, body }) => {
        await store.write((tx) => approveOne(tx, signIn, person, { id, version }, body))
        return versioned(await findOnePayout(store, person, id))
      },
    }),
    route({
      ...action,
      path: '/api/payouts/:id/return',
      permission: 'approve',
      summary: 'Returns a payout with what is to change. Who entered it withdraws it instead.',
      body: named('Return', returnSchema),
      problems: [...actionProblems, 'OWN_ENTRY'],
      handle: async ({ person, id, version, body }) => {
        await store.write((tx) => returnPayout(tx, person, { id, version }, body.comment))
        return versioned(await findOnePayout(store, person, id))
      },
    }),
    route({
      ...action,
      path: '/api/payouts/:id/undo',
      permission: 'undo',
      summary: 'Takes one’s own approval or return back, within ten seconds and unless anything was done since.',
      problems: [...actionProblems, 'UNDO_REFUSED'],
      handle: async ({ person, id, version }) => {
        await store.write((tx) => undoDecision(tx, person, { id, version }))
        return versioned(await findOnePayout(store, person, id))
      },
    }),
  ]
}
