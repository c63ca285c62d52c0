import * as z from 'zod/mini'
import {
  outcomeChecksAnswerSchema,
  outcomeChecksSchema,
  outcomesAnswerSchema,
  outcomesWriteSchema,
  refusedPayoutsSchema,
  refusedPayoutsSearchSchema,
  statedOutcomesSchema,
} from '#shared/api/outcome.ts'
import { named, type Route, route } from '../http/route.ts'
import { actAtOnce } from '../jobs/list-acts.ts'
import { findOutcomes } from '../outcomes/find-outcomes.ts'
import { revealRefused } from '../outcomes/refused-entries.ts'
import { refusalNoter, stateOutcomes } from '../outcomes/state-outcomes.ts'
import { checkOutcomes } from '../outcomes/stated-payout.ts'
import { requireFewReveals } from '../people/daily-bounds.ts'
import type { AppDeps } from './app-deps.ts'

/** What became of exported payouts, as the merchant states it. */
export function outcomeRoutes(
  deps: Pick<AppDeps, 'store' | 'signIn' | 'groups' | 'refusals' | 'revealsPerDay'>,
): readonly Route[] {
  return [
    route({
      method: 'post',
      path: '/api/outcomes',
      permission: 'report',
      scope: 'payouts:write',
      summary:
        'Reports the outcomes of exported payouts, at most 500 of them: paid or refused. Each report is accepted or refused by itself; the same report again changes nothing.',
      body: named('OutcomesWrite', outcomesWriteSchema),
      bodyLimitKiB: 2048,
      answer: named('OutcomesAnswer', outcomesAnswerSchema),
      handle: async ({ person, body: { outcomes, file }, requestId }) => {
        const stating = stateOutcomes(file, refusalNoter(deps.refusals, { person, requestId }))
        return { body: { outcomes: await actAtOnce(deps, stating, person, outcomes) } }
      },
    }),
    route({
      method: 'post',
      path: '/api/outcome-checks',
      permission: 'report',
      scope: 'payouts:write',
      summary:
        'For which payouts, at most 500, an outcome can be reported, and what was reported before. Nothing is written.',
      body: named('OutcomeChecks', outcomeChecksSchema),
      bodyLimitKiB: 512,
      answer: named('CheckedOutcomes', outcomeChecksAnswerSchema),
      handle: async ({ body }) => ({ body: { payouts: await checkOutcomes(deps.store, body) } }),
    }),
    route({
      method: 'post',
      path: '/api/refused-payouts',
      permission: 'reveal',
      isHeavy: true,
      summary:
        'The entries of refused payouts that no other one replaces, to be corrected and paid again. The audit log records who asked for them.',
      body: named('RefusedPayoutsSearch', refusedPayoutsSearchSchema),
      answer: named('RefusedPayouts', refusedPayoutsSchema),
      problems: ['TOO_MANY_REVEALS'],
      handle: async ({ person, body }) => ({
        body: await deps.store.write(async (tx) => {
          const revealed = await revealRefused(tx, person, body)
          await requireFewReveals(tx, person, deps.revealsPerDay)
          return revealed
        }),
      }),
    }),
    route({
      method: 'get',
      path: '/api/payouts/:id/outcomes',
      permission: 'read',
      summary: 'The reported outcomes of a payout, newest first.',
      query: z.strictObject({ cursor: z.optional(z.string().check(z.maxLength(1_000))) }),
      answer: named('StatedOutcomes', statedOutcomesSchema),
      problems: ['TAMPERED'],
      handle: async ({ id, query }) => ({ body: await findOutcomes(deps.store, id, query.cursor) }),
    }),
  ]
}
