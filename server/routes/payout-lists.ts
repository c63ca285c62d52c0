import { payoutListSchema, submittedPayoutsSchema } from '#shared/api/batch-rows.ts'
import { named, type Route, route } from '../http/route.ts'
import { actOnList, actOnPayouts, listOperation } from '../lists/act-on-list.ts'
import type { AppDeps } from './app-deps.ts'

type Deps = Pick<AppDeps, 'store' | 'groups' | 'numberSearches'>

const acts = [
  { act: 'submit', summary: 'Sends drafts and returned payouts to review, each once all its warnings are confirmed.' },
  { act: 'withdraw', summary: 'Withdraws payouts from review, which ends their approvals.' },
  { act: 'delete', summary: 'Deletes drafts and returned payouts.' },
] as const

/** What is done with payouts by themselves, with many at once: each is acted on as by itself, or refused by itself. */
export function payoutListRoutes(deps: Deps): readonly Route[] {
  return acts.map(({ act, summary }) =>
    route({
      method: 'post',
      path: `/api/payout-lists/${act}`,
      permission: 'enter',
      scope: 'payouts:write',
      summary,
      body: named('PayoutList', payoutListSchema),
      bodyLimitKiB: 2048,
      answer: named('SubmittedPayouts', submittedPayoutsSchema),
      problems: ['TAMPERED'],
      handle: async (given) => {
        const own = actOnPayouts(listOperation({ act }), (rows) => {
          if (act === 'delete') deps.numberSearches.byDeleting(given, rows)
        })
        return { body: await actOnList(deps, given.person, given.body.payouts, own) }
      },
    }),
  )
}
