import { batchRowsSchema, savedRowsSchema } from '#shared/api/batch-rows.ts'
import type { AppDeps } from '../app-deps.ts'
import { saveRows } from '../batches/save-rows.ts'
import { named, type Route, route } from '../http/route.ts'

/** What is done with many rows or payouts of a batch at once. */
export function batchRowRoutes(deps: Pick<AppDeps, 'store' | 'groups' | 'numberSearches'>): readonly Route[] {
  return [
    route({
      method: 'post',
      path: '/api/batches/:id/rows',
      permission: 'enter',
      scope: 'payouts:write',
      summary:
        'Saves rows of a batch, each as a draft with its beneficiary, or says why not. However often a row is sent, it makes one payout. The body may have 2 MiB.',
      isIdempotent: true,
      body: named('BatchRows', batchRowsSchema),
      bodyLimitKiB: 2048,
      answer: named('SavedRows', savedRowsSchema),
      problems: ['STATE_CONFLICT', 'TOO_MANY_SEARCHES'],
      handle: async (given) => {
        const { person, id, idempotencyKey: key, body } = given
        const intent = { key, personId: person.id, route: `POST /api/batches/${id}/rows`, body }
        const saved = await saveRows(deps, person, id, body, intent)
        const doubted = saved.rows.filter((one) => 'problem' in one && one.problem.code === 'WARNINGS_UNCONFIRMED')
        const numbers = new Set(doubted.map(({ row }) => row))
        const entries = body.rows.filter(({ row }) => numbers.has(row)).map(({ entry }) => entry)
        await deps.numberSearches.byEntries(given, entries)
        return { body: saved }
      },
    }),
  ]
}
