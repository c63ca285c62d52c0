import {
  batchChecksSchema,
  batchRowsSchema,
  batchSubmissionSchema,
  checkedRowsSchema,
  savedRowsSchema,
  submittedPayoutsSchema,
} from '#shared/api/batch-rows.ts'
import { requireBatch } from '../batches/batches.ts'
import { checkRows } from '../batches/check-rows.ts'
import { doubtedIn, saveRows } from '../batches/save-rows.ts'
import { named, type Route, route } from '../http/route.ts'
import { actOnList, actOnPayouts, listOperation } from '../lists/act-on-list.ts'
import type { AppDeps } from './app-deps.ts'

type Deps = Pick<AppDeps, 'store' | 'groups' | 'numberSearches' | 'unsentPayouts' | 'signIn'>

/** What is done with many rows or payouts of a batch at once. */
export function batchRowRoutes(deps: Deps): readonly Route[] {
  return [checks(deps), saving(deps), submitting(deps)]
}

const bodyLimitKiB = 2048

function checks({ store }: Deps): Route {
  return route({
    method: 'post',
    path: '/api/batch-checks',
    permission: 'enter',
    scope: 'payouts:write',
    summary:
      'Which saved beneficiaries rows would pay, and the warnings that saving them now would raise; for numbers that you have not saved before, only those of the rules.',
    body: named('BatchChecks', batchChecksSchema),
    bodyLimitKiB,
    answer: named('CheckedRows', checkedRowsSchema),
    handle: async ({ person, body }) => ({ body: await checkRows(store, person, body) }),
  })
}

function saving(deps: Deps): Route {
  return route({
    method: 'post',
    path: '/api/batches/:id/rows',
    permission: 'enter',
    scope: 'payouts:write',
    summary:
      'Saves rows of a batch, each as a draft with its beneficiary, or as a beneficiary where the batch makes these, or says why not. However often a row is sent, it is saved once. The body may have 2 MiB.',
    isIdempotent: true,
    body: named('BatchRows', batchRowsSchema),
    bodyLimitKiB,
    answer: named('SavedRows', savedRowsSchema),
    problems: ['STATE_CONFLICT', 'TOO_MANY_SEARCHES', 'TOO_MANY_UNSENT', 'TOO_MANY_IMPORTED'],
    handle: async (given) => {
      const { person, id, idempotencyKey: key, body } = given
      const intent = { key, personId: person.id, route: `POST /api/batches/${id}/rows`, body }
      deps.numberSearches.beforeRows(given)
      const saved = await saveRows(deps, person, id, body, intent)
      await deps.numberSearches.byRefusedRows(given, doubtedIn(body.rows, saved.rows))
      return { body: saved }
    },
  })
}

function submitting(deps: Deps): Route {
  return route({
    method: 'post',
    path: '/api/batches/:id/submit',
    permission: 'enter',
    scope: 'payouts:write',
    summary:
      'Sends payouts of a batch to review, each once its warnings are confirmed, or says why not. The body may have 2 MiB.',
    isIdempotent: true,
    body: named('BatchSubmission', batchSubmissionSchema),
    bodyLimitKiB,
    answer: named('SubmittedPayouts', submittedPayoutsSchema),
    problems: ['TAMPERED'],
    handle: async ({ person, id, idempotencyKey: key, body }) => {
      const intent = { key, personId: person.id, route: `POST /api/batches/${id}/submit`, body }
      await requireBatch(deps.store, id)
      const submit = actOnPayouts(listOperation({ act: 'submit', batchId: id }))
      return { body: await actOnList(deps, person, body.payouts, submit, intent) }
    },
  })
}
