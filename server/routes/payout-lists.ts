import * as z from 'zod/mini'
import { mostAtOnce, submittedPayoutsSchema } from '#shared/api/batch-rows.ts'
import { idText } from '#shared/api/texts.ts'
import { named, type Route, route } from '../http/route.ts'
import { actOnList, actOnPayouts, listOperation } from '../lists/act-on-list.ts'
import type { AppDeps } from './app-deps.ts'

type Deps = Pick<AppDeps, 'store' | 'groups' | 'numberSearches'>

/** POST /api/payout-lists/withdraw, …/delete and …/submit (2 MiB): each payout is acted on as by itself, or refused by itself. */
const payoutListSchema = z.strictObject({
  payouts: z.array(z.strictObject({ id: idText, version: z.number() })).check(z.minLength(1), z.maxLength(mostAtOnce)),
})

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
