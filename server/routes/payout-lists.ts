import { submittedPayoutsSchema } from '#shared/api/batch-rows.ts'
import { payoutListSchema, returnListSchema } from '#shared/api/payout-list.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import { named, type Route, route } from '../http/route.ts'
import { Failure } from '../kernel/failure.ts'
import { actOnList } from '../lists/act-on-list.ts'
import { removePayouts, returnPayouts, withdrawPayouts } from '../payouts/act-on-payout.ts'
import { submitPayouts } from '../payouts/submit-payouts.ts'
import type { AppDeps } from './app-deps.ts'

type Deps = Pick<AppDeps, 'store' | 'groups' | 'numberSearches'>

const some = { body: named('PayoutList', payoutListSchema), permission: 'enter', scope: 'payouts:write' } as const

const list = {
  method: 'post',
  bodyLimitKiB: 2048,
  answer: named('SubmittedPayouts', submittedPayoutsSchema),
  problems: ['TAMPERED'],
} as const

/** What is done with payouts by themselves, with many at once: each is acted on as by itself, or refused by itself. */
export function payoutListRoutes(deps: Deps): readonly Route[] {
  return [
    route({
      ...list,
      ...some,
      path: '/api/payout-lists/submit',
      summary: 'Sends drafts and returned payouts to review, each once all its warnings are confirmed.',
      handle: async ({ person, body: { payouts } }) => ({
        body: await actOnList(deps, person, payouts, (tx, by, group, isTime) =>
          submitPayouts(tx, by, group, { isTime }),
        ),
      }),
    }),
    route({
      ...list,
      ...some,
      path: '/api/payout-lists/withdraw',
      summary: 'Withdraws payouts from review, which ends their approvals.',
      handle: async ({ person, body: { payouts } }) => ({
        body: await actOnList(deps, person, payouts, withdrawPayouts),
      }),
    }),
    route({
      ...list,
      ...some,
      path: '/api/payout-lists/delete',
      summary: 'Deletes drafts and returned payouts.',
      handle: async (given) => {
        const removed: PayoutRow[] = []
        const body = await actOnList(deps, given.person, given.body.payouts, async (tx, by, group) => {
          const results = await removePayouts(tx, by, group)
          removed.push(...results.flatMap((one) => (one instanceof Failure ? [] : one)))
          return results
        })
        deps.numberSearches.byDeleting(given, removed)
        return { body }
      },
    }),
    route({
      ...list,
      path: '/api/payout-lists/return',
      permission: 'approve',
      summary:
        'Returns payouts with a comment on what has to change in all of them. The person who entered one withdraws it instead.',
      body: named('ReturnList', returnListSchema),
      handle: async ({ person, body: { payouts, comment } }) => ({
        body: await actOnList(deps, person, payouts, (tx, by, group) => returnPayouts(tx, by, group, comment)),
      }),
    }),
  ]
}
