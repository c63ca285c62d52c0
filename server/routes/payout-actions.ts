import { approvalSchema } from '#shared/api/approval.ts'
import { payoutSchema, returnSchema } from '#shared/api/payout.ts'
import type { ProblemCode } from '#shared/api/problem.ts'
import { named, type Route, route, versioned } from '../http/route.ts'
import { approveOne } from '../lists/approval-job.ts'
import type { PayoutAtVersion } from '../payout-state/saved-payout.ts'
import {
  type PayoutsOperation,
  returnPayouts,
  takeOverPayouts,
  undoDecisions,
  withdrawPayouts,
} from '../payouts/act-on-payout.ts'
import { findOnePayout } from '../payouts/find-payouts.ts'
import { theOne } from '../payouts/move-together.ts'
import { submitPayouts } from '../payouts/submit-payouts.ts'
import type { Member } from '../people/member.ts'
import type { AppDeps } from './app-deps.ts'

export const actionProblems: readonly ProblemCode[] = ['ERASED', 'STATE_CONFLICT', 'TAMPERED', 'VERSION_CONFLICT']

type Deps = Pick<AppDeps, 'store' | 'signIn'>

const action = {
  method: 'post',
  version: 'seen',
  answer: named('Payout', payoutSchema),
} as const

const entering = { permission: 'enter', scope: 'payouts:write' } as const

/** The way of a payout through review: each action is that over a list, of this one alone. */
export function payoutActionRoutes(deps: Deps): readonly Route[] {
  return [...entryRoutes(deps), ...reviewRoutes(deps)]
}

/** The answer to an action on one payout. */
async function acted(
  { store }: Deps,
  { person, id, version }: PayoutAtVersion & { readonly person: Member },
  act: PayoutsOperation,
) {
  theOne(await store.write((tx) => act(tx, person, [{ id, version }])))
  return versioned(await findOnePayout(store, person, id))
}

/** What those do with a payout who enter it. */
function entryRoutes(deps: Deps): readonly Route[] {
  return [
    route({
      ...action,
      ...entering,
      path: '/api/payouts/:id/submit',
      summary: 'Sends a draft or a returned payout to review, once all its warnings are confirmed.',
      problems: [...actionProblems, 'FIELDS_INVALID', 'WARNINGS_UNCONFIRMED'],
      handle: (given) => acted(deps, given, submitPayouts),
    }),
    route({
      ...action,
      ...entering,
      path: '/api/payouts/:id/withdraw',
      summary: 'Withdraws a payout from review, which ends an approval.',
      problems: actionProblems,
      handle: (given) => acted(deps, given, withdrawPayouts),
    }),
    route({
      ...action,
      path: '/api/payouts/:id/take-over',
      permission: 'enter',
      summary:
        'Takes over a draft that anyone entered. The person who does so becomes an author of it, and cannot approve it.',
      problems: actionProblems,
      handle: (given) => acted(deps, given, takeOverPayouts),
    }),
  ]
}

/** What reviewers do with one. */
function reviewRoutes(deps: Deps): readonly Route[] {
  const { store, signIn } = deps
  return [
    route({
      ...action,
      path: '/api/payouts/:id/approve',
      permission: 'approve',
      summary: 'Approves exactly the request that was shown. No one who entered or changed anything in it can.',
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
      summary: 'Returns a payout with a comment on what has to change. The person who entered it withdraws it instead.',
      body: named('Return', returnSchema),
      problems: [...actionProblems, 'OWN_ENTRY'],
      handle: (given) => acted(deps, given, (tx, person, some) => returnPayouts(tx, person, some, given.body.comment)),
    }),
    route({
      ...action,
      path: '/api/payouts/:id/undo',
      permission: 'undo',
      summary: 'Undoes your own approval or return, within ten seconds and unless anything was done since.',
      problems: [...actionProblems, 'UNDO_REFUSED'],
      handle: (given) => acted(deps, given, undoDecisions),
    }),
  ]
}
